//===- RandomShapesTest.cpp - Shapes of random programs, by execution -----===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Executes random small kernels, noting for each element whether its value can
/// have been computed, and compares that with the shapes that are inferred.
/// SMOLLY_RANDOM_KERNELS sets how many kernels, SMOLLY_RANDOM_SEED the first
/// seed.
///
//===----------------------------------------------------------------------===//

#include "Points.h"
#include "RandomKernel.h"
#include "TestSupport.h"
#include "smolly/Volume/ElementMap.h"
#include "smolly/Volume/ShapeInference.h"
#include <set>

using namespace smolly;
using namespace smolly::test;
using namespace smolly::volume;

namespace {

/// Executes a kernel.
class Execution {
public:
  Execution(const Kernel &K, const isl::set &At, Window Rule);

  /// The elements of each array whose values are there, now and ever.
  std::vector<std::set<Point>> There, Ever;
  /// Likewise the instances of each write.
  std::vector<std::vector<std::set<Point>>> Writes;

private:
  bool finds(unsigned Stmt, unsigned Read, const Point &Instance);
  void perform(unsigned Stmt, const Point &Instance);

  const Kernel &K;
  Window Rule;
  std::vector<std::vector<std::multimap<Point, Point>>> Relations;
};

class RandomShapesTest : public IslTest {
protected:
  Kernel kernel(unsigned Seed);
  /// \p Found, which is exact or errs on the side of \p Rule.
  void compare(const isl::set &Found, const isl::set &At,
               const std::set<Point> &Wanted, const Shapes &S, Window Rule);
  unsigned Exact = 0, Hard = 0, Kept = 0, Lost = 0;
};

} // namespace

Execution::Execution(const Kernel &K, const isl::set &At, Window Rule)
    : K(K), Rule(Rule) {
  for (const Array &A : K.Arrays) {
    There.emplace_back();
    for (const Point &P :
         pointsOf((A.Initially ? A.Extent : A.LiveIn).intersect_params(At)))
      There.back().insert(P);
  }
  Ever = There;
  std::map<Point, std::pair<unsigned, Point>> Order;
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    Relations.emplace_back();
    for (const Access &A : K.Statements[S].Accesses)
      Relations.back().push_back(pairsOf(A.Relation.intersect_params(At)));
    Writes.emplace_back(K.Statements[S].Accesses.size());
    for (auto &[Instance, Time] :
         pairsOf(K.Statements[S].Schedule.intersect_params(At)))
      Order[Time] = {S, Instance};
  }
  for (auto &[Time, Instance] : Order)
    perform(Instance.first, Instance.second);
}

bool Execution::finds(unsigned Stmt, unsigned Read, const Point &Instance) {
  const std::set<Point> &From = There[K.Statements[Stmt].Accesses[Read].Array];
  auto [Begin, End] = Relations[Stmt][Read].equal_range(Instance);
  auto IsThere = [&](const auto &Pair) { return From.count(Pair.second) > 0; };
  if (Begin == End)
    return true;
  return Rule == Window::Valid ? std::all_of(Begin, End, IsThere)
                               : std::any_of(Begin, End, IsThere);
}

void Execution::perform(unsigned Stmt, const Point &Instance) {
  const Statement &S = K.Statements[Stmt];
  std::vector<std::tuple<unsigned, Point, bool>> Stores;
  for (unsigned W = 0; W < S.Accesses.size(); ++W) {
    const Access &A = S.Accesses[W];
    if (!A.isWrite())
      continue;
    auto At = Relations[Stmt][W].find(Instance);
    if (At == Relations[Stmt][W].end())
      continue;
    bool Found = true;
    for (unsigned R : operandsOf(S, W))
      Found &= finds(Stmt, R, Instance);
    if (Found) {
      Writes[Stmt][W].insert(Instance);
      Ever[A.Array].insert(At->second);
    }
    // After a write that may happen, either value may be there.
    if (A.Kind == AccessKind::MayWrite) {
      bool Before = There[A.Array].count(At->second);
      for (auto &[Array, Element, Earlier] : Stores)
        if (Array == A.Array && Element == At->second)
          Before = Earlier;
      Found = Rule == Window::Valid ? Found && Before : Found || Before;
    }
    Stores.push_back({A.Array, At->second, Found});
  }
  for (auto &[Array, Element, Found] : Stores) {
    if (Found)
      There[Array].insert(Element);
    else
      There[Array].erase(Element);
  }
}

