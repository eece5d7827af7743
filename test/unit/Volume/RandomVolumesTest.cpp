//===- RandomVolumesTest.cpp - Random programs, by execution --------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Executes random small kernels with sets of inputs in place of numbers, and
/// compares what the outputs hold with the element map, facts and regions.
/// SMOLLY_RANDOM_KERNELS sets how many kernels, SMOLLY_RANDOM_SEED the first
/// seed.
///
//===----------------------------------------------------------------------===//

#include "Points.h"
#include "RandomKernel.h"
#include "TestSupport.h"
#include "smolly/Volume/Regions.h"
#include <map>
#include <set>

using namespace smolly;
using namespace smolly::test;
using namespace smolly::volume;

namespace {

/// What is known of one value.
struct Value {
  /// Elements of volumes that it is computed from, as text.
  std::set<std::string> Sources;
  /// Facts of values that were used on the way, by "fact, statement, access".
  std::set<std::string> Uses;
  std::optional<std::string> Constant;
  /// An element of an input that it is a copy of.
  std::string Origin;
};

/// Executes a kernel whose may-writes happen every other time.
class Execution {
public:
  Execution(const Kernel &K, const isl::set &At) : K(K), At(At) {}
  std::map<std::string, Value> run();

private:
  Value read(unsigned Stmt, unsigned Access, const Point &Instance,
             Value *Whole);
  void perform(unsigned Stmt, const Point &Instance);
  std::multimap<Point, Point> &relation(unsigned Stmt, unsigned Access);

  const Kernel &K;
  isl::set At;
  std::map<std::string, Value> Memory;
  std::map<std::pair<unsigned, unsigned>, std::multimap<Point, Point>>
      Relations;
  unsigned MayWrites = 0;
};

/// Computes random kernels whose writes store constants and copies, too.
class RandomVolumesTest : public IslTest {
protected:
  Kernel kernel(unsigned Seed);
  void compareMap(const Kernel &K, const ElementMap &M, const isl::set &At,
                  const std::map<std::string, Value> &Memory);
  void compareRegions(const Kernel &K, const Dataflow &D, const ElementMap &M,
                      unsigned Array, const isl::set &At,
                      const std::map<std::string, Value> &Memory);
  unsigned Exact = 0, Constants = 0, Copies = 0, Uses = 0;
};

} // namespace

std::multimap<Point, Point> &Execution::relation(unsigned Stmt,
                                                 unsigned Access) {
  auto [It, IsNew] = Relations.try_emplace({Stmt, Access});
  if (IsNew)
    It->second = pairsOf(
        K.Statements[Stmt].Accesses[Access].Relation.intersect_params(At));
  return It->second;
}

/// All that \p Access reads, added up; the one value that it reads in \p Whole.
Value Execution::read(unsigned Stmt, unsigned Access, const Point &Instance,
                      Value *Whole) {
  Value Sum;
  const smolly::Access &A = K.Statements[Stmt].Accesses[Access];
  const Array &From = K.Arrays[A.Array];
  auto [Begin, End] = relation(Stmt, Access).equal_range(Instance);
  for (auto It = Begin; It != End; ++It) {
    std::string Element = elementText(From.Name, It->second);
    auto [Found, IsNew] = Memory.try_emplace(Element);
    if (IsNew)
      Found->second = {{Element}, {}, From.Initially, Element};
    const Value &V = Found->second;
    Sum.Sources.insert(V.Sources.begin(), V.Sources.end());
    Sum.Uses.insert(V.Uses.begin(), V.Uses.end());
    if (V.Constant)
      Sum.Uses.insert(*V.Constant + ", " + std::to_string(Stmt) + ", " +
                      std::to_string(Access));
    if (Whole)
      *Whole = V;
  }
  return Sum;
}

