//===- RemoveIdle.h - Take iterations out that change nothing ---*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sparse regions of "Modelling linear algebra kernels as polyhedral volume
/// operations" (Friebel et al., IMPACT 2023), section 5.3: where a statement is
/// known to read constants, such as the zeros of a band matrix that is stored
/// in full, it may store what is there already (Volume/Idle.h). Such iterations
/// need not be executed, and a loop over a row becomes one over the band.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_PLUGIN_REMOVEIDLE_H
#define SMOLLY_LIB_PLUGIN_REMOVEIDLE_H

#include "smolly/Kernel/Dataflow.h"
#include "smolly/Plugin/Options.h"
#include "smolly/Scop/Import.h"

namespace smolly {

struct IdleIterations {
  /// For each statement that lost iterations, what to say of it.
  std::vector<std::pair<const llvm::Instruction *, std::string>> Remarks;

  bool any() const { return !Remarks.empty(); }
};

/// Takes iterations that change nothing, for the constants that they read, out
/// of \p Scop's kernel, and brings \p Flow, its dataflow, up to date. Leaves
/// both as they are if that is less than an eighth of all iterations, or where
/// finding out takes too long.
///
/// An iteration goes if each of its writes stores what it has read from the
/// same place, or is overwritten before anybody reads it: volume::findIdle says
/// why.
/// Complexity: that of volume::findIdle, with a pass over the instructions of a
/// statement for each combination of constants that it reads.
IdleIterations removeIdleIterations(ImportedScop &Scop, Dataflow &Flow,
                                    const PassOptions &Options);

} // namespace smolly

#endif // SMOLLY_LIB_PLUGIN_REMOVEIDLE_H
