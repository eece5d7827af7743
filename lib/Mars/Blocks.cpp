//===- Blocks.cpp - MARS to be stored and merged --------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements blocksOf, mergeBlocks and transfersOf of Layout.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/IslBudget.h"
#include "smolly/Mars/Layout.h"
#include <algorithm>

using namespace smolly;
using namespace smolly::mars;
using llvm::Expected;

/// So that sums over consumers have room in 64 bits.
static constexpr long MaxPoints = 1L << 40;

double TileTransfers::cost(const TransferCosts &C) const {
  return double(C.Transfer) * Transfers + double(C.Element) * Elements;
}

/// The basis of \p L with its rows in another order.
static std::optional<Lattice> permuted(const Lattice &L,
                                       const std::vector<unsigned> &Rows) {
  std::vector<Vector> Vectors;
  for (unsigned J = 0; J < L.rank(); ++J) {
    Vectors.emplace_back();
    for (unsigned Row : Rows)
      Vectors.back().push_back(L.basis(J)[Row]);
  }
  return Lattice::spannedBy(L.rows(), Vectors);
}

/// Row-major in the pivot rows of a basis: where all in front of one are known,
/// its residues differ by multiples of the pivot. None if cells are too many.
static std::optional<BoxCells> cellsOf(const MarsAnalysis &A,
                                       const TileBox &B) {
  Vector Lengths;
  std::vector<unsigned> Rows;
  for (unsigned F = 0; F < A.Program.families(); ++F) {
    long Size = A.Program.Sizes[F];
    Lengths.push_back(B.Sides[F].High.at(Size) - B.Sides[F].Low.at(Size));
    Rows.push_back(F);
  }
  std::stable_sort(Rows.begin(), Rows.end(), [&](unsigned F, unsigned G) {
    return Lengths[F] < Lengths[G];
  });
  auto L = permuted(A.Program.Statements[B.Stmt].Heights, Rows);
  if (!L)
    return std::nullopt;
  BoxCells Result;
  Result.Cells = 1;
  for (unsigned J = L->rank(); J-- > 0;) {
    unsigned Family = Rows[L->pivotRow(J)];
    long Divisor = L->pivot(J);
    Result.Steps.push_back({Family, Divisor, Result.Cells});
    if (__builtin_mul_overflow(Result.Cells,
                               (Lengths[Family] + Divisor - 1) / Divisor,
                               &Result.Cells))
      return std::nullopt;
  }
  return Result;
}

Expected<std::vector<MarsBlock>> mars::blocksOf(const MarsAnalysis &A,
                                                const TileShape &Shape) {
  std::vector<MarsBlock> Result;
  for (const MarsInTile &Own : Shape.Mars) {
    const Mars &M = A.All[Own.Mars];
    if (!Own.Count.Points || *Own.Count.Points > MaxPoints)
      return limitHit("a tile's MARS have too many points to be stored");
    MarsBlock Block;
    Block.Mars = {Own.Mars};
    Block.Consumers = M.Consumers;
    Block.Points = *Own.Count.Points;
    Block.Boxes.emplace_back();
    for (const TileBox &B : M.Boxes) {
      auto Cells = cellsOf(A, B);
      if (!Cells ||
          __builtin_add_overflow(Block.Cells, Cells->Cells, &Block.Cells))
        return limitHit("a tile's buffer has too many cells");
      Block.Boxes.back().push_back(*Cells);
    }
    Result.push_back(std::move(Block));
  }
  return Result;
}

/// The tiles that read one of two blocks.
static std::vector<Vector> both(const MarsBlock &A, const MarsBlock &B) {
  std::vector<Vector> All;
  std::set_union(A.Consumers.begin(), A.Consumers.end(), B.Consumers.begin(),
                 B.Consumers.end(), std::back_inserter(All));
  return All;
}

/// What is saved if \p A and \p B become one block.
static double saving(const MarsBlock &A, const MarsBlock &B,
                     const TransferCosts &Costs) {
  auto Cost = [&](double Points, size_t Consumers) {
    return (1.0 + Consumers) * (Costs.Transfer + Costs.Element * Points);
  };
  return Cost(A.Points, A.Consumers.size()) +
         Cost(B.Points, B.Consumers.size()) -
         Cost(double(A.Points) + B.Points, both(A, B).size());
}

static void append(MarsBlock &To, MarsBlock From) {
  To.Consumers = both(To, From);
  To.Mars.insert(To.Mars.end(), From.Mars.begin(), From.Mars.end());
  To.Boxes.insert(To.Boxes.end(), From.Boxes.begin(), From.Boxes.end());
  To.Points += From.Points;
  To.Cells += From.Cells;
}

std::vector<MarsBlock> mars::mergeBlocks(std::vector<MarsBlock> Blocks,
                                         const TransferCosts &Costs) {
  while (true) {
    double Most = 0;
    size_t BestI = 0, BestJ = 0;
    for (size_t I = 0; I < Blocks.size(); ++I)
      for (size_t J = I + 1; J < Blocks.size(); ++J)
        if (double Saved = saving(Blocks[I], Blocks[J], Costs); Saved > Most) {
          Most = Saved;
          BestI = I;
          BestJ = J;
        }
    if (BestJ == 0)
      return Blocks;
    append(Blocks[BestI], std::move(Blocks[BestJ]));
    Blocks.erase(Blocks.begin() + BestJ);
  }
}

TileTransfers mars::transfersOf(const MarsAnalysis &A, const TileShape &Shape,
                                const std::vector<MarsBlock> &Blocks) {
  TileTransfers Result;
  long Needed = 0, Read = 0;
  for (const MarsBlock &B : Blocks) {
    long Readers = B.Consumers.size();
    Result.Transfers += 1 + Readers;
    Result.Elements += B.Points * (1 + Readers);
    Read += B.Points * Readers;
  }
  for (const MarsInTile &Own : Shape.Mars)
    Needed +=
        Own.Count.Points.value_or(0) * long(A.All[Own.Mars].Consumers.size());
  Result.Redundant = Read - Needed;
  return Result;
}
