//===- RemoveDead.h - Take dead iterations out of a SCoP --------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Dead iteration elimination in the plugin, in front of storage mapping: what
/// contributes to nothing that anybody sees is taken out of the kernel, before
/// live ranges are computed.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_PLUGIN_REMOVEDEAD_H
#define SMOLLY_LIB_PLUGIN_REMOVEDEAD_H

#include "smolly/Dead/LiveIterations.h"
#include "smolly/Plugin/Options.h"
#include "smolly/Scop/Import.h"
#include "smolly/Storage/StoragePlan.h"

namespace smolly {

struct RemovedIterations {
  /// For each statement that lost iterations, what to say of it.
  std::vector<std::pair<const llvm::Instruction *, std::string>> Remarks;
  /// Arrays, not fixed, that no live iteration accesses any more.
  std::vector<unsigned> Vanished;
  /// The writes to those, none of which is stored anywhere.
  std::vector<ValueSet> Unstored;

  /// What is wrong with them, if they were verified and are wrong.
  std::string Mistake;

  bool any() const { return !Remarks.empty(); }
};

/// The part of all iterations that must be dead, usually.
inline constexpr double WorthRemoving = 1.0 / 8;

/// Whether the iterations of \p K that are not in \p Live are \p LeastPart of
/// all iterations, or more, at the usual assumed parameters or at others, as
/// what is needed may depend on a parameter of its own. Borders are not worth a
/// second version of the loops, and make the domains of what is left more
/// complicated. Complexity: that of estimating sizes at some points.
bool isWorthRemoving(const Kernel &K, const LiveIterations &Live,
                     const StorageOptions &Options, double LeastPart);

/// Restricts \p Scop's kernel and \p Flow, its dataflow, to live iterations.
/// Leaves both as they are if less than \p LeastPart of all iterations are
/// dead, such as a border, or where finding out takes too long. With the option
/// `verify`, live sets are compared with the dataflow.
RemovedIterations removeDeadIterations(ImportedScop &Scop, Dataflow &Flow,
                                       const PassOptions &Options,
                                       double LeastPart);

} // namespace smolly

#endif // SMOLLY_LIB_PLUGIN_REMOVEDEAD_H
