//===- RandomIdleTest.cpp - Idle iterations of random kernels -------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random kernels are executed with and without their idle instances. What
/// statements compute is given by rules.
/// SMOLLY_RANDOM_KERNELS sets how many kernels, SMOLLY_RANDOM_SEED the first
/// seed.
///
//===----------------------------------------------------------------------===//

#include "Points.h"
#include "RandomKernel.h"
#include "RuleOracle.h"
#include "TestSupport.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace smolly;
using namespace smolly::test;
using namespace smolly::volume;

namespace {

/// The pairs of \p Function.
std::map<Point, Point> valuesOf(const isl::map &Function) {
  std::map<Point, Point> Result;
  for (const auto &Pair : pairsOf(Function))
    EXPECT_TRUE(Result.insert(Pair).second);
  return Result;
}

/// An instance of a statement, or an element of an array.
using Numbered = std::pair<unsigned, Point>;

size_t hashOf(size_t Value, const Numbered &Of) {
  Value = llvm::hash_combine(Value, Of.first);
  for (long Index : Of.second)
    Value = llvm::hash_combine(Value, Index);
  return Value;
}

/// What a write stores that does not copy: what it has read, or some number,
/// and the products of what it reads otherwise.
struct Computation {
  std::optional<unsigned> Old;
  std::vector<unsigned> Products[2];
};

/// A kernel, and what its writes store.
struct Program {
  Kernel K;
  std::vector<std::map<unsigned, Computation>> Computations;
  std::vector<Rule> Rules;
};

/// Adds the rules for the write \p Write of statement \p S of \p P: what stays
/// as it is where each product is zero.
void addRules(Program &P, unsigned S, unsigned Write) {
  const Computation &C = P.Computations[S][Write];
  const std::vector<unsigned> *Some = &C.Products[0], *Others = &C.Products[1];
  if (Some->empty())
    std::swap(Some, Others);
  if (!C.Old)
    return;
  for (unsigned Zero : *Some) {
    if (Others->empty())
      P.Rules.push_back({S, *C.Old, Write, {Zero}});
    for (unsigned Other : *Others)
      P.Rules.push_back({S, *C.Old, Write, {Zero, Other}});
  }
}

/// Says what write \p Write of statement \p S of \p P stores. Reads it adds are
/// behind the \p Count accesses that are there.
void addComputation(Program &P, unsigned S, unsigned Write, unsigned Count,
                    std::mt19937 &Random) {
  std::vector<Access> &Accesses = P.K.Statements[S].Accesses;
  isl::map Relation = Accesses[Write].Relation;
  if (std::optional<unsigned> Copied = Accesses[Write].CopyOf) {
    if (Relation.domain()
            .is_subset(Accesses[*Copied].Relation.domain())
            .is_true()) {
      P.Rules.push_back({S, *Copied, Write, {}});
      return;
    }
    Accesses[Write].CopyOf = std::nullopt;
  }
  if (Random() % 4 == 0) {
    Accesses[Write].Constant = Random() % 4 ? ConstantZero : "0x1";
    return;
  }
  Computation &C = P.Computations[S][Write];
  for (unsigned A = 0; A < Count; ++A)
    if (Accesses[A].isRead())
      C.Products[Random() % 3 == 0].push_back(A);
  if (Random() % 4) {
    C.Old = Accesses.size();
    Access Read;
    Read.Relation = Relation;
    Read.Array = Accesses[Write].Array;
    Accesses.push_back(std::move(Read));
  }
  addRules(P, S, Write);
}

/// Executes a program at some parameters without some instances. Whether a
/// may-write happens depends on the instance.
class Execution {
public:
  Execution(const Program &P, const isl::set &At,
            const std::vector<std::set<Point>> &Removed);

  size_t contents(const Numbered &Element) const;
  /// What each instance has read.
  std::map<Numbered, std::vector<std::optional<size_t>>> Reads;

private:
  void perform(const Numbered &Instance);
  size_t stored(const Numbered &Instance, unsigned Write) const;

