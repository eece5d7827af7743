//===- UnrollPeriodic.h - A step for each turn of pointers ------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A stencil that exchanges its two arrays after each step writes to one of two
/// places through one pointer, which is no access of a SCoP. Here such a loop
/// gets a body for each turn of its periodic values (PeriodicValues.h), so that
/// each access is of one array:
///
/// \code
///   for (t = 0; t < T; ++t) {          for (u = 0; u < T / 2; ++u) {
///     b[..] = f(a[..]);                  b[..] = f(a[..]);
///     swap(a, b);                        a[..] = f(b[..]);
///   }                                  }
///   use(a);                            if (T % 2 == 0) {
///                                        use(a);
///                                      } else {
///                                        b[..] = f(a[..]);
///                                        use(b);
///                                      }
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_UNROLLPERIODIC_H
#define SMOLLY_LIB_SCOP_UNROLLPERIODIC_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class SCEV;
} // namespace llvm

namespace smolly {

class OpaqueValues;

/// Unrolls the loops of \p F around other loops in which arrays of its own, or
/// constants, take turns. The numbers of iterations are added to \p Opaque.
/// Returns whether anything changed; analyses are invalidated then.
/// Complexity: linear in the size of F for each such loop. F grows by no more
/// than MaxGrowth instructions.
bool unrollPeriodicLoops(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                         OpaqueValues &Opaque);

/// Whether \p Parameter, of a SCoP, tells which turn such a loop has ended in.
bool isLastTurn(const llvm::SCEV *Parameter);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_UNROLLPERIODIC_H
