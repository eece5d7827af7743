//===- Regions.cpp - Outputs by what they need ----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Volume/Regions.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/constraint.h"
#include "isl/set.h"

using namespace smolly;
using namespace smolly::volume;
using llvm::Expected;

static constexpr size_t MaxRegions = 1000;

namespace {

struct Piece {
  isl::set Set; // { Output[] }
  unsigned Sides = 0;
};

/// Divides pieces into smaller ones.
class Divider {
public:
  explicit Divider(const isl::set &Domain) { add({Domain, 0}, Pieces); }

  void divideBy(const isl::set &Marked, const isl::set &Domain);
  std::vector<Piece> Pieces;

private:
  static void add(Piece P, std::vector<Piece> &Where);
  static void addParts(const Piece &P, const isl::set &Inside, unsigned Sides,
                       std::vector<Piece> &Where);
  void cut(const isl::set &Inside);
};

} // namespace

void Divider::add(Piece P, std::vector<Piece> &Where) {
  if (Where.size() > MaxRegions || isEmpty(P.Set).is_true())
    return;
  P.Set = coalesced(P.Set);
  Where.push_back(std::move(P));
}

/// Adds what \p P has of \p Inside, one polyhedron at a time: where that is a
/// union of boxes, each is a region.
void Divider::addParts(const Piece &P, const isl::set &Inside, unsigned Sides,
                       std::vector<Piece> &Where) {
  isl::set Disjoint = isl::manage(
      isl_set_make_disjoint(coalesced(P.Set.intersect(Inside)).release()));
  Disjoint.foreach_basic_set([&](isl::basic_set Part) {
    add({isl::set(Part), Sides}, Where);
    return isl::stat::ok();
  });
}

/// Cuts each piece in two: in and out of \p Inside, which is one side further.
void Divider::cut(const isl::set &Inside) {
  std::vector<Piece> Result;
  for (const Piece &P : Pieces) {
    add({P.Set.intersect(Inside), P.Sides}, Result);
    add({P.Set.subtract(Inside), P.Sides + 1}, Result);
  }
  Pieces = std::move(Result);
}

/// The half spaces whose intersection is \p Set, or none where it is not one
/// polyhedron or has strides.
static std::vector<isl::set> halfSpaces(const isl::set &Set) {
  std::vector<isl::set> Result;
  if (isl_set_n_basic_set(Set.get()) != 1 || isl_set_involves_locals(Set.get()))
    return Result;
  auto Collect = [](isl_constraint *C, void *User) -> isl_stat {
    auto *Sides = static_cast<std::vector<isl::set> *>(User);
    bool IsEquality = isl_constraint_is_equality(C) == isl_bool_true;
    isl_aff *Height = isl_constraint_get_aff(C);
    isl_constraint_free(C);
    auto Add = [&](isl_aff *NotNegative) {
      Sides->push_back(
          isl::manage(isl_set_from_basic_set(isl_basic_set_from_constraint(
              isl_inequality_from_aff(NotNegative)))));
    };
    if (IsEquality)
      Add(isl_aff_neg(isl_aff_copy(Height)));
    Add(Height);
    return isl_stat_ok;
  };
  isl_basic_set *Only = isl_set_simple_hull(Set.copy());
  isl_basic_set_foreach_constraint(Only, Collect, &Result);
  isl_basic_set_free(Only);
  return Result;
}

void Divider::divideBy(const isl::set &Marked, const isl::set &Domain) {
  isl::set Rest = coalesced(Domain.subtract(Marked));
  std::vector<isl::set> Sides = halfSpaces(coalesced(Rest.gist(Domain)));
  if (!Sides.empty()) {
    for (const isl::set &Side : Sides)
      cut(Side);
    return;
  }
  std::vector<Piece> Result;
  for (const Piece &P : Pieces) {
    addParts(P, Rest, P.Sides, Result);
    addParts(P, Marked, P.Sides + 1, Result);
  }
  Pieces = std::move(Result);
}

isl::set OutputRegions::dense() const {
  isl::set Dense = Domain;
  for (unsigned I = 0; I < Marks.size(); ++I)
    if (!Everywhere[I])
      Dense = Dense.subtract(Marks[I].Set);
  return coalesced(Dense);
}

Expected<OutputRegions> volume::findRegions(const Kernel &K, const Dataflow &D,
                                            const ElementMap &M, unsigned Array,
                                            unsigned long MaxOperations) {
  OutputRegions Result;
  Result.Array = Array;
  auto Marks = findMarks(K, D, M, Array, MaxOperations);
  if (!Marks)
    return Marks.takeError();
  Result.Marks = std::move(*Marks);
  IslBudget Budget(K.ctx(), MaxOperations);
  Result.Domain =
      coalesced(K.Arrays[Array].LiveOut.intersect_params(K.Context));
  Divider Parts(Result.Domain);
  for (const Mark &Each : Result.Marks) {
    Result.Everywhere.push_back(isSubset(Result.Domain, Each.Set).is_true());
    if (!Result.Everywhere.back())
      Parts.divideBy(Each.Set, Result.Domain);
  }
  if (Parts.Pieces.size() > MaxRegions)
    return limitHit("there are more than " + llvm::Twine(MaxRegions) +
                    " regions");
  for (Piece &P : Parts.Pieces) {
    Region R;
    R.Sides = P.Sides;
    for (unsigned I = 0; I < Result.Marks.size(); ++I)
      if (isDisjoint(P.Set, Result.Marks[I].Set).is_false())
        R.Marks.push_back(I);
    R.Box = matchSlice(P.Set);
    if (R.Box && !R.Box->isBox())
      R.Box.reset();
    R.Set = std::move(P.Set);
    Result.Regions.push_back(std::move(R));
  }
  if (Budget.exceeded())
    return limitHit("dividing an output takes more than " +
                    llvm::Twine(MaxOperations) + " isl operations");
  return Result;
}
