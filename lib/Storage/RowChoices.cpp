//===- RowChoices.cpp - Rows at a node of a search ------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RowChoices.h.
///
//===----------------------------------------------------------------------===//

#include "RowChoices.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace smolly;

/// Rows whose lower bounds are computed: so many by size and by what they
/// leave.
static constexpr size_t Promising = 40;

double smolly::smallestSize(const std::vector<PieceRange> &Ranges) {
  double Largest = 0;
  for (const PieceRange &R : Ranges)
    if (R.Earlier == R.Later && R.isSatisfied())
      Largest = std::max(Largest, R.largest());
  return std::floor(Largest + PieceRange::Tolerance) + 1;
}

size_t smolly::keyOf(const RowChoice &C) {
  std::hash<std::vector<bool>> Hash;
  return llvm::hash_combine(Hash(C.Satisfied), Hash(C.Ignored));
}

void smolly::keepPromising(std::vector<RowChoice *> &Order) {
  if (Order.size() <= 2 * Promising)
    return;
  std::vector<RowChoice *> Rest(Order.begin() + Promising, Order.end());
  Order.resize(Promising);
  llvm::stable_sort(Rest, [](const RowChoice *A, const RowChoice *B) {
    return A->Unsatisfied < B->Unsatisfied;
  });
  Rest.resize(Promising);
  llvm::append_range(Order, Rest);
}
