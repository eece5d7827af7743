//===- ArrayBounds.h - Lower bounds of Fortran arrays -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Simplifies the lower bounds of arrays that might be empty, but are not where
/// they are accessed.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_ARRAYBOUNDS_H
#define SMOLLY_SCOP_ARRAYBOUNDS_H

namespace llvm {
class Function;
} // namespace llvm

namespace smolly {

/// Rewrites the addresses of loads and stores in \p F that depend on whether
/// the accessed object is empty. Returns whether anything changed.
/// Complexity: linear in the size of the address expressions seen as trees,
/// which is bounded.
bool assumeNonEmptyArrays(llvm::Function &F);

} // namespace smolly

#endif // SMOLLY_SCOP_ARRAYBOUNDS_H
