//===- IdleTest.cpp - Iterations that change nothing ----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Idle instances of small kernels, and of random ones, which are executed with
/// and without them. What statements compute is given by rules.
/// SMOLLY_RANDOM_KERNELS sets how many kernels, SMOLLY_RANDOM_SEED the first
/// seed.
///
//===----------------------------------------------------------------------===//

#include "smolly/Volume/Idle.h"
#include "RandomKernel.h"
#include "TestSupport.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/point.h"
#include "isl/val.h"
#include <map>
#include <set>

using namespace smolly;
using namespace smolly::test;
using namespace smolly::volume;

namespace {

/// The write Write of a statement stores what its read Read has read, where all
/// of its reads Zeros find "0".
struct Rule {
  unsigned Stmt, Read, Write;
  std::vector<unsigned> Zeros;
};

class RuleOracle : public IdleOracle {
public:
  explicit RuleOracle(std::vector<Rule> Rules) : Rules(std::move(Rules)) {}

  bool mayBeIdle(unsigned S) const override { return S != Opaque; }
  bool canUse(unsigned, unsigned, const std::string &Value) const override {
    return Value == ConstantZero;
  }
  void assume(unsigned S, llvm::ArrayRef<KnownRead> Known) override {
    ++Assumptions;
    Stmt = S;
    Zeros.clear();
    for (const KnownRead &Read : Known) {
      EXPECT_EQ(Read.Value, ConstantZero);
      EXPECT_TRUE(Zeros.insert(Read.Access).second);
    }
  }
  bool isWrittenBack(unsigned Read, unsigned Write) const override {
    return llvm::any_of(Rules, [&](const Rule &R) {
      return R.Stmt == Stmt && R.Read == Read && R.Write == Write &&
             llvm::all_of(R.Zeros,
                          [&](unsigned Z) { return Zeros.count(Z) == 1; });
    });
  }

  /// A statement of which nothing can be said.
  std::optional<unsigned> Opaque;
  unsigned Assumptions = 0;

private:
  std::vector<Rule> Rules;
  unsigned Stmt = 0;
  std::set<unsigned> Zeros;
};

class IdleTest : public IslTest {
protected:
  /// A matrix is zero but where Band writes something, and then multiplied with
  /// a vector: Add, statement 2. \p Zero is the access that writes the zeros;
  /// \p More statements have a comma in front.
  Kernel product(const std::string &Zero, const std::string &More = "") const {
    return parse(R"({
      "context": "[N] -> { : N >= 1 }",
      "arrays": [
        { "name": "In", "extent": "[N] -> { In[i, k] : 0 <= i, k < N }",
          "live_in": "[N] -> { In[i, k] : 0 <= i, k < N }" },
        { "name": "A", "extent": "[N] -> { A[i, k] : 0 <= i, k < N }" },
        { "name": "X", "extent": "[N] -> { X[i] : 0 <= i < N }",
          "live_in": "[N] -> { X[i] : 0 <= i < N }" },
        { "name": "Y", "extent": "[N] -> { Y[i] : 0 <= i < N }",
          "live_in": "[N] -> { Y[i] : 0 <= i < N }",
          "live_out": "[N] -> { Y[i] : 0 <= i < N }" } ],
      "statements": [
        { "name": "Zero", "domain": "[N] -> { Zero[i, k] : 0 <= i, k < N }",
          "schedule": "{ Zero[i, k] -> [0, i, k] }", "accesses": [ )" +
                 Zero + R"( ] },
        { "name": "Band",
          "domain": "[N] -> { Band[i, k] : 0 <= i, k < N and -1 <= i - k <= 1 }",
          "schedule": "{ Band[i, k] -> [2, i, k] }", "accesses": [
            { "kind": "read", "relation": "{ Band[i, k] -> In[i, k] }" },
            { "kind": "write", "relation": "{ Band[i, k] -> A[i, k] }" } ] },
        { "name": "Add", "domain": "[N] -> { Add[i, k] : 0 <= i, k < N }",
          "schedule": "{ Add[i, k] -> [4, i, k] }", "accesses": [
            { "kind": "read", "relation": "{ Add[i, k] -> Y[i] }" },
            { "kind": "read", "relation": "{ Add[i, k] -> A[i, k] }" },
            { "kind": "read", "relation": "{ Add[i, k] -> X[k] }" },
            { "kind": "write", "relation": "{ Add[i, k] -> Y[i] }" } ] })" +
                 More + "] }");
  }
  const std::string ZeroMatrix = R"({ "kind": "write", "constant": "0",
    "relation": "{ Zero[i, k] -> A[i, k] }" })";
  const std::string OffBand =
      "[N] -> { Add[i, k] : 0 <= i, k < N and (k > i + 1 or k < i - 1) }";
  /// A product is zero if one of its factors is.
  const RuleOracle SumOfProducts{{{2, 0, 3, {1}}, {2, 0, 3, {2}}}};

