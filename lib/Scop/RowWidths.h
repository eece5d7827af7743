//===- RowWidths.h - Widths of the rows of an array -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the accesses to an array are multiplied by.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_ROWWIDTHS_H
#define SMOLLY_SCOP_ROWWIDTHS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Value.h"

namespace smolly {

struct WidthUse {
  unsigned Count = 0;
  /// It was met in a product with another width.
  bool IsOfPlane = false;
};

/// Widths of one object, 64 bit values of the pool.
using WidthUses = llvm::SmallMapVector<llvm::Value *, WidthUse, 4>;

/// Of \p Uses that are multiples of one value, leaves that value: `A[y * w +
/// x]` is accessed at `A[(2 * y) * w + x]` elsewhere. \p Bases: of a width that
/// is a constant times another value, that one. Complexity: linear.
void dropMultiples(WidthUses &Uses,
                   const llvm::DenseMap<llvm::Value *, llvm::Value *> &Bases);

} // namespace smolly

#endif // SMOLLY_SCOP_ROWWIDTHS_H
