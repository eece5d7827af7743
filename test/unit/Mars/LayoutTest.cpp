//===- LayoutTest.cpp - Orders of blocks, and lattices --------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Mars/Layout.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>
#include <set>

using namespace smolly;
using namespace smolly::mars;

/// Blocks with random consumers among five tiles.
static std::vector<MarsBlock> randomBlocks(unsigned Seed, unsigned Many) {
  std::mt19937 Random(Seed);
  std::vector<MarsBlock> Blocks(Many);
  for (unsigned I = 0; I < Many; ++I) {
    Blocks[I].Mars = {I};
    for (long Tile = 1; Tile <= 5; ++Tile)
      if (Random() % 2)
        Blocks[I].Consumers.push_back({Tile});
    Blocks[I].Points = Blocks[I].Cells = 1 + Random() % 20;
  }
  return Blocks;
}

TEST(LayoutTest, SmallLayoutsAreTheBestOfAllOrders) {
  for (unsigned Seed = 1; Seed <= 40; ++Seed) {
    std::vector<MarsBlock> Blocks = randomBlocks(Seed, 6);
    std::vector<unsigned> Order = {0, 1, 2, 3, 4, 5};
    unsigned Fewest = ~0u;
    do {
      unsigned Pieces = 0;
      for (size_t I = 0; I < Order.size(); ++I)
        for (const Vector &C : Blocks[Order[I]].Consumers)
          Pieces +=
              I == 0 || !llvm::is_contained(Blocks[Order[I - 1]].Consumers, C);
      Fewest = std::min(Fewest, Pieces);
    } while (std::next_permutation(Order.begin(), Order.end()));
    TileLayout L = layOut(Blocks);
    EXPECT_EQ(L.Pieces, Fewest);
    EXPECT_TRUE(L.IsBest);
  }
}

TEST(LayoutTest, LargeLayoutsAreNearlyAsGood) {
  unsigned Pieces = 0, Apart = 0;
  for (unsigned Seed = 1; Seed <= 10; ++Seed) {
    std::vector<MarsBlock> Blocks = randomBlocks(Seed, 30);
    for (const MarsBlock &B : Blocks)
      Apart += B.Consumers.size();
    TileLayout L = layOut(Blocks);
    EXPECT_FALSE(L.IsBest);
    EXPECT_EQ(L.Blocks.size(), 30u);
    Pieces += L.Pieces;
  }
  EXPECT_LT(Pieces, Apart / 2);
}

static double costOf(const std::vector<MarsBlock> &Blocks,
                     const TransferCosts &C) {
  double Cost = 0;
  for (const MarsBlock &B : Blocks)
    Cost += (1.0 + B.Consumers.size()) * (C.Transfer + C.Element * B.Points);
  return Cost;
}

TEST(LayoutTest, MergesUntilNoMergePays) {
  for (unsigned Seed = 1; Seed <= 40; ++Seed) {
    std::vector<MarsBlock> Blocks = randomBlocks(Seed, 8);
    TransferCosts Costs{long(Seed % 30), 1};
    std::vector<MarsBlock> Merged = mergeBlocks(Blocks, Costs);
    double Cost = costOf(Merged, Costs);
    EXPECT_LE(Cost, costOf(Blocks, Costs));
    std::set<unsigned> Mars;
    for (const MarsBlock &B : Merged)
      Mars.insert(B.Mars.begin(), B.Mars.end());
    EXPECT_EQ(Mars.size(), Blocks.size());
    for (size_t I = 0; I < Merged.size(); ++I)
      for (size_t J = I + 1; J < Merged.size(); ++J) {
        std::vector<MarsBlock> More = Merged;
        std::set<Vector> All(More[I].Consumers.begin(),
                             More[I].Consumers.end());
        All.insert(More[J].Consumers.begin(), More[J].Consumers.end());
        More[I].Consumers.assign(All.begin(), All.end());
        More[I].Points += More[J].Points;
        More.erase(More.begin() + J);
        EXPECT_GE(costOf(More, Costs), Cost);
      }
  }
}

TEST(LatticeTest, HasABasisInEchelonForm) {
  auto L = Lattice::spannedBy(2, {{1, 1}, {1, -1}});
  ASSERT_TRUE(L.has_value());
  EXPECT_EQ(L->rank(), 2u);
  EXPECT_EQ(L->basis(0), (Vector{1, -1}));
  EXPECT_EQ(L->basis(1), (Vector{0, 2}));
  EXPECT_EQ(L->order(0), 2);
  EXPECT_EQ(L->reduced({5, 4}), (Vector{0, 1}));
  EXPECT_EQ(L->reduced({4, -4}), (Vector{0, 0}));
  EXPECT_FALSE(L->isEverything());
  auto Plane = Lattice::spannedBy(3, {{1, 0, 1}, {0, 1, 1}});
  ASSERT_TRUE(Plane.has_value());
  EXPECT_EQ(Plane->order(2), 0);
  EXPECT_TRUE(Plane->isFree(0));
  EXPECT_FALSE(Plane->isFree(2));
}