/// Inputs are not there as a whole, and writes may store constants and copies.
Kernel RandomShapesTest::kernel(unsigned Seed) {
  Kernel K = parse(KernelGenerator(Seed).kernel());
  std::mt19937 Random(Seed);
  for (Array &A : K.Arrays) {
    if (Random() % 8 == 0)
      A.Initially = ConstantZero;
    const char *Parts[] = {"x >= 0", "x < N", "x mod 2 = 0", "x != 1", "0 = 0"};
    bool IsFlat = isl_set_dim(A.Extent.get(), isl_dim_set) == 1;
    A.LiveIn = A.Extent.intersect(set("[N, M] -> { " + A.Name +
                                      (IsFlat ? "[x] : " : "[x, y] : ") +
                                      Parts[Random() % 5] + " }"));
  }
  for (Statement &S : K.Statements) {
    S.ReadsFirst = true;
    for (Access &A : S.Accesses)
      if (A.isWrite() && !A.CopyOf && Random() % 8 == 0)
        A.Constant = ConstantZero;
  }
  return K;
}

void RandomShapesTest::compare(const isl::set &Found, const isl::set &At,
                               const std::set<Point> &Wanted, const Shapes &S,
                               Window Rule) {
  Kept += Wanted.size();
  std::vector<Point> Points = pointsOf(Found.intersect_params(At));
  std::set<Point> Have(Points.begin(), Points.end());
  bool IsValid = Rule == Window::Valid;
  for (const Point &P : Have)
    EXPECT_TRUE(Wanted.count(P) || (!S.IsExact && !IsValid))
        << elementText("", P) << " is not there, "
        << (IsValid ? "valid" : "full");
  for (const Point &P : Wanted)
    EXPECT_TRUE(Have.count(P) || (!S.IsExact && IsValid))
        << elementText("", P) << " is there, " << (IsValid ? "valid" : "full");
}

namespace {

TEST_F(RandomShapesTest, ShapesAreThoseOfTheExecution) {
  unsigned First = fromEnvironment("SMOLLY_RANDOM_SEED", 1);
  unsigned Count = fromEnvironment("SMOLLY_RANDOM_KERNELS", 150);
  for (unsigned Seed = First; Seed < First + Count; ++Seed) {
    Kernel K = kernel(Seed);
    SCOPED_TRACE("seed " + std::to_string(Seed) + ": " + textOf(K));
    Dataflow D = flows(K);
    for (Window Rule : {Window::Valid, Window::Full}) {
      auto S = inferShapes(K, D, Rule, 3'000'000);
      if (!S) {
        ++Hard;
        llvm::consumeError(S.takeError());
        continue;
      }
      Exact += S->IsExact;
      for (const char *Values :
           {"N = 0 and M = 2", "N = 3 and M = 1", "N = 4 and M = 4"}) {
        isl::set At = set(std::string("[N, M] -> { : ") + Values + " }");
        Execution Run(K, At, Rule);
        for (unsigned A = 0; A < K.Arrays.size(); ++A) {
          compare(S->Elements[A], At, Run.Ever[A], *S, Rule);
          std::set<Point> Last;
          for (const Point &P :
               pointsOf(K.Arrays[A].LiveOut.intersect_params(At)))
            if (Run.There[A].count(P))
              Last.insert(P);
            else
              ++Lost;
          if (S->LiveOut[A])
            compare(*S->LiveOut[A], At, Last, *S, Rule);
        }
        for (unsigned I = 0; I < K.Statements.size(); ++I)
          for (unsigned W = 0; W < K.Statements[I].Accesses.size(); ++W)
            compare(S->Writes[I][W], At, Run.Writes[I][W], *S, Rule);
      }
    }
    if (HasFailure())
      return;
  }
  // It is not all or nothing, and rarely a guess or too hard.
  EXPECT_GT(Exact, Count);
  EXPECT_LT(Hard, 2 + Count / 25);
  EXPECT_GT(Kept, Count);
  EXPECT_GT(Lost, Count);
}

} // namespace
