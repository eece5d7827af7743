//===- Mars.cpp - What tiles pass on to each other ------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Mars/Mars.h"
#include "Boxes.h"
#include "PointCounter.h"
#include "Shapes.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/SDBM/Arithmetic.h"
#include "isl/constraint.h"
#include "isl/set.h"
#include <algorithm>
#include <map>
#include <set>

using namespace smolly;
using namespace smolly::mars;
using llvm::Error;
using llvm::Expected;

Vector mars::consumerOf(const TiledProgram &P, const Vector &Residues,
                        const Vector &Distance) {
  Vector Tile;
  for (unsigned F = 0; F < P.families(); ++F)
    Tile.push_back(sdbm::floorDiv(Residues[F] + Distance[F], P.Sizes[F]));
  return Tile;
}

namespace {

/// Sets of tiles, the smaller ones first.
struct FewerFirst {
  bool operator()(const std::vector<Vector> &A,
                  const std::vector<Vector> &B) const {
    return std::make_pair(A.size(), A) < std::make_pair(B.size(), B);
  }
};

/// Intervals of a statement by their indices, from First to Last.
struct IndexBox {
  BoxIndex First, Last;
};

class Analysis {
public:
  Analysis(isl::ctx Ctx, TiledProgram Program) : Ctx(Ctx) {
    Result.Program = std::move(Program);
  }

  Expected<MarsAnalysis> run();

private:
  bool isTooSmall() const;
  std::vector<Vector> consumersOf(unsigned Stmt, const BoxIndex &Index) const;
  Error collect(unsigned Shape);
  void makeMars();
  void addBoxes(Mars &M, unsigned Stmt, std::vector<IndexBox> Boxes) const;
  void countAll(PointCounter &Counter);
  void checkLargerTiles(PointCounter &Counter);
  Error findInputs(PointCounter &Counter, const Shapes &All);
  unsigned dimensionOf(const Mars &M, unsigned Index) const;

  isl::ctx Ctx;
  MarsAnalysis Result;
  /// For each statement.
  std::vector<Cuts> AllCuts;
  /// The boxes of each statement and the shapes in which they are not empty.
  struct Part {
    std::vector<std::set<BoxIndex>> Boxes;
    std::set<unsigned> Shapes;
  };
  std::map<std::vector<Vector>, Part, FewerFirst> Parts;
  /// For each shape, of what it has of each MARS.
  std::vector<std::vector<Count>> Counts;
};

} // namespace

/// With such sizes a dependence may cross two hyperplanes of a family, or two
/// dependences in different directions one from the same residue.
bool Analysis::isTooSmall() const {
  const TiledProgram &P = Result.Program;
  for (unsigned F = 0; F < P.families(); ++F) {
    long Longest = 0, Backwards = 0;
    for (const TiledDependence &D : P.Dependences) {
      Longest = std::max(Longest, D.Distance[F]);
      Backwards = std::max(Backwards, -D.Distance[F]);
    }
    if (P.Sizes[F] < Longest + Backwards)
      return true;
  }
  return false;
}

std::vector<Vector> Analysis::consumersOf(unsigned Stmt,
                                          const BoxIndex &Index) const {
  const TiledProgram &P = Result.Program;
  Vector Low, Own(P.families(), 0);
  for (unsigned F = 0; F < P.families(); ++F)
    Low.push_back(AllCuts[Stmt][F][Index[F]].Low.at(P.Sizes[F]));
  std::set<Vector> Consumers;
  for (const TiledDependence &D : P.Dependences)
    if (D.From == Stmt)
      Consumers.insert(consumerOf(P, Low, D.Distance));
  Consumers.erase(Own);
  return {Consumers.begin(), Consumers.end()};
}

/// Sorts the boxes of the flow-out of a tile by who uses them.
Error Analysis::collect(unsigned Shape) {
  const TiledProgram &P = Result.Program;
  for (unsigned Stmt = 0; Stmt < P.Statements.size(); ++Stmt) {
    const TiledStatement &S = P.Statements[Stmt];
    auto Residues = residuesIn(P, S, Result.Shapes[Shape].Tile);
    std::vector<Vector> Consumers;
    auto IsWanted = [&](const BoxIndex &Index) {
      Consumers = consumersOf(Stmt, Index);
      return !Consumers.empty();
    };
    auto Visit = [&](const BoxIndex &Index) {
      Part &Own = Parts[Consumers];
      Own.Boxes.resize(P.Statements.size());
      Own.Boxes[Stmt].insert(Index);
      Own.Shapes.insert(Shape);
    };
    if (!Residues || !forEachBox(Ctx, S.Heights, *Residues, P.Sizes,
                                 AllCuts[Stmt], IsWanted, Visit))
      return limitHit("the tiles are cut into too many pieces");
  }
  return Error::success();
}

