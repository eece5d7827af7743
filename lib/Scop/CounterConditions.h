//===- CounterConditions.h - Conditions on loop counters --------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conditions that Polly can read: they compare counters of loops with each
/// other or with what stays the same.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_COUNTERCONDITIONS_H
#define SMOLLY_LIB_SCOP_COUNTERCONDITIONS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Loop;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace smolly {

/// Whether the integers \p Values are sums of multiples of counters of \p L and
/// the loops around it, and of values that stay the same in all of these that
/// occur. Complexity: linear in the size of the expressions.
bool areAffine(llvm::ArrayRef<const llvm::Value *> Values, const llvm::Loop &L,
               llvm::ScalarEvolution &SE);

/// Whether \p Condition is made of a few comparisons of such values.
/// Complexity: linear in the size of the expressions.
bool asksCounters(const llvm::Value *Condition, const llvm::Loop &L,
                  llvm::ScalarEvolution &SE);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_COUNTERCONDITIONS_H
