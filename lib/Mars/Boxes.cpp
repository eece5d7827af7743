//===- Boxes.cpp - Instances by their residues ----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Boxes.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/SDBM/Arithmetic.h"
#include "isl/constraint.h"
#include "isl/set.h"
#include "isl/val.h"
#include <algorithm>

using namespace smolly;
using namespace smolly::mars;

/// Where residues begin to be those of another tile when \p Distance is added.
/// None if they are all of one.
static std::optional<TileBound> cutAt(long Size, long Distance,
                                      bool InGeneral) {
  if (Distance == 0)
    return std::nullopt;
  if (InGeneral)
    return TileBound{Distance > 0, -Distance};
  long Residue = sdbm::floorMod(-Distance, Size);
  if (Residue == 0)
    return std::nullopt;
  return TileBound{false, Residue};
}

Cuts mars::cutTile(const Vector &Sizes, const std::vector<Vector> &Distances,
                   bool InGeneral) {
  Cuts Result;
  for (size_t F = 0; F < Sizes.size(); ++F) {
    long Size = Sizes[F];
    std::vector<TileBound> Bounds = {{false, 0}, {true, 0}};
    for (const Vector &Distance : Distances)
      if (auto Cut = cutAt(Size, Distance[F], InGeneral))
        Bounds.push_back(*Cut);
    std::sort(Bounds.begin(), Bounds.end(),
              [&](const TileBound &A, const TileBound &B) {
                return std::make_pair(A.at(Size), A.FromEnd) <
                       std::make_pair(B.at(Size), B.FromEnd);
              });
    Bounds.erase(std::unique(Bounds.begin(), Bounds.end()), Bounds.end());
    std::vector<TileInterval> Intervals;
    for (size_t I = 1; I < Bounds.size(); ++I)
      if (Bounds[I - 1].at(Size) < Bounds[I].at(Size))
        Intervals.push_back({Bounds[I - 1], Bounds[I]});
    Result.push_back(std::move(Intervals));
  }
  return Result;
}

std::optional<Vector> mars::residuesIn(const TiledProgram &P,
                                       const TiledStatement &S,
                                       const Vector &Tile) {
  Vector Residues = S.Constants;
  for (unsigned F = 0; F < P.families(); ++F) {
    long Corner;
    if (__builtin_mul_overflow(P.Sizes[F], Tile[F], &Corner) ||
        __builtin_sub_overflow(Residues[F], Corner, &Residues[F]))
      return std::nullopt;
  }
  return S.Heights.reduced(Residues);
}

namespace {

class BoxSearch {
public:
  BoxSearch(isl::ctx Ctx, const Lattice &Heights, const Vector &Residues,
            const Vector &Sizes, const Cuts &C,
            llvm::function_ref<bool(const BoxIndex &)> IsWanted,
            llvm::function_ref<void(const BoxIndex &)> Visit)
      : Ctx(Ctx), Heights(Heights), Residues(Residues), Sizes(Sizes), C(C),
        IsWanted(IsWanted), Visit(Visit), AllFree(Heights.isEverything()) {}

  bool search() {
    return visit(AllFree ? isl::basic_set() : allCombinations());
  }

private:
  isl::basic_set allCombinations();
  isl::basic_set restricted(isl::basic_set Combinations, unsigned Family,
                            long Low, long High);
  bool visit(const isl::basic_set &Combinations);

  isl::ctx Ctx;
  const Lattice &Heights;
  const Vector &Residues, &Sizes;
  const Cuts &C;
  llvm::function_ref<bool(const BoxIndex &)> IsWanted;
  llvm::function_ref<void(const BoxIndex &)> Visit;
  bool AllFree;
  /// What the entries of basis vector J are multiples of.
  std::vector<long> Common;
  BoxIndex Index;
};

} // namespace

/// { Combination[] }: a multiple of Common[J] for each basis vector J. With
/// these in place of the factors themselves, rows are often differences, which
/// SDBMs answer for.
isl::basic_set BoxSearch::allCombinations() {
  isl::basic_set All = isl::manage(isl_basic_set_universe(
      isl_space_set_alloc(Ctx.get(), 0, Heights.rank())));
  for (unsigned J = 0; J < Heights.rank(); ++J) {
    long Gcd = 0;
    for (long Entry : Heights.basis(J))
      Gcd = sdbm::gcd(Gcd, Entry);
    Common.push_back(Gcd);
    if (Gcd == 1)
      continue;
    isl::aff Variable = isl::manage(isl_aff_var_on_domain(
        isl_local_space_from_space(All.get_space().release()), isl_dim_set, J));
    isl::aff Rest = isl::manage(isl_aff_mod_val(
        Variable.release(), isl_val_int_from_si(Ctx.get(), Gcd)));
    All = All.intersect(isl::manage(isl_aff_zero_basic_set(Rest.release())));
  }
  return All;
}

/// Those whose residue in \p Family is from \p Low up to and without \p High.
isl::basic_set BoxSearch::restricted(isl::basic_set Combinations,
                                     unsigned Family, long Low, long High) {
  isl_local_space *Space =
      isl_local_space_from_space(isl_basic_set_get_space(Combinations.get()));
  auto Add = [&](long Sign, long Constant) {
    isl_constraint *Bound =
        isl_constraint_alloc_inequality(isl_local_space_copy(Space));
    for (unsigned J = 0; J < Heights.rank(); ++J)
      Bound = isl_constraint_set_coefficient_val(
          Bound, isl_dim_set, J,
          isl_val_int_from_si(Ctx.get(),
                              Sign * (Heights.basis(J)[Family] / Common[J])));
    Bound = isl_constraint_set_constant_val(
        Bound, isl_val_int_from_si(Ctx.get(), Constant));
    Combinations = isl::manage(
        isl_basic_set_add_constraint(Combinations.release(), Bound));
  };
  Add(1, Residues[Family] - Low);
  Add(-1, High - 1 - Residues[Family]);
  isl_local_space_free(Space);
  return Combinations;
}

/// Goes on with the next family. Where any residue is possible, none has to be
/// asked for.
bool BoxSearch::visit(const isl::basic_set &Combinations) {
  unsigned Family = Index.size();
  if (Family == Sizes.size()) {
    Visit(Index);
    return true;
  }
  for (unsigned I = 0; I < C[Family].size(); ++I) {
    if (!countOperation(Ctx))
      return false;
    Index.push_back(I);
    bool IsEmpty = Index.size() == Sizes.size() && !IsWanted(Index);
    isl::basic_set Fewer;
    if (!IsEmpty && !AllFree) {
      Fewer =
          restricted(Combinations, Family, C[Family][I].Low.at(Sizes[Family]),
                     C[Family][I].High.at(Sizes[Family]));
      if (!Heights.isFree(Family)) {
        isl::boolean Answer = isEmpty(isl::set(Fewer));
        if (Answer.is_error())
          return false;
        IsEmpty = Answer.is_true();
      }
    }
    if (!IsEmpty && !visit(Fewer))
      return false;
    Index.pop_back();
  }
  return true;
}

bool mars::forEachBox(isl::ctx Ctx, const Lattice &Heights,
                      const Vector &Residues, const Vector &Sizes,
                      const Cuts &C,
                      llvm::function_ref<bool(const BoxIndex &)> IsWanted,
                      llvm::function_ref<void(const BoxIndex &)> Visit) {
  return BoxSearch(Ctx, Heights, Residues, Sizes, C, IsWanted, Visit).search();
}
