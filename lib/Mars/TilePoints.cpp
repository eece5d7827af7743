//===- TilePoints.cpp - The instances of a tile one by one ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TilePoints.h"
#include "Enumerate.h"

using namespace smolly;
using namespace smolly::mars;

static bool contains(const TileBox &B, const Vector &Sizes,
                     const Vector &Residues) {
  for (size_t F = 0; F < Sizes.size(); ++F)
    if (Residues[F] < B.Sides[F].Low.at(Sizes[F]) ||
        Residues[F] >= B.Sides[F].High.at(Sizes[F]))
      return false;
  return true;
}

/// The MARS that instances of \p Stmt with these residues belong to, if to any.
static std::optional<unsigned> marsAt(const MarsAnalysis &A, unsigned Stmt,
                                      const Vector &Residues) {
  for (unsigned I = 0; I < A.All.size(); ++I)
    for (const TileBox &B : A.All[I].Boxes)
      if (B.Stmt == Stmt && contains(B, A.Program.Sizes, Residues))
        return I;
  return std::nullopt;
}

std::optional<std::vector<TilePoint>> mars::pointsOf(const MarsAnalysis &A,
                                                     unsigned Stmt,
                                                     const Vector &Tile,
                                                     unsigned MaxPoints) {
  const TiledProgram &P = A.Program;
  const TiledStatement &S = P.Statements[Stmt];
  if (S.isUnbounded())
    return std::nullopt;
  Vector Corner = S.Constants;
  Ranges Whole;
  for (unsigned F = 0; F < P.families(); ++F) {
    long Low;
    if (__builtin_mul_overflow(P.Sizes[F], Tile[F], &Low) ||
        __builtin_sub_overflow(Corner[F], Low, &Corner[F]))
      return std::nullopt;
    Whole.push_back({0, P.Sizes[F]});
  }
  std::vector<TilePoint> Points;
  unsigned long Steps = 8UL * MaxPoints;
  bool IsDone = forEachElement(
      S.Heights, Corner, Whole, Steps,
      [&](const Vector &Factors, const Vector &Residues) {
        TilePoint Point{Vector(S.Iterators, 0), Residues,
                        marsAt(A, Stmt, Residues)};
        for (unsigned J = 0; J < Factors.size(); ++J)
          subtractMultiple(Point.Iterators, -Factors[J], S.Heights.factors(J));
        Points.push_back(std::move(Point));
      });
  if (!IsDone || Points.size() > MaxPoints)
    return std::nullopt;
  return Points;
}