/// Makes one of two boxes that are beside each other in family \p F, if they
/// are.
static bool join(IndexBox &A, const IndexBox &B, unsigned F) {
  for (unsigned G = 0; G < A.First.size(); ++G)
    if (G != F && (A.First[G] != B.First[G] || A.Last[G] != B.Last[G]))
      return false;
  if (A.Last[F] + 1 != B.First[F])
    return false;
  A.Last[F] = B.Last[F];
  return true;
}

/// Joins boxes, one family after the other. Complexity: O(n^2) for each.
void Analysis::addBoxes(Mars &M, unsigned Stmt,
                        std::vector<IndexBox> Boxes) const {
  unsigned Families = Result.Program.families();
  for (unsigned F = Families; F-- > 0;)
    for (size_t I = 0; I < Boxes.size(); ++I)
      for (size_t J = 0; J < Boxes.size(); ++J)
        if (I != J && join(Boxes[I], Boxes[J], F)) {
          Boxes.erase(Boxes.begin() + J);
          I -= J < I;
          J = -1;
        }
  for (const IndexBox &B : Boxes) {
    TileBox Box{Stmt, {}};
    for (unsigned F = 0; F < Families; ++F)
      Box.Sides.push_back(
          {AllCuts[Stmt][F][B.First[F]].Low, AllCuts[Stmt][F][B.Last[F]].High});
    M.Boxes.push_back(std::move(Box));
  }
}

void Analysis::makeMars() {
  for (const auto &[Consumers, Own] : Parts) {
    Mars M;
    M.Consumers = Consumers;
    for (unsigned Stmt = 0; Stmt < Own.Boxes.size(); ++Stmt) {
      std::vector<IndexBox> Boxes;
      for (const BoxIndex &Index : Own.Boxes[Stmt])
        Boxes.push_back({Index, Index});
      addBoxes(M, Stmt, std::move(Boxes));
    }
    for (unsigned Shape : Own.Shapes)
      Result.Shapes[Shape].Mars.push_back({unsigned(Result.All.size()), {}});
    Result.All.push_back(std::move(M));
  }
}

/// Adds what is not in \p To yet, and keeps that sorted.
static void unite(std::vector<Vector> &To, const std::vector<Vector> &From) {
  std::vector<Vector> All;
  std::set_union(To.begin(), To.end(), From.begin(), From.end(),
                 std::back_inserter(All));
  To = std::move(All);
}

void Analysis::countAll(PointCounter &Counter) {
  for (TileShape &Shape : Result.Shapes) {
    Counts.emplace_back(Result.All.size(), Counter.zero());
    for (MarsInTile &Own : Shape.Mars) {
      const Mars &M = Result.All[Own.Mars];
      Counts.back()[Own.Mars] = Counter.count(M.Boxes, Shape.Tile);
      unite(Shape.Consumers, M.Consumers);
    }
    unite(Result.Consumers, Shape.Consumers);
  }
  checkLargerTiles(Counter);
  for (unsigned I = 0; I < Result.Shapes.size(); ++I) {
    TileShape &Shape = Result.Shapes[I];
    Count FlowOut = Counter.zero();
    for (MarsInTile &Own : Shape.Mars) {
      Own.Count = Counter.describe(Counts[I][Own.Mars]);
      FlowOut = Counter.sum(FlowOut, Counts[I][Own.Mars]);
    }
    Shape.FlowOut = Counter.describe(FlowOut);
  }
}

/// Formulas are dropped if they do not add up to what the whole flow-out has:
/// larger tiles have boxes then that are empty at the given sizes. (All that is
/// not in the flow-out is one box.)
void Analysis::checkLargerTiles(PointCounter &Counter) {
  const TiledProgram &P = Result.Program;
  bool AddsUp = !Counter.sizes().Names.empty();
  for (unsigned I = 0; I < Result.Shapes.size() && AddsUp; ++I) {
    std::vector<TileBox> Whole, Inner;
    for (unsigned Stmt = 0; Stmt < P.Statements.size(); ++Stmt) {
      TileBox All{Stmt, {}}, Rest{Stmt, {}};
      for (unsigned F = 0; F < P.families(); ++F) {
        TileInterval Side{{false, 0}, {true, 0}};
        All.Sides.push_back(Side);
        for (const TiledDependence &D : P.Dependences)
          if (D.From == Stmt) {
            Side.Low.Constant = std::max(Side.Low.Constant, -D.Distance[F]);
            Side.High.Constant = std::min(Side.High.Constant, -D.Distance[F]);
          }
        Rest.Sides.push_back(Side);
      }
      Whole.push_back(All);
      Inner.push_back(Rest);
    }
    Count Sum = Counter.count(Inner, Result.Shapes[I].Tile);
    for (const Count &C : Counts[I])
      Sum = Counter.sum(Sum, C);
    Count All = Counter.count(Whole, Result.Shapes[I].Tile);
    AddsUp = Sum.Formula && All.Formula && Sum.Formula->isEqual(*All.Formula);
  }
  if (AddsUp)
    return;
  Counter.dropFormulas();
  for (auto &OfShape : Counts)
    for (Count &C : OfShape)
      C.Formula = std::nullopt;
}

