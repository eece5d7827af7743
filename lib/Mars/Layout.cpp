//===- Layout.cpp - Where a tile stores what others use -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Mars/Layout.h"
#include <algorithm>
#include <numeric>

using namespace smolly;
using namespace smolly::mars;

namespace {

/// So that the table of the dynamic program has a few megabytes.
constexpr unsigned MaxExactBlocks = 14;

using Order = std::vector<unsigned>;

/// Looks for an order of blocks with the largest sum of the weights of
/// neighbours.
class PathSearch {
public:
  explicit PathSearch(const std::vector<MarsBlock> &Blocks);
  Order best() const { return exact() ? bestOfAll() : improved(); }
  bool exact() const { return N <= MaxExactBlocks; }
  long weight(const Order &O) const;

private:
  Order bestOfAll() const;
  Order greedyFrom(unsigned First) const;
  Order improved() const;
  bool improve(Order &O) const;

  unsigned N;
  /// How many consumers read both.
  std::vector<std::vector<long>> Weights;
};

} // namespace

static long commonConsumers(const MarsBlock &A, const MarsBlock &B) {
  std::vector<Vector> Common;
  std::set_intersection(A.Consumers.begin(), A.Consumers.end(),
                        B.Consumers.begin(), B.Consumers.end(),
                        std::back_inserter(Common));
  return Common.size();
}

PathSearch::PathSearch(const std::vector<MarsBlock> &Blocks)
    : N(Blocks.size()), Weights(N, std::vector<long>(N, 0)) {
  for (unsigned I = 0; I < N; ++I)
    for (unsigned J = 0; J < N; ++J)
      Weights[I][J] = commonConsumers(Blocks[I], Blocks[J]);
}

long PathSearch::weight(const Order &O) const {
  long Sum = 0;
  for (size_t I = 1; I < O.size(); ++I)
    Sum += Weights[O[I - 1]][O[I]];
  return Sum;
}

/// Of each set of blocks and each of them as the last one, the best path (Held
/// and Karp 1962, Bellman 1962).
Order PathSearch::bestOfAll() const {
  if (N == 0)
    return {};
  size_t Sets = size_t(1) << N;
  std::vector<long> Best(Sets * N, -1);
  std::vector<unsigned char> Before(Sets * N, 0);
  for (unsigned Last = 0; Last < N; ++Last)
    Best[(size_t(1) << Last) * N + Last] = 0;
  for (size_t Set = 1; Set < Sets; ++Set)
    for (unsigned Last = 0; Last < N; ++Last) {
      long Now = Best[Set * N + Last];
      for (unsigned Next = 0; Now >= 0 && Next < N; ++Next) {
        if (Set >> Next & 1)
          continue;
        size_t Place = (Set | size_t(1) << Next) * N + Next;
        if (Now + Weights[Last][Next] > Best[Place]) {
          Best[Place] = Now + Weights[Last][Next];
          Before[Place] = Last;
        }
      }
    }
  size_t Set = Sets - 1;
  unsigned Last =
      std::max_element(&Best[Set * N], &Best[Set * N] + N) - &Best[Set * N];
  Order Backwards;
  while (Set != 0) {
    Backwards.push_back(Last);
    unsigned Previous = Before[Set * N + Last];
    Set &= ~(size_t(1) << Last);
    Last = Previous;
  }
  return Order(Backwards.rbegin(), Backwards.rend());
}

/// Goes on with the block that has most in common with the last one.
Order PathSearch::greedyFrom(unsigned First) const {
  Order Result = {First};
  std::vector<bool> IsDone(N, false);
  IsDone[First] = true;
  while (Result.size() < N) {
    unsigned Next = N;
    for (unsigned I = 0; I < N; ++I)
      if (!IsDone[I] && (Next == N || Weights[Result.back()][I] >
                                          Weights[Result.back()][Next]))
        Next = I;
    IsDone[Next] = true;
    Result.push_back(Next);
  }
  return Result;
}

/// Makes one change that gains something: turns a part around, or moves up to
/// three blocks to another place. False if there is none.
bool PathSearch::improve(Order &O) const {
  long Now = weight(O);
  for (unsigned From = 0; From < N; ++From)
    for (unsigned To = From + 1; To < N; ++To) {
      Order Turned = O;
      std::reverse(Turned.begin() + From, Turned.begin() + To + 1);
      if (weight(Turned) > Now) {
        O = std::move(Turned);
        return true;
      }
      for (unsigned Length = 1; Length <= 3 && From + Length <= To; ++Length)
        for (unsigned Middle : {From + Length, To + 1 - Length}) {
          Order Moved = O;
          std::rotate(Moved.begin() + From, Moved.begin() + Middle,
                      Moved.begin() + To + 1);
          if (weight(Moved) > Now) {
            O = std::move(Moved);
            return true;
          }
        }
    }
  return false;
}

/// The best of the paths from each block, improved. Each improvement gains at
/// least 1, so that it ends.
Order PathSearch::improved() const {
  Order Best;
  for (unsigned First = 0; First < N; ++First) {
    Order O = greedyFrom(First);
    if (Best.empty() || weight(O) > weight(Best))
      Best = std::move(O);
  }
  while (improve(Best))
    ;
  return Best;
}

TileLayout mars::layOut(std::vector<MarsBlock> Blocks) {
  PathSearch Search(Blocks);
  Order Best = Search.best();
  TileLayout Result;
  Result.IsBest = Search.exact();
  for (unsigned I : Best) {
    MarsBlock &B = Blocks[I];
    Result.Pieces += B.Consumers.size();
    B.Offset = Result.Cells;
    long Next = B.Offset;
    for (auto &OfMars : B.Boxes)
      for (BoxCells &Box : OfMars) {
        Box.Offset = Next;
        Next += Box.Cells;
      }
    Result.Cells += B.Cells;
    Result.Blocks.push_back(std::move(B));
  }
  Result.Pieces -= Search.weight(Best);
  return Result;
}
