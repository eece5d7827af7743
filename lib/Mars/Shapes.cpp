//===- Shapes.cpp - Tiles that differ -------------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"
#include "Boxes.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/SDBM/Arithmetic.h"
#include <algorithm>
#include <set>

using namespace smolly;
using namespace smolly::mars;
using llvm::Error;
using llvm::Expected;

static constexpr unsigned MaxShapes = 1000;

static Error tooHard() { return limitHit("tiles have too many shapes"); }

/// Distances from an instance of statement \p Stmt to neighbours: along each
/// basis vector, and between the instances at 0 of it and of the first one.
static std::vector<Vector> neighbours(const TiledProgram &P, unsigned Stmt) {
  const TiledStatement &S = P.Statements[Stmt];
  std::vector<Vector> Result;
  auto AddBoth = [&](const Vector &V) {
    Vector Negated(V.size(), 0);
    subtractMultiple(Negated, 1, V);
    Result.push_back(V);
    Result.push_back(Negated);
  };
  for (unsigned J = 0; J < S.Heights.rank(); ++J)
    AddBoth(S.Heights.basis(J));
  Vector ToFirst = P.Statements[0].Constants;
  subtractMultiple(ToFirst, 1, S.Constants);
  Result.push_back(ToFirst);
  return Result;
}

/// From the first statement to all others.
static std::vector<Vector> fromFirst(const TiledProgram &P) {
  std::vector<Vector> Result;
  for (const TiledStatement &S : P.Statements) {
    Vector Distance = S.Constants;
    subtractMultiple(Distance, 1, P.Statements[0].Constants);
    Result.push_back(Distance);
  }
  return Result;
}

/// Adds to \p Found the tiles that instances of \p Stmt in \p Tile reach by one
/// of \p Distances.
static bool addReached(isl::ctx Ctx, const TiledProgram &P, unsigned Stmt,
                       const Vector &Tile, const std::vector<Vector> &Distances,
                       std::set<Vector> &Found) {
  const TiledStatement &S = P.Statements[Stmt];
  auto Residues = residuesIn(P, S, Tile);
  if (!Residues)
    return false;
  for (const Vector &Distance : Distances) {
    Cuts C = cutTile(P.Sizes, {Distance}, /*InGeneral=*/false);
    auto Reached = [&](const BoxIndex &Index) {
      Vector Low;
      for (unsigned F = 0; F < P.families(); ++F)
        Low.push_back(C[F][Index[F]].Low.at(P.Sizes[F]));
      Vector Next = consumerOf(P, Low, Distance);
      subtractMultiple(Next, -1, Tile);
      return Next;
    };
    if (!forEachBox(
            Ctx, S.Heights, *Residues, P.Sizes, C,
            [&](const BoxIndex &Index) { return !Found.count(Reached(Index)); },
            [&](const BoxIndex &Index) { Found.insert(Reached(Index)); }))
      return false;
  }
  return true;
}

Expected<Shapes::Key> Shapes::keyOf(isl::ctx Ctx, const TiledProgram &P,
                                    const Vector &Tile) {
  Key Result;
  Cuts Whole = cutTile(P.Sizes, {}, /*InGeneral=*/false);
  for (const TiledStatement &S : P.Statements) {
    auto Residues = residuesIn(P, S, Tile);
    bool HasInstances = false;
    if (!Residues || !forEachBox(
                         Ctx, S.Heights, *Residues, P.Sizes, Whole,
                         [](const BoxIndex &) { return true; },
                         [&](const BoxIndex &) { HasInstances = true; }))
      return tooHard();
    Result.push_back(HasInstances ? *Residues : Vector());
  }
  return Result;
}

Expected<Shapes> Shapes::find(isl::ctx Ctx, const TiledProgram &P) {
  Shapes Result;
  auto Add = [&](const Vector &Tile) -> Error {
    auto K = keyOf(Ctx, P, Tile);
    if (!K)
      return K.takeError();
    bool IsEmpty = std::all_of(K->begin(), K->end(),
                               [](const Vector &V) { return V.empty(); });
    if (!IsEmpty && Result.Indices.emplace(*K, Result.Tiles.size()).second)
      Result.Tiles.push_back(Tile);
    return Result.Tiles.size() > MaxShapes ? tooHard() : Error::success();
  };
  Vector Origin(P.families(), 0);
  if (Error Err = Add(Origin))
    return Err;
  if (Error Err = Add(consumerOf(P, Origin, P.Statements[0].Constants)))
    return Err;
  std::vector<Vector> First = fromFirst(P);
  for (size_t I = 0; I < Result.Tiles.size(); ++I) {
    std::set<Vector> Found;
    for (unsigned Stmt = 0; Stmt < P.Statements.size(); ++Stmt)
      if (!addReached(Ctx, P, Stmt, Result.Tiles[I], neighbours(P, Stmt),
                      Found))
        return tooHard();
    if (!addReached(Ctx, P, 0, Result.Tiles[I], First, Found))
      return tooHard();
    for (const Vector &Tile : Found)
      if (Error Err = Add(Tile))
        return Err;
  }
  return Result;
}

std::optional<unsigned> Shapes::shapeOf(isl::ctx Ctx, const TiledProgram &P,
                                        const Vector &Tile) const {
  auto K = keyOf(Ctx, P, Tile);
  if (!K) {
    llvm::consumeError(K.takeError());
    return std::nullopt;
  }
  auto Found = Indices.find(*K);
  if (Found == Indices.end())
    return std::nullopt;
  return Found->second;
}