/// Of the affine hull of \p Set, whose equalities are the only constraints that
/// are left.
static unsigned affineDimension(const isl::set &Set) {
  isl::basic_set Hull =
      isl::manage(isl_basic_set_remove_divs(Set.affine_hull().release()));
  isl_constraint_list *Equalities =
      isl_basic_set_get_constraint_list(Hull.get());
  int Dimension = isl_basic_set_dim(Hull.get(), isl_dim_set) -
                  isl_constraint_list_n_constraint(Equalities);
  isl_constraint_list_free(Equalities);
  return std::max(0, Dimension);
}

/// The largest degree in any shape; where no formulas are known, that of the
/// affine hull. Instances with the same heights are directions, too.
unsigned Analysis::dimensionOf(const Mars &M, unsigned Index) const {
  unsigned Most = 0;
  for (const TileBox &B : M.Boxes) {
    const TiledStatement &S = Result.Program.Statements[B.Stmt];
    Most = std::max(Most, S.Iterators - S.Heights.rank());
  }
  bool HasFormulas = true;
  unsigned Degree = 0;
  for (unsigned I = 0; I < Result.Shapes.size(); ++I) {
    HasFormulas &= Counts[I][Index].Formula.has_value();
    if (HasFormulas)
      Degree = std::max(Degree, Counts[I][Index].Formula->degree());
  }
  if (HasFormulas)
    return Most + Degree;
  unsigned Hull = 0;
  for (unsigned I = 0; I < Result.Shapes.size(); ++I)
    marsSet(Ctx, Result, M, I, /*Symbolic=*/false)
        .foreach_set([&](const isl::set &Set) {
          Hull = std::max(Hull, affineDimension(Set));
          return isl::stat::ok();
        });
  return Most + Hull;
}

/// What a tile takes in, from each tile that it consumes values of.
Error Analysis::findInputs(PointCounter &Counter, const Shapes &All) {
  for (TileShape &Shape : Result.Shapes) {
    Count FlowIn = Counter.zero();
    for (const Vector &Consumer : Result.Consumers) {
      Vector Producer = Shape.Tile, Relative(Consumer.size(), 0);
      if (!subtractMultiple(Producer, 1, Consumer))
        return limitHit("tiles have too large numbers");
      subtractMultiple(Relative, 1, Consumer);
      auto From = All.shapeOf(Ctx, Result.Program, Producer);
      if (!From)
        continue;
      TileInput Input{Relative, {}};
      for (const MarsInTile &Own : Result.Shapes[*From].Mars) {
        const auto &Users = Result.All[Own.Mars].Consumers;
        if (!std::binary_search(Users.begin(), Users.end(), Consumer))
          continue;
        Input.Mars.push_back(Own.Mars);
        FlowIn = Counter.sum(FlowIn, Counts[*From][Own.Mars]);
      }
      if (!Input.Mars.empty())
        Shape.Inputs.push_back(std::move(Input));
    }
    Shape.FlowIn = Counter.describe(FlowIn);
  }
  return Error::success();
}

Expected<MarsAnalysis> Analysis::run() {
  const TiledProgram &P = Result.Program;
  Result.IsTooSmall = isTooSmall();
  for (unsigned Stmt = 0; Stmt < P.Statements.size(); ++Stmt) {
    std::vector<Vector> Distances;
    for (const TiledDependence &D : P.Dependences)
      if (D.From == Stmt)
        Distances.push_back(D.Distance);
    AllCuts.push_back(cutTile(P.Sizes, Distances, !Result.IsTooSmall));
  }
  auto All = Shapes::find(Ctx, P);
  if (!All)
    return All.takeError();
  for (const Vector &Tile : All->tiles()) {
    Result.Shapes.emplace_back();
    Result.Shapes.back().Tile = Tile;
    if (Error Err = collect(Result.Shapes.size() - 1))
      return Err;
  }
  makeMars();
  PointCounter Counter(Ctx, P, Result.IsTooSmall);
  countAll(Counter);
  if (Error Err = findInputs(Counter, *All))
    return Err;
  Result.Sizes = Counter.sizes();
  for (unsigned I = 0; I < Result.All.size(); ++I) {
    Mars &M = Result.All[I];
    M.Dimension = dimensionOf(M, I);
    M.Singleton = true;
    for (const TileShape &Shape : Result.Shapes)
      for (const MarsInTile &Own : Shape.Mars)
        M.Singleton &= Own.Mars != I || Own.Count.Points == 1;
  }
  return Result;
}

Expected<MarsAnalysis> mars::findMars(isl::ctx Ctx, TiledProgram Program,
                                      unsigned long MaxOperations) {
  IslBudget Budget(Ctx, MaxOperations);
  return Analysis(Ctx, std::move(Program)).run();
}
