//===- RunCounter.h - Count runs of rewritten loops -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parameter `count-runs`: lets a test assert that rewritten loops were
/// executed, not only generated.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_PLUGIN_RUNCOUNTER_H
#define SMOLLY_PLUGIN_RUNCOUNTER_H

#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Module.h"

namespace smolly {

/// Makes the compiled program count executions of \p Start and print
/// `smolly: N runs of rewritten loops` to standard error when it ends, a line
/// a module.
void countRun(llvm::Module &M, llvm::BasicBlock *Start);

} // namespace smolly

#endif // SMOLLY_PLUGIN_RUNCOUNTER_H
