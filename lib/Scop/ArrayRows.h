//===- ArrayRows.h - The rows of arrays, before there is a SCoP -*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What accesses with several subscripts say of the sizes of an array, for what
/// runs over all of its elements at once: a call of memcpy, or a loop with one
/// counter. How many elements there are is a polynomial in the sizes: equal
/// ones are equal modulo 2^64, and equal numbers as long as all factors are
/// small and not negative.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_ARRAYROWS_H
#define SMOLLY_LIB_SCOP_ARRAYROWS_H

#include "smolly/Scop/ObjectFacts.h"
#include "llvm/ADT/APInt.h"
#include "llvm/IR/PassManager.h"
#include <map>

namespace llvm {
class BasicBlock;
class DominatorTree;
class LoopInfo;
class SCEV;
class ScalarEvolution;
class TargetLibraryInfo;
} // namespace llvm

namespace smolly {

/// The size of a dimension, as it is known in loops and in addresses, where it
/// may be frozen.
struct Extent {
  const llvm::SCEV *Count, *Width;
};
using Extents = llvm::SmallVector<Extent, 3>;

/// An array that only calls of memcpy and the like keep from being private, if
/// anything does.
struct RowArray {
  ObjectFacts Facts;
  /// Null if it is accessed as elements of different sizes.
  llvm::Type *Element = nullptr;
  /// The sizes of all dimensions but the outermost, which is first.
  Extents Sizes;
};

/// The arrays of one function.
class ArrayRows {
public:
  ArrayRows(llvm::Function &F, const llvm::Function &Twin,
            llvm::FunctionAnalysisManager &FAM);

  /// The array that \p Pointer points to; null if it is none of these.
  /// Complexity: linear in the uses of the array, once.
  RowArray *at(llvm::Value *Pointer);

private:
  const llvm::SCEV *thawed(const llvm::SCEV *Size);
  llvm::SmallVector<uint64_t, 3> writtenSizes(const RowArray &A);
  void findSizes(RowArray &A);

  llvm::Function &F;
  const llvm::Function &Twin;
  llvm::ScalarEvolution &SE;
  llvm::LoopInfo &LI;
  const llvm::TargetLibraryInfo &TLI;
  std::map<llvm::Value *, RowArray> Arrays;
};

/// The polynomial that \p V, a signed number of up to 64 bits, is where \p BB
/// runs. Scalar evolution does not look into products that are extended.
/// Complexity: linear in the size of the expression, and in the number of
/// blocks that dominate BB.
const llvm::SCEV *polynomialOf(llvm::Value *V, llvm::BasicBlock *BB,
                               const llvm::DominatorTree &DT,
                               llvm::ScalarEvolution &SE);

/// \p V, an integer, as a product with a number of elements: one that LLVM has
/// shifted up, to cut it off, and not all the way back down, or the one that
/// lies between two pointers.
/// Complexity: that of scalar evolution, and linear in the uses of V.
const llvm::SCEV *productOf(llvm::Value *V, llvm::ScalarEvolution &SE);

/// Divides \p Dividend by \p Divisor if that leaves no remainder.
bool divideExactly(const llvm::SCEV *&Dividend, const llvm::SCEV *Divisor,
                   llvm::ScalarEvolution &SE);

/// Whether \p A and \p B are equal, also if factors are in another order.
bool isEqual(const llvm::SCEV *A, const llvm::SCEV *B,
             llvm::ScalarEvolution &SE);

/// The largest number that those of \p Counts that are not known may be for the
/// product of all of them and \p Factor to be at most 2^62.
llvm::APInt largestCount(llvm::ArrayRef<Extent> Counts, uint64_t Factor);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_ARRAYROWS_H
