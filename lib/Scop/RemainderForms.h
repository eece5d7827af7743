//===- RemainderForms.h - How code computes remainders ----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The forms that remainders have: `d % n`, `d & (2^k - 1)`, and those that are
/// never negative, `(d % n + n) % n` or `r = d % n; r < 0 ? r + n : r`, as LLVM
/// leaves them.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_REMAINDERFORMS_H
#define SMOLLY_LIB_SCOP_REMAINDERFORMS_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace smolly {

/// A remainder, or an address counted by one.
struct Remainder {
  /// What is to be replaced.
  llvm::Instruction *Result;
  /// If that is an address: where the elements are counted from.
  llvm::Value *Base;
  llvm::Value *Dividend;
  llvm::Value *Divisor;
  /// Whether it is never negative; if not, it has the sign of the dividend.
  bool RoundsDown;
};

/// All that is computed from \p I, a remainder, and may be replaced.
/// Complexity: linear in the number of uses of I and of their uses.
llvm::SmallVector<Remainder, 4> describeRemainder(llvm::Instruction &I);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_REMAINDERFORMS_H
