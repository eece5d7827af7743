//===- MarsTest.cpp - What tiles pass on to each other --------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomTiles.h"
#include "TestSupport.h"
#include "smolly/Mars/Layout.h"
#include "smolly/Mars/PaperMars.h"
#include "isl/set.h"
#include "isl/union_set.h"
#include <algorithm>

using namespace smolly;
using namespace smolly::mars;
using namespace smolly::test;

namespace {

constexpr unsigned long MaxOperations = 20'000'000;

/// Where enumerations end.
long farthest(const RandomTiles &P) {
  return P.Iterators == 1 ? 80 : P.Iterators == 2 ? 25 : 11;
}

/// What one tile has of each set of consumers, by enumeration.
struct EnumeratedTile {
  std::map<std::vector<Vector>, long> Points;
  /// None of its instances is where the enumeration ends.
  bool IsWhole = true;
};

/// How far two instances of one tile may be apart along a loop.
long diameter(const RandomTiles &P) {
  long Most = 0;
  P.forEachInstance(farthest(P), [&](unsigned Stmt, const Vector &X) {
    Vector Low = P.heights(Stmt, X);
    bool IsNear = true;
    for (size_t F = 0; F < Low.size(); ++F)
      IsNear &= std::abs(Low[F] - P.Constants[0][F]) < P.Sizes[F] ||
                std::abs(Low[F] - 2 * P.Constants[Stmt][F] +
                         P.Constants[0][F]) < P.Sizes[F];
    for (long I : X)
      Most = std::max(Most, IsNear ? std::abs(I) : 0);
  });
  return Most;
}

std::map<Vector, EnumeratedTile> enumerateTiles(const RandomTiles &P) {
  std::map<Vector, EnumeratedTile> Tiles;
  long Far = farthest(P) - diameter(P);
  P.forEachInstance(farthest(P), [&](unsigned Stmt, const Vector &X) {
    EnumeratedTile &Tile = Tiles[P.tileOf(Stmt, X)];
    for (long I : X)
      Tile.IsWhole &= std::abs(I) < Far;
    auto Consumers = P.consumersOf(Stmt, X);
    if (!Consumers.empty())
      ++Tile.Points[Consumers];
  });
  return Tiles;
}

bool contains(const TileBox &B, unsigned Stmt, const Vector &Sizes,
              const Vector &Residues) {
  bool Result = B.Stmt == Stmt;
  for (size_t F = 0; F < Sizes.size(); ++F)
    Result &= B.Sides[F].Low.at(Sizes[F]) <= Residues[F] &&
              Residues[F] < B.Sides[F].High.at(Sizes[F]);
  return Result;
}

/// The MARS of an instance; it must not be in two boxes.
std::optional<unsigned> find(const MarsAnalysis &A, unsigned Stmt,
                             const Vector &Residues) {
  std::optional<unsigned> Found;
  for (unsigned I = 0; I < A.All.size(); ++I)
    for (const TileBox &B : A.All[I].Boxes)
      if (contains(B, Stmt, A.Program.Sizes, Residues)) {
        EXPECT_FALSE(Found.has_value());
        Found = I;
      }
  return Found;
}

std::map<std::vector<Vector>, long> pointsOf(const MarsAnalysis &A,
                                             const TileShape &Shape) {
  std::map<std::vector<Vector>, long> Points;
  for (const MarsInTile &Own : Shape.Mars)
    Points[A.All[Own.Mars].Consumers] = Own.Count.Points.value_or(-1);
  return Points;
}

/// The value of "1/2*s1^2*s2 - 3*s1 + 1".
double evaluate(const std::string &Formula, const SizeFamily &Family,
                const Vector &Values) {
  double Sum = 0, Sign = 1;
  llvm::StringRef Text = Formula;
  if (Text.consume_front("-"))
    Sign = -1;
  while (!Text.empty()) {
    llvm::StringRef Term = Text.take_until([](char C) { return C == ' '; });
    Text = Text.drop_front(Term.size());
    double Product = Sign;
    while (!Term.empty()) {
      auto [Factor, Rest] = Term.split('*');
      Term = Rest;
      auto [Base, Power] = Factor.split('^');
      auto Name = llvm::find(Family.Names, Base.str());
      if (Name != Family.Names.end()) {
        for (int I = Power.empty() ? 1 : std::stoi(Power.str()); I > 0; --I)
          Product *= Values[Name - Family.Names.begin()];
        continue;
      }
      auto [Top, Bottom] = Base.split('/');
      Product *= std::stod(Top.str());
      if (!Bottom.empty())
        Product /= std::stod(Bottom.str());
    }
    Sum += Product;
    Sign = Text.consume_front(" - ") ? -1 : 1;
    Text.consume_front(" + ");
  }
  return Sum;
}

class MarsTest : public IslTest {
protected:
  MarsAnalysis analyze(Kernel K) {
    auto P = readTiledProgram(K, MaxOperations);
    if (!P) {
      ADD_FAILURE() << llvm::toString(P.takeError());
      return {};
    }
    auto A = findMars(ctx(), std::move(*P), MaxOperations);
    if (A)
      return std::move(*A);
    ADD_FAILURE() << llvm::toString(A.takeError());
    return {};
  }

