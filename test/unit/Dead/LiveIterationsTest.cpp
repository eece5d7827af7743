//===- LiveIterationsTest.cpp - The examples of the slides, and executions ===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Dead/LiveIterations.h"
#include "RandomKernel.h"
#include "TestSupport.h"
#include "smolly/Dead/DeadPrinter.h"
#include "smolly/Dead/Diagnosis.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/point.h"
#include "isl/set.h"
#include "isl/val.h"
#include <algorithm>
#include <set>

using namespace smolly;
using namespace smolly::test;

namespace {

using Point = std::vector<long>;
using Parameters = std::map<std::string, long>;

constexpr DeadMethod AllMethods[] = {DeadMethod::Best, DeadMethod::Traversal,
                                     DeadMethod::Exact, DeadMethod::AffineHull};

/// \p Set at \p At, without its parameters.
isl::set fixed(isl::set Set, const Parameters &At) {
  for (int I = isl_set_dim(Set.get(), isl_dim_param) - 1; I >= 0; --I) {
    const char *Name = isl_set_get_dim_name(Set.get(), isl_dim_param, I);
    Set = isl::manage(
        isl_set_fix_si(Set.release(), isl_dim_param, I, At.at(Name)));
  }
  return Set.project_out_all_params();
}

std::vector<Point> pointsOf(const isl::set &Set) {
  std::vector<Point> Result;
  unsigned Dims = isl_set_dim(Set.get(), isl_dim_set);
  Set.foreach_point([&](isl::point P) {
    Point Coordinates;
    for (unsigned I = 0; I < Dims; ++I) {
      isl::val V =
          isl::manage(isl_point_get_coordinate_val(P.get(), isl_dim_set, I));
      Coordinates.push_back(isl_val_get_num_si(V.get()));
    }
    Result.push_back(Coordinates);
    return isl::stat::ok();
  });
  return Result;
}

/// The pairs of \p Map at \p At.
std::vector<std::pair<Point, Point>> pairsOf(const isl::map &Map,
                                             const Parameters &At) {
  unsigned In = isl_map_dim(Map.get(), isl_dim_in);
  isl::set Flat = isl::manage(isl_map_wrap(Map.copy())).flatten();
  std::vector<std::pair<Point, Point>> Result;
  for (const Point &P : pointsOf(fixed(Flat, At)))
    Result.push_back(
        {Point(P.begin(), P.begin() + In), Point(P.begin() + In, P.end())});
  return Result;
}

/// Executes a kernel at given parameters and finds out what was of use.
class Execution {
public:
  Execution(const Kernel &K, const Parameters &At) : K(K), At(At) {}

  /// The live instances of each statement.
  std::vector<std::set<Point>> run();

private:
  struct Instance {
    Point Time;
    unsigned Stmt;
    Point Iterators;
    /// Numbers of the instances that wrote what it reads, or may have.
    std::set<unsigned> Sources;
    bool IsLive = false;
  };
  using Element = std::pair<unsigned, Point>;

  std::vector<Element> elements(const Instance &I, bool Writes, bool May) const;
  void execute(unsigned Number);
  void write(unsigned Number, bool May);