  /// A sum is kept in a register along each row of a lower triangle: Sum,
  /// statement 2. It also passes it on, to instances of Store behind each of
  /// its own that is in \p Stored.
  Kernel chain(const std::string &Stored) const {
    return parse(R"({
      "context": "[N] -> { : N >= 1 }",
      "arrays": [
        { "name": "A", "extent": "[N] -> { A[i, k] : 0 <= i, k < N }",
          "initially": "0" },
        { "name": "Register", "extent": "{ Register[] }" },
        { "name": "Value", "extent": "{ Value[] }" },
        { "name": "Y", "extent": "[N] -> { Y[i, k] : 0 <= i, k < N }",
          "live_out": "[N] -> { Y[i, k] : 0 <= i, k < N }" } ],
      "statements": [
        { "name": "Fill", "domain": "[N] -> { Fill[i, k] : 0 <= k <= i < N }",
          "schedule": "{ Fill[i, k] -> [0, i, k, 0] }", "accesses": [
            { "kind": "write", "relation": "{ Fill[i, k] -> A[i, k] }" } ] },
        { "name": "First", "domain": "[N] -> { First[i] : 0 <= i < N }",
          "schedule": "{ First[i] -> [1, i, -1, 0] }", "accesses": [
            { "kind": "write", "relation": "{ First[i] -> Register[] }" } ] },
        { "name": "Sum", "domain": "[N] -> { Sum[i, k] : 0 <= i, k < N }",
          "schedule": "{ Sum[i, k] -> [1, i, k, 0] }", "accesses": [
            { "kind": "read", "relation": "{ Sum[i, k] -> Register[] }" },
            { "kind": "read", "relation": "{ Sum[i, k] -> A[i, k] }" },
            { "kind": "write", "relation": "{ Sum[i, k] -> Register[] }" },
            { "kind": "write", "relation": "{ Sum[i, k] -> Value[] }" } ] },
        { "name": "Store",
          "domain": "[N] -> { Store[i, k] : 0 <= i, k < N and )" +
                 Stored + R"( }",
          "schedule": "{ Store[i, k] -> [1, i, k, 1] }", "accesses": [
            { "kind": "read", "relation": "{ Store[i, k] -> Value[] }" },
            { "kind": "write", "relation": "{ Store[i, k] -> Y[i, k] }" } ] }
      ] })");
  }
  const RuleOracle SumInRegister{{{2, 0, 2, {1}}}};

  /// U[i] = f(Z0[i], Z1[i], ..., U[i]) for 0 <= i < 30: S, statement 2. All \p
  /// Count arrays are zero but where something is written, before 10 in Z0 and
  /// from 20 on in Z1. S also writes to Log, of which \p LogRead is live out.
  Kernel combination(unsigned Count, const std::string &LogRead) const {
    std::string Arrays, Reads;
    for (unsigned I = 0; I < Count; ++I) {
      std::string Element = "Z" + std::to_string(I) + "[i]";
      Arrays += R"({ "name": "Z)" + std::to_string(I) + R"(", "extent": "{ )" +
                Element + R"( : 0 <= i < 30 }", "initially": "0" }, )";
      Reads += R"({ "kind": "read", "relation": "{ S[i] -> )" + Element +
               R"( }" }, )";
    }
    return parse(R"({ "arrays": [ )" + Arrays + R"(
        { "name": "U", "extent": "{ U[i] : 0 <= i < 30 }",
          "live_in": "{ U[i] : 0 <= i < 30 }",
          "live_out": "{ U[i] : 0 <= i < 30 }" },
        { "name": "Log", "extent": "{ Log[i] : 0 <= i < 30 }",
          "live_out": "{ Log[i] : )" +
                 LogRead + R"( }" } ],
      "statements": [
        { "name": "First", "domain": "{ First[i] : 0 <= i < 10 }",
          "schedule": "{ First[i] -> [0, i] }", "accesses": [
            { "kind": "write", "relation": "{ First[i] -> Z0[i] }" } ] },
        { "name": "Last", "domain": "{ Last[i] : 20 <= i < 30 }",
          "schedule": "{ Last[i] -> [1, i] }", "accesses": [
            { "kind": "write", "relation": "{ Last[i] -> Z1[i] }" } ] },
        { "name": "S", "domain": "{ S[i] : 0 <= i < 30 }",
          "schedule": "{ S[i] -> [2, i] }", "accesses": [ )" +
                 Reads + R"(
            { "kind": "read", "relation": "{ S[i] -> U[i] }" },
            { "kind": "write", "relation": "{ S[i] -> U[i] }" },
            { "kind": "write", "relation": "{ S[i] -> Log[i] }" } ] } ] })");
  }

  std::optional<IdleSets> idle(const Kernel &K, RuleOracle Oracle) const {
    return findIdle(K, flows(K), Oracle);
  }

  /// The idle instances are those in the text, all of one statement, which
  /// reads constants from \p Arrays.
  void expect(const std::optional<IdleSets> &Found, const std::string &Text,
              const std::vector<unsigned> &Arrays) const {
    SCOPED_TRACE(Text);
    ASSERT_TRUE(Found);
    ASSERT_EQ(Found->Idle.size(), Found->Arrays.size());
    isl::set Left = set(Text);
    for (unsigned S = 0; S < Found->Idle.size(); ++S) {
      const isl::set &Idle = Found->Idle[S];
      bool IsWanted = Left.is_equal(Idle).is_true();
      EXPECT_TRUE(IsWanted || Idle.is_empty().is_true()) << S;
      EXPECT_EQ(std::vector<unsigned>(Found->Arrays[S].begin(),
                                      Found->Arrays[S].end()),
                IsWanted ? Arrays : std::vector<unsigned>());
      if (IsWanted)
        Left = isl::set::empty(Left.get_space());
    }
    EXPECT_TRUE(Left.is_empty().is_true());
  }
};