  /// The error for a kernel of one statement S[t, i].
  std::string errorFor(const std::string &Dependences, const std::string &Plane,
                       const std::string &Domain = "{ S[t, i] }") {
    Kernel K = parse(R"({ "name": "k", "arrays": [], "statements": [
      { "name": "S", "domain": ")" +
                     Domain + R"(",
        "schedule": "{ S[t, i] -> [t, i] }", "accesses": [] } ],
      "dependences": ")" +
                     Dependences + R"(",
      "tiling": { "hyperplanes": [")" +
                     Plane + R"("], "sizes": [8] } })");
    auto P = readTiledProgram(K, MaxOperations);
    if (P)
      return "";
    return llvm::toString(P.takeError());
  }

  void expectEnumerated(const RandomTiles &P, const MarsAnalysis &A);
  void expectLayout(const MarsAnalysis &A, const TileShape &Shape,
                    const RandomTiles &P);
};

} // namespace

/// The properties of MARS: each instance is in the one of its consumers, what
/// is not in the flow-out is in none, no two have the same consumers, and tiles
/// of all shapes have as many points of each as it says.
void MarsTest::expectEnumerated(const RandomTiles &P, const MarsAnalysis &A) {
  bool IsBounded = true;
  for (const TiledStatement &S : A.Program.Statements)
    IsBounded &= !S.isUnbounded();
  std::set<std::vector<Vector>> Seen, Known;
  P.forEachInstance(farthest(P), [&](unsigned Stmt, const Vector &X) {
    auto Consumers = P.consumersOf(Stmt, X);
    auto Found = find(A, Stmt, P.residuesOf(Stmt, X));
    ASSERT_EQ(Found.has_value(), !Consumers.empty());
    if (Found) {
      EXPECT_EQ(A.All[*Found].Consumers, Consumers);
      Seen.insert(Consumers);
    }
  });
  for (const Mars &M : A.All)
    EXPECT_TRUE(Known.insert(M.Consumers).second);
  EXPECT_EQ(Seen, Known);
  if (!IsBounded)
    return;
  std::set<std::map<std::vector<Vector>, long>> Shapes;
  for (const TileShape &Shape : A.Shapes)
    Shapes.insert(pointsOf(A, Shape));
  auto Tiles = enumerateTiles(P);
  for (const auto &[Tile, Own] : Tiles)
    if (Own.IsWhole) {
      EXPECT_TRUE(Shapes.count(Own.Points)) << toString(Tile);
    }
  for (const TileShape &Shape : A.Shapes) {
    auto Own = Tiles.find(Shape.Tile);
    if (Own != Tiles.end() && Own->second.IsWhole) {
      EXPECT_EQ(Own->second.Points, pointsOf(A, Shape));
    }
  }
}

TEST_F(MarsTest, RandomProgramsAgreeWithEnumeration) {
  unsigned Dependent = 0, Several = 0, Unbounded = 0;
  for (unsigned Seed = 1; Seed <= 150; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    RandomTiles P(Seed, /*Forward=*/false);
    MarsAnalysis A = analyze(parse(P.json()));
    ASSERT_FALSE(A.Shapes.empty());
    Several += A.Shapes.size() > 1;
    Dependent += A.Program.Statements[0].Heights.rank() < P.Sizes.size();
    Unbounded += A.Program.Statements[0].isUnbounded();
    expectEnumerated(P, A);
    if (HasFailure())
      FAIL() << P.json();
  }
  EXPECT_GT(Several, 40u);
  EXPECT_GT(Dependent, 40u);
  EXPECT_GT(Unbounded, 5u);
}