  const Kernel &K;
  Parameters At;
  std::vector<Instance> Instances;
  std::vector<std::vector<std::multimap<Point, Point>>> Accesses;
  /// For each element the instances that may have written its value.
  std::map<Element, std::set<unsigned>> Writers;
};

std::vector<Execution::Element>
Execution::elements(const Instance &I, bool Writes, bool May) const {
  std::vector<Element> Result;
  const auto &List = K.Statements[I.Stmt].Accesses;
  for (unsigned A = 0; A < List.size(); ++A) {
    if (List[A].isWrite() != Writes ||
        (List[A].Kind == AccessKind::MayWrite) != May)
      continue;
    auto Range = Accesses[I.Stmt][A].equal_range(I.Iterators);
    for (auto It = Range.first; It != Range.second; ++It)
      Result.push_back({List[A].Array, It->second});
  }
  return Result;
}

void Execution::write(unsigned Number, bool May) {
  for (const Element &E : elements(Instances[Number], true, May)) {
    if (!May)
      Writers[E].clear();
    Writers[E].insert(Number);
  }
}

void Execution::execute(unsigned Number) {
  Instance &I = Instances[Number];
  auto Read = [&] {
    for (const Element &E : elements(I, false, false))
      I.Sources.insert(Writers[E].begin(), Writers[E].end());
  };
  Read();
  write(Number, false);
  write(Number, true);
  // Where reads may come behind writes they may find either value.
  if (!K.Statements[I.Stmt].ReadsFirst)
    Read();
}

std::vector<std::set<Point>> Execution::run() {
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    Accesses.emplace_back();
    for (const Access &A : K.Statements[S].Accesses) {
      Accesses.back().emplace_back();
      for (auto &[Iterators, Element] : pairsOf(A.Relation, At))
        Accesses.back().back().insert({Iterators, Element});
    }
    for (auto &[Iterators, Time] : pairsOf(K.Statements[S].Schedule, At))
      Instances.push_back({Time, S, Iterators, {}, false});
  }
  llvm::sort(Instances, [](const Instance &A, const Instance &B) {
    return A.Time < B.Time;
  });
  for (unsigned I = 0; I < Instances.size(); ++I)
    execute(I);
  for (const auto &Entry : Writers) {
    isl::set LiveOut = fixed(K.Arrays[Entry.first.first].LiveOut, At);
    for (unsigned D = 0; D < Entry.first.second.size(); ++D)
      LiveOut = LiveOut.fix_si(isl::dim::set, D, Entry.first.second[D]);
    if (LiveOut.is_empty().is_false())
      for (unsigned Writer : Entry.second)
        Instances[Writer].IsLive = true;
  }
  std::vector<std::set<Point>> Live(K.Statements.size());
  for (unsigned I = Instances.size(); I-- > 0;) {
    if (!Instances[I].IsLive)
      continue;
    Live[Instances[I].Stmt].insert(Instances[I].Iterators);
    for (unsigned Source : Instances[I].Sources)
      Instances[Source].IsLive = true;
  }
  return Live;
}

class LiveIterationsTest : public IslTest {
protected:
  LiveIterations find(const Kernel &K, DeadMethod Method) {
    auto Live = findLiveIterations(K, flows(K), {Method});
    if (Live)
      return std::move(*Live);
    ADD_FAILURE() << llvm::toString(Live.takeError());
    return {};
  }
  /// Live iterations of all statements.
  long count(const std::string &Name, DeadMethod Method, const Parameters &At) {
    Kernel K = load("dead/" + Name);
    long Sum = 0;
    for (const isl::set &Live : find(K, Method).Live)
      Sum += countAt(Live, At).value_or(-1'000'000);
    return Sum;
  }
  void expectCounts(const std::string &Name, const Parameters &At,
                    std::array<long, 4> Expected) {
    for (unsigned I = 0; I < 4; ++I)
      EXPECT_EQ(count(Name, AllMethods[I], At), Expected[I])
          << Name << ", method " << I;
  }
};

/// Expects what is executed of \p K to read only what is executed, to contain
/// \p Live, and to be of no more than \p MaxPieces pieces, or all there is.
void expectSimplified(const Kernel &K, const Dataflow &D,
                      const LiveIterations &Live,
                      const LiveIterations &Executed, int MaxPieces) {
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    const isl::set &Set = Executed.Live[S];
    EXPECT_TRUE(Live.Live[S].is_subset(Set).is_true()) << S;
    EXPECT_TRUE(Set.unite(Executed.Dead[S])
                    .is_equal(Live.Live[S].unite(Live.Dead[S]))
                    .is_true())
        << S;
    EXPECT_TRUE(isl_set_n_basic_set(Set.get()) <= MaxPieces ||
                Executed.Dead[S].is_empty().is_true())
        << S;
  }
  for (const Flow &F : D.Flows)
    EXPECT_TRUE(Executed.Live[F.Read.Stmt]
                    .apply(F.Sources)
                    .is_subset(Executed.Live[F.Write.Stmt])
                    .is_true());
}

TEST_F(LiveIterationsTest, FindsWhatIsNotClosed) {
  Kernel K = load("dead/matmul-triangular");
  Dataflow D = flows(K);
  LiveIterations Live = find(K, DeadMethod::Best);
  EXPECT_TRUE(isClosed(K, D, Live, 10'000'000));
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    LiveIterations Less = Live;
    Less.Dead[S] = Live.Live[S].unite(Live.Dead[S]);
    Less.Live[S] = Live.Live[S].subtract(Live.Live[S].lexmax());
    EXPECT_FALSE(isClosed(K, D, Less, 10'000'000)) << S;
  }
  EXPECT_FALSE(isClosed(K, D, Live, 1));
}

