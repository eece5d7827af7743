//===- ForwardCopies.h - Reads of copies in a SCoP --------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Has reads of a SCoP find copies and constants where they come from
/// (Volume/Forward.h), so that buffers go for which nothing is computed.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_PLUGIN_FORWARDCOPIES_H
#define SMOLLY_LIB_PLUGIN_FORWARDCOPIES_H

#include "ChooseSchedule.h"
#include "smolly/Kernel/Dataflow.h"
#include "smolly/Plugin/Options.h"
#include "smolly/Scop/Import.h"

namespace smolly {

struct ForwardedCopies {
  /// The arrays of the kernel that nobody reads any more, by their index, and
  /// what to say of them.
  std::vector<std::pair<unsigned, std::string>> Arrays;
  /// Some of them are read so often that filling them hardly counts: without
  /// them the loops are faster only if they take as much memory as this, a part
  /// of the second-level cache.
  double LeastGain = 0;
};

/// Forwards what can be, in \p Scop's kernel and in \p Flow, its dataflow;
/// nothing if that would pay with no sizes of the arrays, with \p Caches.
ForwardedCopies forwardCopies(ImportedScop &Scop, Dataflow &Flow,
                              const PassOptions &Options,
                              const CacheSizes &Caches);

} // namespace smolly

#endif // SMOLLY_LIB_PLUGIN_FORWARDCOPIES_H
