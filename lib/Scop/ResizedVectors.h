//===- ResizedVectors.h - Vectors that get a size later ---------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Brings what `v.resize(n)` and `v.assign(n, x)` do for an empty vector into
/// the form of a vector that is made with its size:
///
///     if (n != 0) {                       if (n > most) throw;
///       if (n > most) throw;              if (n != 0) {
///       A = new(8 * n);                     A = new(8 * n);
///       end = int(A + n);                   end = A + n;
///     }                                   }
///     p = phi(null, A)                    p = phi(null, A)
///     e = phi(0, end)                     e = int(phi(null, end))
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_RESIZEDVECTORS_H
#define SMOLLY_LIB_SCOP_RESIZEDVECTORS_H

namespace llvm {
class Function;
class PHINode;
} // namespace llvm

namespace smolly {

/// Lets numbers of addresses that are merged in \p F be those of merged
/// addresses. Complexity: linear in the size of F.
void mergePointers(llvm::Function &F);

/// Checks the size first where \p Pointer is null or what an allocation gives;
/// nothing where the form is another one. Complexity: linear in the size of the
/// blocks between the two.
void checkSizeFirst(llvm::PHINode &Pointer);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_RESIZEDVECTORS_H