// In the order Best, Traversal, Exact, AffineHull.
TEST_F(LiveIterationsTest, FindsWhatTheSlidesSay) {
  // n^3 becomes n^2.
  expectCounts("matmul-diagonal", {{"M", 8}, {"P", 8}}, {80, 80, 80, 80});
  // Half of the iterations, where the hull keeps all.
  expectCounts("matmul-triangular", {{"M", 8}, {"P", 8}}, {360, 360, 360, 640});
  // One tile of 64 times 64, and none of the eight border cases.
  expectCounts("mean-filter-tile", {{"H", 192}, {"W", 200}},
               {4096, 4096, 4096, 4096});
  // Half of the board.
  expectCounts("roberts-checkerboard", {{"H", 11}, {"W", 13}},
               {40, 40, 40, 40});
  expectCounts(
      "mean-roberts-tile",
      {{"H", 30}, {"W", 40}, {"LB0", 5}, {"UB0", 10}, {"LB1", 7}, {"UB1", 20}},
      {273, 273, 273, 28 * 38 + 2 * 27 * 37});
  expectCounts("dependence-cycle", {}, {29, 29, 29, 34});
}

TEST_F(LiveIterationsTest, VisitsCyclesInTheOnlyValidOrder) {
  Kernel K = load("dead/dependence-cycle");
  for (DeadMethod Method : {DeadMethod::Best, DeadMethod::Traversal})
    EXPECT_EQ(find(K, Method).Order, (std::vector<unsigned>{3, 2, 1, 0}));
}

TEST_F(LiveIterationsTest, ClosesCyclesThatTheTraversalTakesAsAWhole) {
  // Each element needs the one before it; only the first five are wanted.
  Kernel K = parse(R"({ "context": "[N] -> { : N >= 9 }", "arrays": [
      { "name": "A", "extent": "[N] -> { A[i] : 0 <= i < N }",
        "live_in": "{ A[0] }", "live_out": "{ A[i] : i < 5 }" } ],
    "statements": [ { "name": "S", "domain": "[N] -> { S[i] : 0 < i < N }",
      "schedule": "{ S[i] -> [i] }", "accesses": [
      { "kind": "read", "relation": "{ S[i] -> A[i - 1] }" },
      { "kind": "write", "relation": "{ S[i] -> A[i] }" } ] } ] })");
  EXPECT_EQ(countAt(find(K, DeadMethod::Best).Live[0], {{"N", 20}}), 4);
  EXPECT_EQ(countAt(find(K, DeadMethod::Exact).Live[0], {{"N", 20}}), 4);
  EXPECT_EQ(countAt(find(K, DeadMethod::Traversal).Live[0], {{"N", 20}}), 19);
}

TEST_F(LiveIterationsTest, KeepsWhatHasEffects) {
  std::string Text = R"({ "arrays": [
      { "name": "A", "extent": "{ A[i] : 0 <= i < 9 }" } ],
    "statements": [ { "name": "S", "domain": "{ S[i] : 0 <= i < 9 }",
      "schedule": "{ S[i] -> [0, i] }", "accesses": [
      { "kind": "write", "relation": "{ S[i] -> A[i] }" } ] },
    { "name": "T", "domain": "{ T[i] : 3 <= i < 5 }",
      "schedule": "{ T[i] -> [1, i] }", EFFECTS "accesses": [
      { "kind": "read", "relation": "{ T[i] -> A[i] }" } ] } ] })";
  for (bool Effects : {false, true}) {
    std::string Json = Text;
    Json.replace(Json.find("EFFECTS"), 7, Effects ? R"("effects": true,)" : "");
    LiveIterations Live = find(parse(Json), DeadMethod::Best);
    EXPECT_EQ(countAt(Live.Live[0], {}), Effects ? 2 : 0);
    EXPECT_EQ(countAt(Live.Live[1], {}), Effects ? 2 : 0);
  }
}

TEST_F(LiveIterationsTest, KeepsWhatMayBeOverwritten) {
  std::string Text = R"({ "arrays": [
      { "name": "A", "extent": "{ A[i] : 0 <= i < 9 }",
        "live_out": "{ A[i] : 3 <= i < 5 }" } ],
    "statements": [ { "name": "S", "domain": "{ S[i] : 0 <= i < 9 }",
      "schedule": "{ S[i] -> [0, i] }", "accesses": [
      { "kind": "write", "relation": "{ S[i] -> A[i] }" } ] },
    { "name": "T", "domain": "{ T[i] : 0 <= i < 9 }",
      "schedule": "{ T[i] -> [1, i] }", "accesses": [
      { "kind": "KIND", "relation": "{ T[i] -> A[i] }" } ] } ] })";
  for (bool May : {false, true}) {
    std::string Json = Text;
    Json.replace(Json.find("KIND"), 4, May ? "may_write" : "write");
    LiveIterations Live = find(parse(Json), DeadMethod::Best);
    EXPECT_EQ(countAt(Live.Live[0], {}), May ? 2 : 0);
    EXPECT_EQ(countAt(Live.Live[1], {}), 2);
  }
}