TEST_F(IdleTest, FindsWhatIsOffTheBand) {
  expect(idle(product(ZeroMatrix), SumOfProducts), OffBand, {1});
}

TEST_F(IdleTest, KnowsWhatWasThereBefore) {
  Kernel K = product("");
  K.Arrays[1].Initially = ConstantZero;
  expect(idle(K, SumOfProducts), OffBand, {1});
  K.Arrays[1].Initially = std::nullopt;
  K.Arrays[2].Initially = ConstantZero;
  expect(idle(K, SumOfProducts), "[N] -> { Add[i, k] : 0 <= i, k < N }", {2});
}

TEST_F(IdleTest, LeavesWhatNobodyKnowsAnythingOf) {
  Kernel K = product(ZeroMatrix);
  EXPECT_FALSE(idle(K, RuleOracle({})));
  RuleOracle Oracle = SumOfProducts;
  Oracle.Opaque = 2;
  EXPECT_FALSE(idle(K, Oracle));
  K.Statements[2].OnlyWrites = false;
  EXPECT_FALSE(idle(K, SumOfProducts));
  K.Statements[2].OnlyWrites = true;
  EXPECT_TRUE(idle(K, SumOfProducts));
  K.Arrays[3].LiveOut = isl::set::empty(K.Arrays[3].Extent.get_space());
  EXPECT_FALSE(idle(K, RuleOracle({}))) << "what is dead is not idle";
}