  const Program &P;
  std::vector<std::vector<std::map<Point, Point>>> Relations;
  std::map<Numbered, size_t> Memory;
};

Execution::Execution(const Program &P, const isl::set &At,
                     const std::vector<std::set<Point>> &Removed)
    : P(P), Relations(P.K.Statements.size()) {
  std::map<Point, Numbered> Order;
  for (unsigned S = 0; S < P.K.Statements.size(); ++S) {
    const Statement &Stmt = P.K.Statements[S];
    for (const Access &A : Stmt.Accesses)
      Relations[S].push_back(valuesOf(A.Relation.intersect_params(At)));
    for (auto &[Instance, Time] : valuesOf(Stmt.Schedule.intersect_params(At)))
      if (!Removed[S].count(Instance))
        Order[Time] = {S, Instance};
  }
  for (auto &[Time, Instance] : Order)
    perform(Instance);
}

size_t Execution::contents(const Numbered &Element) const {
  auto It = Memory.find(Element);
  if (It != Memory.end())
    return It->second;
  return P.K.Arrays[Element.first].Initially ? 0 : hashOf(0, Element) | 1;
}

size_t Execution::stored(const Numbered &Instance, unsigned Write) const {
  const Access &A = P.K.Statements[Instance.first].Accesses[Write];
  const std::vector<std::optional<size_t>> &Values = Reads.at(Instance);
  if (A.Constant)
    return *A.Constant == ConstantZero ? 0 : 1;
  if (A.CopyOf)
    return *Values[*A.CopyOf];
  const Computation &C = P.Computations[Instance.first].at(Write);
  size_t Sum = C.Old ? *Values[*C.Old] : hashOf(1, Instance);
  if (C.Products[0].empty() && C.Products[1].empty())
    return Sum + 1;
  for (const std::vector<unsigned> &Product : C.Products) {
    size_t Value = !Product.empty();
    for (unsigned Read : Product)
      Value *= Values[Read].value_or(1);
    Sum += Value;
  }
  return Sum;
}

void Execution::perform(const Numbered &Instance) {
  auto &[S, Iterators] = Instance;
  const std::vector<Access> &Accesses = P.K.Statements[S].Accesses;
  std::vector<std::pair<Numbered, size_t>> Stores;
  Reads[Instance].resize(Accesses.size());
  for (bool Writes : {false, true})
    for (unsigned A = 0; A < Accesses.size(); ++A) {
      auto At = Relations[S][A].find(Iterators);
      if (Accesses[A].isWrite() != Writes || At == Relations[S][A].end())
        continue;
      Numbered Element = {Accesses[A].Array, At->second};
      if (!Writes)
        Reads[Instance][A] = contents(Element);
      else if (Accesses[A].Kind == AccessKind::MustWrite ||
               hashOf(2 + A, Instance) % 2)
        Stores.push_back({Element, stored(Instance, A)});
    }
  for (auto &[Element, Value] : Stores)
    Memory[Element] = Value;
}

class RandomIdleTest : public IslTest {
protected:
  Program program(unsigned Seed) const {
    std::mt19937 Random(Seed);
    Program P;
    P.K = parse(KernelGenerator(Seed).kernel());
    P.Computations.resize(P.K.Statements.size());
    for (Array &A : P.K.Arrays)
      if (Random() % 2)
        A.Initially = ConstantZero;
    for (unsigned S = 0; S < P.K.Statements.size(); ++S) {
      P.K.Statements[S].ReadsFirst = true;
      unsigned Count = P.K.Statements[S].Accesses.size();
      for (unsigned A = 0; A < Count; ++A)
        if (P.K.Statements[S].Accesses[A].isWrite())
          addComputation(P, S, A, Count, Random);
    }
    return P;
  }

  /// What is left without \p Idle reads and leaves behind what it did.
  void compare(const Program &P, const IdleSets &Idle, const isl::set &At) {
    std::vector<std::set<Point>> None(P.K.Statements.size()), Removed = None;
    for (unsigned S = 0; S < Removed.size(); ++S) {
      for (Point &Instance : pointsOf(Idle.Idle[S].intersect_params(At)))
        Removed[S].insert(std::move(Instance));
      Instances += Removed[S].size();
    }
    Execution All(P, At, None), Others(P, At, Removed);
    for (auto &[Instance, Values] : Others.Reads)
      EXPECT_EQ(Values, All.Reads.at(Instance))
          << P.K.Statements[Instance.first].Name;
    for (unsigned A = 0; A < P.K.Arrays.size(); ++A)
      for (const Point &Element :
           pointsOf(P.K.Arrays[A].LiveOut.intersect_params(At)))
        EXPECT_EQ(All.contents({A, Element}), Others.contents({A, Element}))
            << P.K.Arrays[A].Name;
  }

  /// Those that were removed.
  unsigned Instances = 0;
};

TEST_F(RandomIdleTest, IdleInstancesChangeNothing) {
  unsigned First = fromEnvironment("SMOLLY_RANDOM_SEED", 1);
  unsigned Count = fromEnvironment("SMOLLY_RANDOM_KERNELS", 150);
  for (unsigned Seed = First; Seed < First + Count; ++Seed) {
    Program P = program(Seed);
    SCOPED_TRACE("seed " + std::to_string(Seed) + ": " + textOf(P.K));
    RuleOracle Oracle(P.Rules);
    std::optional<IdleSets> Idle = findIdle(P.K, flows(P.K), Oracle);
    if (!Idle)
      continue;
    for (const char *Values :
         {"N = 0 and M = 2", "N = 3 and M = 1", "N = 4 and M = 4"})
      compare(P, *Idle, set(std::string("[N, M] -> { : ") + Values + " }"));
    if (HasFailure())
      return;
  }
  EXPECT_GT(Instances, Count / 4);
}

} // namespace