/// So large that there are formulas for most.
static RandomTiles largeTiles(unsigned Seed) {
  RandomTiles P(Seed, /*Forward=*/Seed % 6 != 0);
  long Size = 6 + Seed % 5;
  for (size_t F = 0; F < P.Sizes.size(); ++F)
    P.Sizes[F] = Seed % 2 ? Size : Size + F;
  return P;
}

/// Compares the formulas of \p A at \p Values with the points of \p B.
static unsigned expectFormulas(const MarsAnalysis &A, const MarsAnalysis &B,
                               const Vector &Values) {
  unsigned Compared = 0;
  for (const TileShape &Shape : A.Shapes)
    for (const TileShape &Other : B.Shapes) {
      if (Shape.Tile != Other.Tile)
        continue;
      auto Points = pointsOf(B, Other);
      for (const MarsInTile &Own : Shape.Mars) {
        const auto &Consumers = A.All[Own.Mars].Consumers;
        if (!Own.Count.Points)
          continue;
        double Expected = Points.count(Consumers) ? Points[Consumers] : 0;
        EXPECT_NEAR(evaluate(Own.Count.Formula, A.Sizes, Values), Expected,
                    1e-6)
            << Own.Count.Formula;
        ++Compared;
      }
      if (Other.FlowIn.Points) {
        EXPECT_NEAR(evaluate(Shape.FlowIn.Formula, A.Sizes, Values),
                    *Other.FlowIn.Points, 1e-6);
      }
    }
  return Compared;
}

/// Of each formula the value at the given sizes is the count, and at others of
/// its family what an analysis of those finds.
TEST_F(MarsTest, FormulasHoldForOtherSizes) {
  unsigned Compared = 0;
  for (unsigned Seed = 1; Seed <= 90; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    RandomTiles P = largeTiles(Seed);
    MarsAnalysis A = analyze(parse(P.json()));
    const SizeFamily &F = A.Sizes;
    if (F.Names.empty())
      continue;
    Vector Values;
    for (size_t V = 0; V < F.Names.size(); ++V) {
      long Least = F.Least[V] +
                   (F.Rests[V] - F.Least[V] % F.Divisors[V] + F.Divisors[V]) %
                       F.Divisors[V];
      Values.push_back(Least + F.Divisors[V] * long(1 + V % 2));
    }
    if (*std::max_element(Values.begin(), Values.end()) > 30)
      continue;
    RandomTiles Q = P;
    for (size_t I = 0; I < Q.Sizes.size(); ++I)
      Q.Sizes[I] = F.Multiples[I] * Values[F.Variables[I]];
    MarsAnalysis B = analyze(parse(Q.json()));
    Compared += expectFormulas(A, B, Values);
    if (HasFailure())
      FAIL() << P.json();
  }
  EXPECT_GT(Compared, 60u);
}

/// Those of diamonds, of dependent and of skewed hyperplanes.
TEST_F(MarsTest, FormulasOfKernelsHold) {
  for (const char *Name : {"sw", "jacobi-1d", "jacobi-2d-r", "jacobi-2d-d",
                           "jacobi-2d-5", "jacobi-3d-d6", "seidel-2d"})
    for (long Periods = 1; Periods <= 3; ++Periods) {
      SCOPED_TRACE(Name);
      Kernel K = load(std::string("mars/") + Name);
      MarsAnalysis A = analyze(K);
      ASSERT_FALSE(A.Sizes.Names.empty());
      Vector Values(A.Sizes.Names.size());
      for (size_t F = 0; F < A.Program.Sizes.size(); ++F) {
        unsigned V = A.Sizes.Variables[F];
        Values[V] = A.Program.Sizes[F] / A.Sizes.Multiples[F] +
                    Periods * A.Sizes.Divisors[V] * (V + 1);
        K.Tiles->Sizes[F] = A.Sizes.Multiples[F] * Values[V];
      }
      EXPECT_GT(expectFormulas(A, analyze(K), Values), 0u);
    }
}

