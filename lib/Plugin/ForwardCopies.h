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

#include "smolly/Kernel/Dataflow.h"
#include "smolly/Plugin/Options.h"
#include "smolly/Scop/Import.h"

namespace smolly {

/// Forwards what can be and is worth it, in \p Scop's kernel and in \p Flow,
/// its dataflow. Returns what to say of each array of the kernel that nobody
/// reads any more, by its index.
std::vector<std::pair<unsigned, std::string>>
forwardCopies(ImportedScop &Scop, Dataflow &Flow, const PassOptions &Options);

} // namespace smolly

#endif // SMOLLY_LIB_PLUGIN_FORWARDCOPIES_H