/// That an iteration may read what it wrote itself makes it no more useful.
TEST_F(LiveIterationsTest, TakesOutWhatOnlyReadsItself) {
  std::string Text = R"({ "arrays": [
      { "name": "A", "extent": "{ A[i] : 0 <= i < 9 }",
        "live_out": "{ A[i] : 3 <= i < 5 }" } ],
    "statements": [ { "name": "S", "domain": "{ S[i] : 0 <= i < 9 }",
      "schedule": "{ S[i] -> [0, i] }", "accesses": [
      { "kind": "write", "relation": "{ S[i] -> A[i] }" } ] },
    { "name": "T", "domain": "{ T[i] : 0 <= i < 9 }", "reads_first": false,
      "schedule": "{ T[i] -> [1, i] }", "accesses": [
      { "kind": "read", "relation": "{ T[i] -> A[READ] }" },
      { "kind": "may_write", "relation": "{ T[i] -> A[i] }" } ] } ] })";
  // With READ "0" that of T[0] and what it leaves as it was are read, too.
  for (auto [Read, InS, InT] : {std::tuple("i", 2, 2), std::tuple("0", 3, 3)}) {
    std::string Json = Text;
    Json.replace(Json.find("READ"), 4, Read);
    LiveIterations Live = find(parse(Json), DeadMethod::Best);
    EXPECT_EQ(countAt(Live.Live[0], {}), InS) << Read;
    EXPECT_EQ(countAt(Live.Live[1], {}), InT) << Read;
  }
}

// Both arrays are read moved, and one is addressed by a single subscript: the
// dependences have existentially quantified variables, and taking out one
// iteration after the other leaves ever more polyhedra of these.
TEST_F(LiveIterationsTest, StopsWhereThereAreManyPolyhedra) {
  std::string Loops = "0 <= t <= 2 and 0 <= i < n and 0 <= j < m and "
                      "0 <= k < n }";
  std::string Extent = "i >= 0 and 0 <= j < m + 2 and 0 <= k < n + 2 }";
  Kernel K = parse(
      R"({ "context": "[n, m] -> { : 0 <= n <= 8 and 0 <= m <= 70 }",
    "arrays": [
      { "name": "A", "extent": "[n, m] -> { A[i, j, k] : )" +
      Extent + R"(",
        "live_in": "[n, m] -> { A[i, j, k] : )" +
      Extent + R"(" },
      { "name": "B", "extent": "{ B[x] : x >= 0 }",
        "live_in": "{ B[x] : x >= 0 }", "live_out": "{ B[x] : x >= 0 }" } ],
    "statements": [ { "name": "S",
      "domain": "[n, m] -> { S[t, i, j, k] : )" +
      Loops + R"(",
      "schedule": "{ S[t, i, j, k] -> [t, 0, i, j, k] }", "accesses": [
      { "kind": "read",
        "relation": "{ S[t, i, j, k] -> B[1776 + 876i + 12j + k] }" },
      { "kind": "write",
        "relation": "{ S[t, i, j, k] -> A[1 + i, 1 + j, 1 + k] }" } ] },
    { "name": "T", "domain": "[n, m] -> { T[t, i, j, k] : )" +
      Loops + R"(",
      "schedule": "{ T[t, i, j, k] -> [t, 1, i, j, k] }", "accesses": [
      { "kind": "read",
        "relation": "{ T[t, i, j, k] -> A[1 + i, 2 + j, 2 + k] }" },
      { "kind": "write",
        "relation": "{ T[t, i, j, k] -> B[889 + 876i + 12j + k] }" } ] } ] })");
  Dataflow D = flows(K);
  IslAllowance Allowance(10'000'000);
  LiveIterations Live = find(K, DeadMethod::Best);
  EXPECT_LE(Allowance.spent(), 100'000u);
  EXPECT_TRUE(isClosed(K, D, Live, 10'000'000));
}

TEST_F(LiveIterationsTest, StopsAtItsLimit) {
  Kernel K = load("wave-history");
  auto Live = findLiveIterations(K, flows(K), {DeadMethod::Best, 100});
  ASSERT_FALSE(bool(Live));
  EXPECT_NE(llvm::toString(Live.takeError()).find("isl operations"),
            std::string::npos);
}

