//===- PaperMars.cpp - MARS as the paper computes them --------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Mars/PaperMars.h"
#include "SetText.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include <algorithm>

using namespace smolly;
using namespace smolly::mars;
using llvm::Error;
using llvm::Expected;

static constexpr unsigned MaxFamilies = 4;

namespace {

/// A set of families is a number with a bit for each.
using Families = unsigned;

class Algorithm2 {
public:
  Algorithm2(isl::ctx Ctx, const MarsAnalysis &A)
      : Ctx(Ctx), P(A.Program), IsTooSmall(A.IsTooSmall) {}

  Expected<std::vector<PaperMars>> run();

private:
  Error checkConditions();
  isl::set crosses(unsigned Family, long Distance) const;
  isl::set crossesJust(Families CT, const Vector &Distance) const;
  isl::set usedJustBy(const std::vector<isl::set> &UsedBy,
                      unsigned Consumers) const;

  isl::ctx Ctx;
  const TiledProgram &P;
  bool IsTooSmall;
  /// For each family 1 or -1, the direction in which it is crossed.
  Vector Directions;
};

} // namespace

Error Algorithm2::checkConditions() {
  if (P.Statements.size() != 1)
    return llvm::createStringError(
        "method 'paper': the paper's algorithm is for one statement");
  if (IsTooSmall)
    return llvm::createStringError(
        "method 'paper': tiles are too small for the paper's algorithm");
  for (unsigned F = 0; F < P.families(); ++F) {
    long Least = 0, Most = 0;
    for (const TiledDependence &D : P.Dependences) {
      Least = std::min(Least, D.Distance[F]);
      Most = std::max(Most, D.Distance[F]);
    }
    if (Least < 0 && Most > 0)
      return llvm::createStringError(
          "method 'paper': hyperplanes " + llvm::Twine(F + 1) +
          " are crossed in both directions, which the paper's algorithm does "
          "not tell apart");
    Directions.push_back(Least < 0 ? -1 : 1);
  }
  if (P.families() > MaxFamilies)
    return limitHit("method 'paper': more than 4 families of hyperplanes");
  return Error::success();
}

/// { Statement[] }: from where a dependence that adds \p Distance leads across
/// a hyperplane of \p Family.
isl::set Algorithm2::crosses(unsigned Family, long Distance) const {
  const TiledStatement &S = P.Statements[0];
  long Size = P.Sizes[Family];
  std::string Residue = residueText(S, Family, Size);
  std::string Condition =
      Distance > 0 ? Residue + " >= " + std::to_string(Size - Distance)
                   : Residue + " < " + std::to_string(-Distance);
  return isl::set(Ctx, "{ " + tupleText(S) + " : " + Condition + " }");
}

/// The set that the paper calls P: \p Distance leads across the hyperplanes of
/// all families of \p CT and of no others.
isl::set Algorithm2::crossesJust(Families CT, const Vector &Distance) const {
  isl::set Result;
  for (unsigned F = 0; F < P.families(); ++F) {
    isl::set Own = crosses(F, Distance[F]);
    if (!(CT >> F & 1))
      Own = Own.complement();
    Result = F == 0 ? Own : Result.intersect(Own);
  }
  return Result;
}

/// The sets that the paper calls A, without what is not in S. Empty if one of
/// the intersections on the way is.
isl::set Algorithm2::usedJustBy(const std::vector<isl::set> &UsedBy,
                                unsigned Consumers) const {
  isl::set Result = isl::set::universe(UsedBy[1].get_space());
  for (unsigned CT = 1; CT < UsedBy.size(); ++CT)
    if (Consumers >> (CT - 1) & 1) {
      Result = Result.intersect(UsedBy[CT]);
      if (!isEmpty(Result).is_false())
        return Result;
    }
  for (unsigned CT = 1; CT < UsedBy.size(); ++CT)
    if (!(Consumers >> (CT - 1) & 1))
      Result = Result.subtract(UsedBy[CT]);
  return Result;
}

Expected<std::vector<PaperMars>> Algorithm2::run() {
  if (Error Err = checkConditions())
    return Err;
  unsigned Tiles = 1u << P.families();
  std::vector<isl::set> UsedBy(Tiles);
  isl::set None = crosses(0, 0).intersect(crosses(0, 0).complement());
  for (Families CT = 1; CT < Tiles; ++CT) {
    UsedBy[CT] = None;
    for (const TiledDependence &D : P.Dependences)
      UsedBy[CT] = UsedBy[CT].unite(crossesJust(CT, D.Distance));
  }
  std::vector<PaperMars> Result;
  for (unsigned Consumers = 1; Consumers < 1u << (Tiles - 1); ++Consumers) {
    PaperMars M;
    M.Instances = usedJustBy(UsedBy, Consumers);
    isl::boolean Empty = isEmpty(M.Instances);
    if (Empty.is_error() || !countOperation(Ctx))
      return limitHit("method 'paper': too much for the limit");
    if (Empty.is_true())
      continue;
    for (Families CT = 1; CT < Tiles; ++CT)
      if (Consumers >> (CT - 1) & 1) {
        Vector Tile;
        for (unsigned F = 0; F < P.families(); ++F)
          Tile.push_back(CT >> F & 1 ? Directions[F] : 0);
        M.Consumers.push_back(std::move(Tile));
      }
    std::sort(M.Consumers.begin(), M.Consumers.end());
    Result.push_back(std::move(M));
  }
  return Result;
}

Expected<std::vector<PaperMars>>
mars::findMarsAsPaper(isl::ctx Ctx, const MarsAnalysis &A,
                      unsigned long MaxOperations) {
  IslBudget Budget(Ctx, MaxOperations);
  return Algorithm2(Ctx, A).run();
}

Error mars::compareMars(isl::ctx Ctx, const MarsAnalysis &A,
                        const std::vector<PaperMars> &Paper,
                        unsigned long MaxOperations) {
  IslBudget Budget(Ctx, MaxOperations);
  if (A.All.size() != Paper.size())
    return llvm::createStringError("the paper's algorithm finds " +
                                   llvm::Twine(Paper.size()) + " MARS");
  for (const Mars &M : A.All) {
    auto Same =
        std::find_if(Paper.begin(), Paper.end(), [&](const PaperMars &Other) {
          return Other.Consumers == M.Consumers;
        });
    if (Same == Paper.end())
      return llvm::createStringError(
          "the paper's algorithm finds other consumers");
    isl::set Own = instancesOf(Ctx, A, M, 0);
    isl::boolean Equal = isSubset(Own, Same->Instances);
    if (Equal.is_true())
      Equal = isSubset(Same->Instances, Own);
    if (Equal.is_error())
      return limitHit("the comparison took too long");
    if (Equal.is_false())
      return llvm::createStringError("the paper's algorithm finds other sets");
  }
  return Error::success();
}