void Execution::perform(unsigned Stmt, const Point &Instance) {
  const Statement &S = K.Statements[Stmt];
  std::vector<std::pair<std::string, Value>> Stores;
  for (unsigned W = 0; W < S.Accesses.size(); ++W) {
    const Access &A = S.Accesses[W];
    auto At = A.isWrite() ? relation(Stmt, W).find(Instance)
                          : std::multimap<Point, Point>::iterator();
    if (!A.isWrite() || At == relation(Stmt, W).end())
      continue;
    if (A.Kind == AccessKind::MayWrite && ++MayWrites % 2)
      continue;
    Value Stored;
    if (A.Constant)
      Stored = {{constantVolume(*A.Constant) + "[]"}, {}, A.Constant, ""};
    for (unsigned R : operandsOf(S, W)) {
      Value Own = read(Stmt, R, Instance, A.CopyOf ? &Stored : nullptr);
      if (!A.CopyOf) {
        Stored.Sources.insert(Own.Sources.begin(), Own.Sources.end());
        Stored.Uses.insert(Own.Uses.begin(), Own.Uses.end());
      }
    }
    if (Stored.Sources.empty())
      Stored.Sources.insert(elementText(S.Name, Instance));
    Stores.push_back(
        {elementText(K.Arrays[A.Array].Name, At->second), std::move(Stored)});
  }
  for (auto &[Element, Stored] : Stores)
    Memory[Element] = std::move(Stored);
}

std::map<std::string, Value> Execution::run() {
  std::map<Point, std::pair<unsigned, Point>> Order;
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (auto &[Instance, Time] :
         pairsOf(K.Statements[S].Schedule.intersect_params(At)))
      Order[Time] = {S, Instance};
  for (auto &[Time, Instance] : Order)
    perform(Instance.first, Instance.second);
  return std::move(Memory);
}

Kernel RandomVolumesTest::kernel(unsigned Seed) {
  Kernel K = parse(KernelGenerator(Seed).kernel());
  std::mt19937 Random(Seed);
  for (Array &A : K.Arrays)
    if (Random() % 4 == 0)
      A.Initially = ConstantZero;
  for (Statement &S : K.Statements) {
    S.ReadsFirst = true;
    for (Access &A : S.Accesses) {
      unsigned Read = Random() % S.Accesses.size(), Choice = Random() % 6;
      if (A.isRead() || A.CopyOf || Choice > 1)
        continue;
      if (Choice == 0)
        A.Constant = Random() % 2 ? "0x1" : ConstantZero;
      else if (S.Accesses[Read].isRead() &&
               A.Relation.domain()
                   .is_subset(S.Accesses[Read].Relation.domain())
                   .is_true())
        A.CopyOf = Read;
    }
  }
  for (Statement &S : K.Statements)
    for (Access &A : S.Accesses)
      if (A.CopyOf && !A.Relation.domain()
                           .is_subset(S.Accesses[*A.CopyOf].Relation.domain())
                           .is_true())
        A.CopyOf = std::nullopt;
  return K;
}

void RandomVolumesTest::compareMap(const Kernel &K, const ElementMap &M,
                                   const isl::set &At,
                                   const std::map<std::string, Value> &Memory) {
  std::map<std::string, std::set<std::string>> Found, Wanted;
  M.Map.intersect_params(At).foreach_map([&](isl::map Part) {
    std::string In = isl_map_get_tuple_name(Part.get(), isl_dim_in);
    std::string Out = isl_map_get_tuple_name(Part.get(), isl_dim_out);
    for (auto &[From, To] : pairsOf(Part))
      Found[elementText(In, From)].insert(elementText(Out, To));
    return isl::stat::ok();
  });
  for (const Array &A : K.Arrays)
    for (const Point &P : pointsOf(A.LiveOut.intersect_params(At))) {
      std::string Element = elementText(A.Name, P);
      auto It = Memory.find(Element);
      Wanted[Element] = It == Memory.end() ? std::set<std::string>{Element}
                                           : It->second.Sources;
      for (const std::string &Source : Wanted[Element])
        EXPECT_TRUE(Found[Element].count(Source))
            << Element << " needs " << Source;
    }
  if (!M.IsExact)
    return;
  ++Exact;
  EXPECT_EQ(Found, Wanted);
}

