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

/// Widths that were met as the factors of one operand of a multiplication.
struct WidthProduct {
  llvm::SmallVector<llvm::Value *, 4> Factors;
  unsigned Count = 0;
  bool IsOfPlane = false;
};

/// Of one object, by the products.
using WidthProducts = llvm::SmallMapVector<llvm::Value *, WidthProduct, 2>;

/// Puts products into \p Uses, by objects, in place of factors that were never
/// met without the others: with `A[t * (w * h) + p]` alone, the rows of A have
/// w * h elements. Where another array has rows of w elements, A may have them,
/// too, if both are accessed in one loop. \p Products: by objects, too.
/// Complexity: quadratic in the factors.
void joinProducts(
    llvm::MapVector<llvm::Value *, WidthUses> &Uses,
    const llvm::MapVector<llvm::Value *, WidthProducts> &Products);

/// Of \p Uses that are multiples of one value, leaves that value: `A[y * w +
/// x]` is accessed at `A[(2 * y) * w + x]` elsewhere. \p Bases: of a width that
/// is a constant times another value, that one. Complexity: linear.
void dropMultiples(WidthUses &Uses,
                   const llvm::DenseMap<llvm::Value *, llvm::Value *> &Bases);

} // namespace smolly

#endif // SMOLLY_SCOP_ROWWIDTHS_H