/// With values for the sizes, a set that is a function of them is the one that
/// is found for them.
TEST_F(MarsTest, SymbolicSetsAreThoseOfTheirSizes) {
  unsigned Compared = 0;
  for (unsigned Seed = 1; Seed <= 40; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    RandomTiles P = largeTiles(Seed);
    MarsAnalysis A = analyze(parse(P.json()));
    if (A.Sizes.Names.empty())
      continue;
    std::string Text = "[";
    for (size_t V = 0; V < A.Sizes.Names.size(); ++V)
      Text += (V == 0 ? "" : ", ") + A.Sizes.Names[V];
    Text += "] -> { : ";
    for (size_t F = 0; F < P.Sizes.size(); ++F)
      Text += (F == 0 ? "" : " and ") + std::to_string(P.Sizes[F]) + " = " +
              std::to_string(A.Sizes.Multiples[F]) +
              A.Sizes.Names[A.Sizes.Variables[F]];
    isl::set Values = set(Text + " }");
    bool IsLarge = true;
    for (size_t F = 0; F < P.Sizes.size(); ++F)
      IsLarge &= P.Sizes[F] >=
                 A.Sizes.Least[A.Sizes.Variables[F]] * A.Sizes.Multiples[F];
    if (!IsLarge)
      continue;
    for (const Mars &M : A.All) {
      isl::union_set Now = marsSet(ctx(), A, M, std::nullopt, false);
      isl::union_set Symbolic = isl::manage(
          isl_union_set_project_out_all_params(isl_union_set_intersect_params(
              marsSet(ctx(), A, M, std::nullopt, true).release(),
              Values.copy())));
      EXPECT_TRUE(Now.is_equal(Symbolic).is_true());
      ++Compared;
    }
  }
  EXPECT_GT(Compared, 25u);
}

TEST_F(MarsTest, ThePapersAlgorithmAgrees) {
  unsigned Compared = 0;
  for (unsigned Seed = 1; Seed <= 150; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    RandomTiles P(Seed, /*Forward=*/true);
    MarsAnalysis A = analyze(parse(P.json()));
    auto Paper = findMarsAsPaper(ctx(), A, MaxOperations);
    if (!Paper) {
      EXPECT_TRUE(A.IsTooSmall);
      llvm::consumeError(Paper.takeError());
      continue;
    }
    ++Compared;
    llvm::Error Err = compareMars(ctx(), A, *Paper, MaxOperations);
    EXPECT_FALSE(bool(Err)) << P.json();
    llvm::consumeError(std::move(Err));
  }
  EXPECT_GT(Compared, 25u);
}

/// Each instance of the flow-out has a cell of its own, in its MARS' block, and
/// pieces are as many as it says.
void MarsTest::expectLayout(const MarsAnalysis &A, const TileShape &Shape,
                            const RandomTiles &P) {
  auto Blocks = blocksOf(A, Shape);
  if (!Blocks) {
    llvm::consumeError(Blocks.takeError());
    return;
  }
  TileLayout L = layOut(*Blocks);
  std::map<unsigned, const MarsBlock *> BlockOf;
  long Next = 0, Pieces = 0;
  const MarsBlock *Previous = nullptr;
  for (const MarsBlock &B : L.Blocks) {
    EXPECT_EQ(B.Offset, Next);
    Next += B.Cells;
    EXPECT_GE(B.Cells, B.Points);
    BlockOf[B.Mars.front()] = &B;
    for (const Vector &C : B.Consumers)
      Pieces += !Previous || !std::binary_search(Previous->Consumers.begin(),
                                                 Previous->Consumers.end(), C);
    Previous = &B;
  }
  EXPECT_EQ(L.Cells, Next);
  EXPECT_EQ(L.Pieces, Pieces);
  std::set<long> Cells;
  P.forEachInstance(farthest(P), [&](unsigned Stmt, const Vector &X) {
    if (P.tileOf(Stmt, X) != Shape.Tile)
      return;
    Vector R = P.residuesOf(Stmt, X);
    auto M = find(A, Stmt, R);
    if (!M)
      return;
    const MarsBlock &B = *BlockOf[*M];
    for (size_t I = 0; I < A.All[*M].Boxes.size(); ++I) {
      const TileBox &Box = A.All[*M].Boxes[I];
      if (!contains(Box, Stmt, P.Sizes, R))
        continue;
      long Cell = B.Boxes[0][I].Offset;
      for (const BoxCells::Step &Step : B.Boxes[0][I].Steps)
        Cell += Step.Stride * ((R[Step.Family] - Box.Sides[Step.Family].Low.at(
                                                     P.Sizes[Step.Family])) /
                               Step.Divisor);
      EXPECT_TRUE(Cells.insert(Cell).second);
      EXPECT_GE(Cell, B.Offset);
      EXPECT_LT(Cell, B.Offset + B.Cells);
    }
  });
}

