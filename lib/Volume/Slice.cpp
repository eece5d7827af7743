//===- Slice.cpp - Offset, size and stride of a set -----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The paper reads slices off the constraints. Here bounds are those of the
/// set, and the outcome is compared with it, so that it does not matter how
/// the set is written.
///
//===----------------------------------------------------------------------===//

#include "smolly/Volume/Slice.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "isl/aff.h"
#include "isl/local_space.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/stride_info.h"
#include "isl/val.h"
#include <cstdlib>

using namespace smolly;
using namespace smolly::volume;

bool Slice::isBox() const {
  return llvm::all_of(Stride, [](long S) { return S == 1; });
}

static std::optional<long> strideOf(const isl::set &Set, unsigned Dim) {
  isl_stride_info *Info = isl_set_get_stride_info(Set.get(), Dim);
  isl::val Stride = isl::manage(isl_stride_info_get_stride(Info));
  isl_stride_info_free(Info);
  if (Stride.is_null())
    return std::nullopt;
  // A set that has one value in the dimension has the stride 0.
  return std::max(1L, isl_val_get_num_si(Stride.get()));
}

std::optional<Slice> volume::hullOf(const isl::set &Set) {
  Slice S;
  int Dims = isl_set_dim(Set.get(), isl_dim_set);
  for (int D = 0; D < Dims; ++D) {
    if (isl_set_dim_has_lower_bound(Set.get(), isl_dim_set, D) !=
            isl_bool_true ||
        isl_set_dim_has_upper_bound(Set.get(), isl_dim_set, D) != isl_bool_true)
      return std::nullopt;
    isl::pw_aff Low = isl::manage(isl_set_dim_min(Set.copy(), D));
    isl::pw_aff High = isl::manage(isl_set_dim_max(Set.copy(), D));
    std::optional<long> Stride = strideOf(Set, D);
    if (Low.is_null() || High.is_null() || !Stride)
      return std::nullopt;
    isl::val Step(Set.ctx(), *Stride);
    // Both are in the set, so that this is a whole number.
    isl::pw_aff Size = isl::manage(isl_pw_aff_add_constant_val(
        isl_pw_aff_scale_down_val(High.sub(Low).release(), Step.release()),
        isl_val_one(Set.ctx().get())));
    S.Offset.push_back(coalesced(Low));
    S.Size.push_back(coalesced(Size));
    S.Stride.push_back(*Stride);
    if (S.Size.back().is_null())
      return std::nullopt;
  }
  return Dims < 0 ? std::nullopt : std::optional(S);
}

isl::set volume::elementsOf(const Slice &S, const isl::set &Like) {
  isl::space Space = Like.get_space();
  isl::set Elements = isl::set::universe(Space).intersect_params(Like.params());
  for (unsigned D = 0; D < S.Offset.size(); ++D) {
    isl::pw_aff At = isl::manage(isl_pw_aff_var_on_domain(
        isl_local_space_from_space(Space.copy()), isl_dim_set, D));
    isl::pw_aff Offset = S.Offset[D].insert_domain(Space);
    isl::pw_aff Number = At.sub(Offset);
    isl::val Stride(Like.ctx(), S.Stride[D]);
    isl::pw_aff End = isl::manage(isl_pw_aff_scale_val(
        S.Size[D].insert_domain(Space).release(), Stride.copy()));
    isl::pw_aff Rest =
        isl::manage(isl_pw_aff_mod_val(Number.copy(), Stride.release()));
    Elements = Elements.intersect(At.ge_set(Offset))
                   .intersect(Number.lt_set(End))
                   .intersect(isl::manage(isl_pw_aff_zero_set(Rest.release())));
  }
  return Elements;
}

std::optional<Slice> volume::matchSlice(const isl::set &Set) {
  std::optional<Slice> S = hullOf(Set);
  if (!S || !isSubset(elementsOf(*S, Set), Set).is_true())
    return std::nullopt;
  return S;
}

/// The numbers of the tile become parameters, with ids that are nobody else's,
/// and numbers again.
std::optional<Slice> volume::matchSlices(const isl::map &Elements) {
  int Params = isl_map_dim(Elements.get(), isl_dim_param);
  int Tile = isl_map_dim(Elements.get(), isl_dim_in);
  if (Params < 0 || Tile < 0)
    return std::nullopt;
  isl_map *OfTile = isl_map_move_dims(Elements.copy(), isl_dim_param, Params,
                                      isl_dim_in, 0, Tile);
  for (int D = 0; D < Tile; ++D)
    OfTile = isl_map_set_dim_id(
        OfTile, isl_dim_param, Params + D,
        isl::id::alloc(Elements.ctx(), "tile" + std::to_string(D), &OfTile)
            .release());
  std::optional<Slice> S = matchSlice(isl::manage(OfTile).range());
  if (!S)
    return std::nullopt;
  for (std::vector<isl::pw_aff> *Numbers : {&S->Offset, &S->Size})
    for (isl::pw_aff &Number : *Numbers) {
      isl::space Nothing = isl::manage(isl_space_set_from_params(
          isl_space_params(isl_pw_aff_get_domain_space(Number.get()))));
      Number = Number.insert_domain(Nothing);
      Number = isl::manage(isl_pw_aff_move_dims(Number.release(), isl_dim_in, 0,
                                                isl_dim_param, Params, Tile));
      if (Number.is_null())
        return std::nullopt;
    }
  return S;
}

std::string volume::expressionText(const isl::pw_aff &Number,
                                   const isl::set &Context) {
  isl::pw_aff Simple = isl::manage(
      isl_pw_aff_gist_params(Number.copy(), Context.params().release()));
  char *Printed = isl_pw_aff_to_str(Simple.get());
  llvm::StringRef Text = Printed ? Printed : "?";
  if (auto [Names, Rest] = Text.split(" -> "); !Rest.empty())
    Text = Rest;
  llvm::StringRef Only = Text;
  if (!Text.contains(':') && !Text.contains(';') && Only.consume_front("{ [") &&
      Only.consume_back("] }")) {
    Text = Only;
    if (Only.consume_front("(") && Only.consume_back(")"))
      Text = Only;
  }
  std::string Result = Text.str();
  std::free(Printed);
  return Result;
}
