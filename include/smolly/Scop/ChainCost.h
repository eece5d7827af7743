//===- ChainCost.h - Do innermost loops wait? -------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Estimates how much of an innermost loop's time is spent waiting for the
/// result of the iteration before.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_CHAINCOST_H
#define SMOLLY_SCOP_CHAINCOST_H

#include "smolly/Scop/Import.h"
#include "llvm/Analysis/TargetTransformInfo.h"

namespace smolly {

/// How many iterations of the loop around an innermost loop of \p Statements
/// are to run side by side (Schedule/Interleave.h): several if the loop's
/// longest chain takes a good part longer than all that it executes, by the
/// costs of \p TTI, or if it sums up columns, and many if these are sums of
/// neighbours over a window. 1 where nothing is gained: without a chain, or
/// where LLVM vectorises the loop as the sum of a row that it may reorder.
/// Without \p TTI, for tests, any chain will do. \p All is the kernel of the
/// SCoP with scalars. Complexity: linear in the instructions for each chain,
/// beside finding these.
long rowsWorthwhile(const ImportedScop &Scop, const Kernel &All,
                    llvm::ArrayRef<unsigned> Statements,
                    const llvm::TargetTransformInfo *TTI);

} // namespace smolly

#endif // SMOLLY_SCOP_CHAINCOST_H
