//===- ChooseSchedule.h - In which order to run loops -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes another order of the loops where that makes arrays smaller.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_PLUGIN_CHOOSESCHEDULE_H
#define SMOLLY_LIB_PLUGIN_CHOOSESCHEDULE_H

#include "smolly/Kernel/Dataflow.h"
#include "smolly/Scop/Import.h"
#include "smolly/Storage/StoragePlan.h"

namespace smolly {

/// Fuses loop nests of \p Scop, whose dataflow is \p Flow and whose storage \p
/// Plan, if they need half the memory then: gives the kernel the new schedule
/// and replaces the plan. Returns what to say of it; empty if nothing changed.
std::string chooseSchedule(ImportedScop &Scop, const Dataflow &Flow,
                           const StorageOptions &Options, StoragePlan &Plan);

} // namespace smolly

#endif // SMOLLY_LIB_PLUGIN_CHOOSESCHEDULE_H