void RandomVolumesTest::compareRegions(
    const Kernel &K, const Dataflow &D, const ElementMap &M, unsigned Array,
    const isl::set &At, const std::map<std::string, Value> &Memory) {
  auto O = findRegions(K, D, M, Array, 10'000'000);
  ASSERT_TRUE(bool(O)) << llvm::toString(O.takeError());
  isl::set All = isl::set::empty(O->Domain.get_space());
  for (const Region &R : O->Regions) {
    EXPECT_TRUE(All.is_disjoint(R.Set).is_true());
    All = All.unite(R.Set);
    for (unsigned I = 0; I < O->Marks.size(); ++I)
      EXPECT_EQ(R.Set.is_subset(O->Marks[I].Set).is_true(),
                std::count(R.Marks.begin(), R.Marks.end(), I) == 1);
    if (R.Box) {
      EXPECT_TRUE(elementsOf(*R.Box, R.Set).is_equal(R.Set).is_true());
    }
  }
  EXPECT_TRUE(All.is_equal(O->Domain).is_true());
  std::map<std::string, std::set<std::string>> Used;
  for (const Mark &Each : O->Marks)
    for (const Point &P : pointsOf(Each.Set.intersect_params(At))) {
      std::string Element = elementText(K.Arrays[Array].Name, P);
      auto It = Memory.find(Element);
      bool Untouched = It == Memory.end();
      if (Each.Kind == MarkKind::Is) {
        EXPECT_EQ(Untouched ? K.Arrays[Array].Initially : It->second.Constant,
                  Each.Name)
            << Element;
        ++Constants;
      } else if (Each.Kind == MarkKind::Copy && !Untouched) {
        EXPECT_EQ(It->second.Origin.substr(0, Each.Name.size() + 1),
                  Each.Name + "[")
            << Element;
        ++Copies;
      } else if (Each.Kind == MarkKind::Unwritten) {
        EXPECT_TRUE(Untouched || It->second.Origin == Element) << Element;
      } else if (Each.Kind == MarkKind::Uses) {
        Used[Element].insert(Each.Name + ", " + std::to_string(Each.Use->Stmt) +
                             ", " + std::to_string(Each.Use->Access));
      }
    }
  for (const Point &P : pointsOf(O->Domain.intersect_params(At))) {
    std::string Element = elementText(K.Arrays[Array].Name, P);
    auto It = Memory.find(Element);
    if (It == Memory.end())
      continue;
    for (const std::string &Use : It->second.Uses)
      EXPECT_TRUE(Used[Element].count(Use)) << Element << " uses " << Use;
    if (M.IsExact) {
      EXPECT_EQ(Used[Element].size(), It->second.Uses.size()) << Element;
    }
    Uses += It->second.Uses.size();
  }
}

namespace {

TEST_F(RandomVolumesTest, MapsAndFactsAreThoseOfTheExecution) {
  unsigned First = fromEnvironment("SMOLLY_RANDOM_SEED", 1);
  unsigned Count = fromEnvironment("SMOLLY_RANDOM_KERNELS", 150);
  for (unsigned Seed = First; Seed < First + Count; ++Seed) {
    Kernel K = kernel(Seed);
    SCOPED_TRACE("seed " + std::to_string(Seed) + ": " + textOf(K));
    Dataflow D = flows(K);
    auto M = findElementMap(K, D, 3'000'000);
    ASSERT_TRUE(bool(M)) << llvm::toString(M.takeError());
    for (const char *Values :
         {"N = 0 and M = 2", "N = 3 and M = 1", "N = 4 and M = 4"}) {
      isl::set At = set(std::string("[N, M] -> { : ") + Values + " }");
      std::map<std::string, Value> Memory = Execution(K, At).run();
      compareMap(K, *M, At, Memory);
      for (unsigned A = 0; A < K.Arrays.size(); ++A)
        if (K.Arrays[A].LiveOut.is_empty().is_false())
          compareRegions(K, D, *M, A, At, Memory);
    }
    if (HasFailure())
      return;
  }
  EXPECT_GT(Exact, Count);
  EXPECT_GT(Constants, Count);
  EXPECT_GT(Copies, Count);
  EXPECT_GT(Uses, Count);
}

} // namespace