TEST_F(IdleTest, AsksNothingWithoutConstants) {
  Kernel K = product(ZeroMatrix);
  RuleOracle Oracle = SumOfProducts;
  EXPECT_TRUE(mayHaveIdle(K, Oracle));
  std::optional<std::string> &Stored = K.Statements[0].Accesses[0].Constant;
  Stored = std::nullopt;
  EXPECT_FALSE(mayHaveIdle(K, Oracle));
  EXPECT_FALSE(findIdle(K, flows(K), Oracle));
  Stored = "0x1";
  EXPECT_TRUE(mayHaveIdle(K, Oracle));
  EXPECT_FALSE(findIdle(K, flows(K), Oracle));
  EXPECT_EQ(Oracle.Assumptions, 0u);
}

TEST_F(IdleTest, LeavesReadsThatMayFindSomethingElse) {
  auto Changed = [&](const std::string &Time) {
    return product(ZeroMatrix, R"(, { "name": "Maybe",
      "domain": "[N] -> { Maybe[i] : 0 <= i < N - 5 }",
      "schedule": "{ Maybe[i] -> [)" +
                                   Time + R"(, i, 0] }", "accesses": [
        { "kind": "may_write", "relation": "{ Maybe[i] -> A[i, i + 5] }" } ] })");
  };
  expect(idle(Changed("3"), SumOfProducts),
         "[N] -> { Add[i, k] : 0 <= i, k < N and k != i + 5 and "
         "(k > i + 1 or k < i - 1) }",
         {1});
  expect(idle(Changed("-1"), SumOfProducts), OffBand, {1});
  expect(idle(Changed("5"), SumOfProducts), OffBand, {1});
}

TEST_F(IdleTest, LeavesReadsOfSeveralElements) {
  Kernel K = product(ZeroMatrix);
  K.Statements[2].Accesses[1].Relation = map(
      "[N] -> { Add[i, k] -> A[i, l] : 0 <= i, k, l < N and k <= l <= k + 1 }");
  K.alignParameters();
  EXPECT_FALSE(idle(K, SumOfProducts));
}

TEST_F(IdleTest, KeepsWhatIsPassedOn) {
  expect(idle(chain("k = N - 1"), SumInRegister),
         "[N] -> { Sum[i, k] : 0 <= i < k < N - 1 }", {0});
  expect(idle(chain("3 <= k <= 4"), SumInRegister),
         "[N] -> { Sum[i, k] : 0 <= i < k < N and (k < 3 or k > 4) }", {0});
  expect(idle(chain("k < 0"), SumInRegister),
         "[N] -> { Sum[i, k] : 0 <= i < k < N }", {0});
  EXPECT_FALSE(idle(chain("k >= 0"), SumInRegister)) << "each sum is stored";
}

TEST_F(IdleTest, KeepsWhatHasAnotherUse) {
  RuleOracle Oracle({{2, 2, 3, {0, 1}}});
  EXPECT_FALSE(idle(combination(2, "0 <= i < 30"), Oracle));
  expect(idle(combination(2, "i < 15"), Oracle), "{ S[i] : 15 <= i < 20 }",
         {0, 1});
}

TEST_F(IdleTest, CombinesReads) {
  Kernel K = combination(2, "i < 0");
  expect(idle(K, RuleOracle({{2, 2, 3, {0, 1}}})), "{ S[i] : 10 <= i < 20 }",
         {0, 1});
  expect(idle(K, RuleOracle({{2, 2, 3, {0}}})), "{ S[i] : 10 <= i < 30 }", {0});
  expect(idle(K, RuleOracle({{2, 2, 3, {0}}, {2, 2, 3, {1}}})),
         "{ S[i] : 0 <= i < 30 }", {0, 1});
}

