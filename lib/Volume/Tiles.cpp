//===- Tiles.cpp - Full tiles, and what a tile reads ----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Volume/Tiles.h"
#include "Closure.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include <map>

using namespace smolly;
using namespace smolly::volume;
using llvm::Error;
using llvm::Expected;

namespace {

/// What a map from tiles to the output is written with.
struct TileText {
  TileText(const OutputRegions &R, const Kernel &K,
           const std::vector<long> &Sizes);

  std::string Parameters, Tuple, Fixed, Elements, Bounds;

private:
  bool isParameter(const std::string &Name) const;
  const OutputRegions &R;
};

} // namespace

bool TileText::isParameter(const std::string &Name) const {
  return isl_set_find_dim_by_name(R.Domain.get(), isl_dim_param,
                                  Name.c_str()) >= 0;
}

TileText::TileText(const OutputRegions &R, const Kernel &K,
                   const std::vector<long> &Sizes)
    : R(R) {
  std::vector<std::string> Names, Fixes, Places, Within, Tiles;
  for (unsigned D = 0; D < Sizes.size(); ++D) {
    const char *Given = isl_set_get_dim_name(R.Domain.get(), isl_dim_set, D);
    std::string Name = Given ? Given : "i" + std::to_string(D);
    if (llvm::is_contained(Names, Name) || isParameter(Name))
      Name += "_" + std::to_string(D);
    if (Sizes[D] == 0) {
      Names.push_back(Name);
      Fixes.push_back(Name);
      Places.push_back(Name);
      continue;
    }
    std::string Number = "Q" + llvm::StringRef(Name).upper();
    while (isParameter(Number) || llvm::is_contained(Tiles, Number))
      Number += "_";
    Tiles.push_back(Number);
    Names.insert(Names.end(), {"q" + Name, "m" + Name});
    Fixes.insert(Fixes.end(), {"q" + Name + " = " + Number, "m" + Name});
    std::string Size = std::to_string(Sizes[D]);
    Places.push_back(Size + "*q" + Name + " + m" + Name);
    Within.push_back("0 <= m" + Name + " < " + Size);
  }
  const std::string &Array = K.Arrays[R.Array].Name;
  Parameters = "[" + llvm::join(Tiles, ", ") + "] -> ";
  Tuple = Array + "_tiled[" + llvm::join(Names, ", ") + "]";
  Fixed = Array + "_tiled[" + llvm::join(Fixes, ", ") + "]";
  Elements = Array + "[" + llvm::join(Places, ", ") + "]";
  Bounds = llvm::join(Within, " and ");
}

/// { Output[] }: elements that have the same untiled indices as one in
/// \p Domain.
static isl::set wholeTiles(isl::set Domain, const std::vector<long> &Sizes) {
  for (unsigned D = 0; D < Sizes.size(); ++D)
    if (Sizes[D] > 0)
      Domain = isl::manage(isl_set_drop_constraints_involving_dims(
          isl_set_eliminate(Domain.release(), isl_dim_set, D, 1), isl_dim_set,
          D, 1));
  return Domain;
}

isl::set volume::completeTiles(const isl::map &Whole, const isl::map &There) {
  return coalesced(There.domain().subtract(Whole.subtract(There).domain()));
}

/// { [] -> Output[] }
static isl::map fromNowhere(const isl::set &Outputs) {
  return isl::manage(isl_map_from_range(Outputs.copy()));
}

std::vector<OutputTiles::Operand> volume::operandsOf(const isl::union_map &Map,
                                                     const isl::set &Outputs) {
  std::map<std::string, isl::set> Needed;
  Map.intersect_domain(isl::union_set(Outputs)).foreach_map([&](isl::map Part) {
    Needed[isl_map_get_tuple_name(Part.get(), isl_dim_out)] =
        coalesced(Part.range());
    return isl::stat::ok();
  });
  std::vector<OutputTiles::Operand> Result;
  for (auto &[Name, Elements] : Needed)
    if (!isEmpty(Elements).is_true())
      Result.push_back(
          {Name, Elements, matchSlice(Elements), hullOf(Elements)});
  return Result;
}

Expected<OutputTiles> volume::findTiles(const Kernel &K, const ElementMap &M,
                                        const OutputRegions &R,
                                        const std::vector<long> &Sizes,
                                        unsigned long MaxOperations) {
  IslBudget Budget(K.ctx(), MaxOperations);
  unsigned Dims = std::max(0, isl_set_dim(R.Domain.get(), isl_dim_set));
  if (Sizes.empty() || Sizes.size() > Dims)
    return llvm::createStringError(
        "--tile: '" + K.Arrays[R.Array].Name + "' has " + llvm::Twine(Dims) +
        " dimensions, which take as many sizes at most");
  OutputTiles T;
  T.Sizes.assign(Dims - Sizes.size(), 0);
  T.Sizes.insert(T.Sizes.end(), Sizes.begin(), Sizes.end());
  TileText Text(R, K, T.Sizes);
  // { Tiled[] -> Output[] }
  isl::map ToOutput(K.ctx(), "{ " + Text.Tuple + " -> " + Text.Elements +
                                 " : " + Text.Bounds + " }");
  isl::set Numbers(K.ctx(), Text.Parameters + "{ " + Text.Fixed + " }");
  isl::map OfTile = ToOutput.intersect_domain(Numbers);
  isl::set Elements = OfTile.range(); // [Q] -> { Output[] }
  T.Tile = Elements.intersect(R.Domain);
  T.All = coalesced(T.Tile.params());
  isl::set Whole = Elements.intersect(wholeTiles(R.Domain, T.Sizes));
  isl::set Dense = Elements.intersect(R.dense());
  T.Full = completeTiles(fromNowhere(Whole), fromNowhere(Dense)).params();
  isl::union_map Composed = isl::union_map(OfTile).apply_range(M.Map);
  T.Map = tidied(Composed.intersect_params(T.Full));
  isl::set FullTile = T.Tile.intersect_params(T.Full);
  T.Operands = operandsOf(M.Map, FullTile);
  T.Result = matchSlice(FullTile);
  if (T.Map.is_null() || T.Full.is_null() || Budget.exceeded())
    return limitHit("tiles take more than " + llvm::Twine(MaxOperations) +
                    " isl operations");
  return T;
}
