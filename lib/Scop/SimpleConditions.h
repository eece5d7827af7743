//===- SimpleConditions.h - Conditions that Polly can read ------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conditions that are evaluated in turn become one, comparisons of several
/// values with zero at a time several. Unsigned ones become signed, or ask for
/// upper bounds; whether something is zero becomes whether it is less than one
/// where it is not negative.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_SIMPLECONDITIONS_H
#define SMOLLY_LIB_SCOP_SIMPLECONDITIONS_H

namespace llvm {
class Function;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace smolly {

/// Makes operations of \p F signed that are on values known not to be negative.
/// Complexity: linear in the size of F.
void preferSigned(llvm::Function &F);

/// Writes the other conditions of \p F in the forms that Polly reads best. What
/// \p SE knows of them is out of date then.
/// Complexity: linear in the size of F and, for each comparison with zero, in
/// the number of branches that it is behind.
void simplifyConditions(llvm::Function &F, const llvm::LoopInfo &LI,
                        llvm::ScalarEvolution &SE);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_SIMPLECONDITIONS_H