TEST_F(IdleTest, TriesABoundedNumberOfCases) {
  RuleOracle Each({});
  Kernel Small = combination(4, "i < 0"), Large = combination(8, "i < 0");
  EXPECT_FALSE(findIdle(Small, flows(Small), Each));
  EXPECT_EQ(Each.Assumptions, 15u) << "each combination once";
  expect(idle(Large, RuleOracle({{2, 8, 9, {6, 7}}})), "{ S[i] : 0 <= i < 30 }",
         {6, 7});
  RuleOracle All({{2, 8, 9, {0, 1, 2, 3, 4, 5, 6, 7}}});
  EXPECT_FALSE(findIdle(Large, flows(Large), All));
  EXPECT_LT(All.Assumptions, 64u);
}

TEST_F(IdleTest, WritesBackToTheSamePlaceOnly) {
  Kernel K = parse(R"({ "arrays": [
      { "name": "Z", "extent": "{ Z[i] : 0 <= i < 9 }", "initially": "0" },
      { "name": "M", "extent": "{ M[i, k] : 0 <= i, k < 9 }",
        "live_in": "{ M[i, k] }", "live_out": "{ M[i, k] }" } ],
    "statements": [
      { "name": "Turn", "domain": "{ Turn[i, k] : 0 <= i, k < 9 }",
        "schedule": "{ Turn[i, k] -> [i, k] }", "accesses": [
          { "kind": "read", "relation": "{ Turn[i, k] -> M[i, k] }" },
          { "kind": "read", "relation": "{ Turn[i, k] -> Z[i] }" },
          { "kind": "write", "relation": "{ Turn[i, k] -> M[k, i] }" } ] } ]
    })");
  expect(idle(K, RuleOracle({{0, 0, 2, {1}}})),
         "{ Turn[i, k] : 0 <= i < 9 and k = i }", {0});
}

TEST_F(IdleTest, FindsAllOrNothingWithinABudget) {
  Kernel K = product(ZeroMatrix);
  Dataflow D = flows(K);
  unsigned Nothing = 0;
  for (unsigned long Operations = 1; Operations < 100'000'000;
       Operations *= 2) {
    RuleOracle Oracle = SumOfProducts;
    std::optional<IdleSets> Found = findIdle(K, D, Oracle, Operations);
    if (Found)
      expect(Found, OffBand, {1});
    else
      ++Nothing;
  }
  EXPECT_GE(Nothing, 5u);
  EXPECT_LE(Nothing, 24u);
}

using Point = std::vector<long>;

/// The points of \p Set.
std::vector<Point> pointsOf(const isl::set &Set) {
  std::vector<Point> Result;
  int Dims = isl_set_dim(Set.get(), isl_dim_set);
  Set.foreach_point([&](isl::point P) {
    Result.emplace_back();
    for (int Dim = 0; Dim < Dims; ++Dim)
      Result.back().push_back(isl_val_get_num_si(
          isl::manage(isl_point_get_coordinate_val(P.get(), isl_dim_set, Dim))
              .get()));
    return isl::stat::ok();
  });
  return Result;
}

/// The pairs of \p Function.
std::map<Point, Point> pairsOf(const isl::map &Function) {
  std::map<Point, Point> Result;
  int In = isl_map_dim(Function.get(), isl_dim_in);
  for (const Point &P : pointsOf(Function.wrap()))
    EXPECT_TRUE(Result
                    .insert({Point(P.begin(), P.begin() + In),
                             Point(P.begin() + In, P.end())})
                    .second);
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
      Relations[S].push_back(pairsOf(A.Relation.intersect_params(At)));
    for (auto &[Instance, Time] : pairsOf(Stmt.Schedule.intersect_params(At)))
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
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    printKernel(OS, P.K);
    SCOPED_TRACE("seed " + std::to_string(Seed) + ": " + Text);
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
