//===- JoinedAddresses.h - Phis that say where a load is --------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM joins accesses that differ in their address where it can, and so do
/// programs: `j > 0 ? j - 1 : j`. What is then chosen by a phi becomes a select,
/// for SeparateAccesses.h. Where short-circuit conditions choose, nothing but
/// the phi says what; what it may be is loaded in front of it:
///
///     j = c && d ? i - 1 : i;         if (c && d) u = a[i - 1]; else w = a[i];
///     v = a[j];                =>     v = phi(u, w);
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_JOINEDADDRESSES_H
#define SMOLLY_LIB_SCOP_JOINEDADDRESSES_H

#include "AddressChoices.h"

namespace llvm {
class DominatorTree;
class Function;
class LoopInfo;
} // namespace llvm

namespace smolly {

/// Leaves no phi in \p F, behind a condition on counters or pointing into one
/// of two objects, that addresses are computed from, and none of which a load
/// finds one of a few elements of an array that might be contracted. Returns
/// whether anything changed. Complexity: linear in the size of F and of the
/// address expressions seen as trees, which is bounded.
bool resolveJoinedAddresses(llvm::Function &F, llvm::LoopInfo &LI,
                            llvm::DominatorTree &DT, llvm::ScalarEvolution &SE,
                            const AddressChoices &Choices);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_JOINEDADDRESSES_H
