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

/// Makes the compiled program count executions of \p Start, in the function
/// that the source calls \p Name. When it ends it prints to standard error
/// `smolly: N runs of rewritten loops`, a line a module, and
/// `smolly: rewritten loops of NAME never ran` for those that did not.
void countRun(llvm::Module &M, llvm::BasicBlock *Start, llvm::StringRef Name);

} // namespace smolly

#endif // SMOLLY_PLUGIN_RUNCOUNTER_H
