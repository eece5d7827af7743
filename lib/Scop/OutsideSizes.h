//===- OutsideSizes.h - Sizes of vectors of others --------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The size of a `std::vector` that somebody else has made, `in.size()`, is the
/// difference of two pointers that are loaded. InstCombine computes with the
/// bytes between them where the program does with elements, and compares the
/// pointers where it asks for a size of zero; then it is not seen that an array
/// of so many elements is what its loops run over.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_OUTSIDESIZES_H
#define SMOLLY_LIB_SCOP_OUTSIDESIZES_H

#include "OpaqueValues.h"

namespace llvm {
class LoopInfo;
} // namespace llvm

namespace smolly {

/// Lets \p F compute with the number of elements between two loaded pointers,
/// hidden by \p Opaque, where it is known that there are a whole number of
/// them. Whether anything was changed.
/// Complexity: linear in the size of F and the uses of such pointers.
bool hideOutsideSizes(llvm::Function &F, const llvm::DominatorTree &DT,
                      const llvm::LoopInfo &LI, OpaqueValues &Opaque);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_OUTSIDESIZES_H