TEST_F(LiveIterationsTest, DiagnosesAccesses) {
  Kernel K = load("dead/out-of-bounds");
  auto Found = diagnose(K, flows(K), 1'000'000);
  ASSERT_TRUE(bool(Found));
  ASSERT_EQ(Found->OutOfBounds.size(), 1u);
  EXPECT_TRUE(
      Found->OutOfBounds[0]
          .Iterations
          .is_equal(set("[size] -> { S[i] : i = size - 1 and size > 0 }"))
          .is_true());
  EXPECT_TRUE(Found->Uninitialized.empty());
  EXPECT_TRUE(Found->Overwritten.empty());

  K = parse(R"({ "arrays": [
      { "name": "A", "extent": "{ A[i] : 0 <= i < 9 }", "live_in": "{ A[1] }" } ],
    "statements": [ { "name": "S", "domain": "{ S[i] : 2 <= i < 9 }",
      "schedule": "{ S[i] -> [0, i] }", "accesses": [
      { "kind": "write", "relation": "{ S[i] -> A[2] }" } ] },
    { "name": "T", "domain": "{ T[i] : 0 <= i < 4 }",
      "schedule": "{ T[i] -> [1, i] }", "accesses": [
      { "kind": "read", "relation": "{ T[i] -> A[i] }" } ] } ] })");
  Found = diagnose(K, flows(K), 1'000'000);
  ASSERT_TRUE(bool(Found));
  ASSERT_EQ(Found->Uninitialized.size(), 1u);
  EXPECT_TRUE(Found->Uninitialized[0]
                  .Iterations.is_equal(set("{ T[0]; T[3] }"))
                  .is_true());
  ASSERT_EQ(Found->Overwritten.size(), 1u);
  EXPECT_TRUE(Found->Overwritten[0]
                  .Iterations.is_equal(set("{ S[i] : 2 <= i < 8 }"))
                  .is_true());
}

TEST_F(LiveIterationsTest, NoMethodLosesALiveIteration) {
  unsigned First = fromEnvironment("SMOLLY_RANDOM_SEED", 1);
  unsigned Count = fromEnvironment("SMOLLY_RANDOM_KERNELS", 60);
  unsigned FoundDead = 0, TooHard = 0, Simplified = 0;
  for (unsigned Seed = First; Seed < First + Count && !HasFailure(); ++Seed) {
    std::string Text = KernelGenerator(Seed).kernel();
    SCOPED_TRACE("seed " + std::to_string(Seed) + ": " + Text);
    Kernel K = parse(Text);
    Dataflow D = flows(K);
    std::map<DeadMethod, LiveIterations> Found;
    for (DeadMethod Method : AllMethods) {
      auto Live = findLiveIterations(K, D, {Method});
      if (Live)
        Found[Method] = std::move(*Live);
      else
        llvm::consumeError(Live.takeError());
    }
    TooHard += !Found.count(DeadMethod::Best);
    if (Found.count(DeadMethod::Best))
      FoundDead += Found[DeadMethod::Best].findsDead();
    for (auto &[Method, Live] : Found) {
      EXPECT_TRUE(isClosed(K, D, Live, 10'000'000));
      LiveIterations Executed = Live;
      if (Live.Order.empty() ||
          !simplifyLive(K, D, Executed, /*MaxPieces=*/1, 10'000'000))
        continue;
      expectSimplified(K, D, Live, Executed, 1);
      for (unsigned S = 0; S < K.Statements.size(); ++S)
        Simplified += !Executed.Live[S].is_equal(Live.Live[S]).is_true();
    }
    for (auto [N, M] : {std::pair(0L, 2L), {1L, 0L}, {3L, 2L}, {4L, 3L}}) {
      Parameters At = {{"N", N}, {"M", M}};
      std::vector<std::set<Point>> Really = Execution(K, At).run();
      for (auto &[Method, Live] : Found)
        for (unsigned S = 0; S < K.Statements.size(); ++S) {
          std::vector<Point> Points = pointsOf(fixed(Live.Live[S], At));
          std::set<Point> Said(Points.begin(), Points.end());
          EXPECT_TRUE(std::includes(Said.begin(), Said.end(), Really[S].begin(),
                                    Really[S].end()))
              << "method " << int(Method) << ", statement " << S << ", N=" << N
              << ", M=" << M;
          if (Live.Exact) {
            EXPECT_EQ(Said, Really[S]) << "N=" << N << ", M=" << M;
          }
        }
    }
  }
  EXPECT_GT(FoundDead, Count / 4);
  EXPECT_LE(TooHard, Count / 50);
  EXPECT_GT(Simplified, Count / 50);
}

} // namespace