TEST_F(MarsTest, LayoutsGiveEachInstanceACell) {
  for (unsigned Seed = 1; Seed <= 50; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    RandomTiles P(Seed, /*Forward=*/false);
    MarsAnalysis A = analyze(parse(P.json()));
    for (const TileShape &Shape : A.Shapes)
      expectLayout(A, Shape, P);
    if (HasFailure())
      FAIL() << P.json();
  }
}

TEST_F(MarsTest, ReadsDependencesOfAccesses) {
  MarsAnalysis A = analyze(parse(R"({ "name": "k", "arrays": [
      { "name": "A", "extent": "[T, N] -> { A[t, i] : 0 <= t <= T and 0 <= i <= N }" } ],
    "context": "[T, N] -> { : T > 9 and N > 9 }",
    "statements": [
      { "name": "S", "domain": "[T, N] -> { S[t, i] : 0 < t <= T and 0 < i < N }",
        "schedule": "{ S[t, i] -> [t, i] }",
        "accesses": [
          { "kind": "read", "relation": "{ S[t, i] -> A[t - 1, i - 1]; S[t, i] -> A[t - 1, i + 1] }" },
          { "kind": "write", "relation": "{ S[t, i] -> A[t, i] }" } ] } ],
    "tiling": { "hyperplanes": ["{ S[t, i] -> [t + i] }", "{ S[t, i] -> [t - i] }"],
                "sizes": [8, 8] } })"));
  EXPECT_EQ(A.Consumers, (std::vector<Vector>{{0, 1}, {1, 0}}));
  EXPECT_EQ(A.All.size(), 3u);
}

TEST_F(MarsTest, SaysWhatIsNotUniform) {
  std::string Flow = "{ S[t, i] -> S[t + 1, i] }", Plane = "{ S[t, i] -> [t] }";
  auto ExpectError = [](const std::string &Error, const std::string &Part) {
    EXPECT_NE(Error.find(Part), std::string::npos) << Error;
  };
  EXPECT_EQ(errorFor(Flow, Plane), "");
  EXPECT_EQ(errorFor("{ S[t, i] -> S[t + 1, j] : i - 1 <= j <= i + 1 }", Plane),
            "");
  EXPECT_EQ(errorFor("{ S[t, i] -> S[t + 1, j] : i - 1 <= j <= i + 1 }",
                     "{ S[t, i] -> [t + i] }"),
            "");
  ExpectError(errorFor("{ S[t, i] -> S[2t, i] : t > 0 }", Plane),
              "is not uniform");
  ExpectError(errorFor("{ S[t, i] -> S[2t, i] : 0 < t < 5 }", Plane),
              "is not uniform");
  ExpectError(errorFor(Flow, "{ S[t, i] -> [t, i] }"), "one number");
  ExpectError(errorFor(Flow, "{ S[t, i] -> [floor(t/2)] }"),
              "a sum of iterators");
  ExpectError(errorFor(Flow, "[N] -> { S[t, i] -> [t + N] }"),
              "a sum of iterators");
  ExpectError(errorFor(Flow, Plane, "{ S[t, i] : t mod 2 = 0 }"),
              "leaves out points");
  ExpectError(errorFor(Flow, Plane, "{ S[0, i] }"), "leaves out points");
}

TEST_F(MarsTest, StopsAtItsLimit) {
  auto P = readTiledProgram(load("mars/jacobi-2d-d"), MaxOperations);
  ASSERT_TRUE(bool(P));
  auto A = findMars(ctx(), std::move(*P), 100);
  ASSERT_FALSE(bool(A));
  llvm::consumeError(A.takeError());
}
