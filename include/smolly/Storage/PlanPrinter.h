//===- PlanPrinter.h - Storage plans as text --------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints a storage plan for people, and as JSON for programs.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_PLANPRINTER_H
#define SMOLLY_STORAGE_PLANPRINTER_H

#include "smolly/Storage/StoragePlan.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace smolly {

/// Prints for each value set where it is stored, the new arrays with their
/// dimensions, what stays and why, and the number of cells before and after.
/// \p Options are those that \p Plan was made with.
void printPlan(llvm::raw_ostream &OS, const Kernel &K, const StoragePlan &Plan,
               const StorageOptions &Options = {});

/// Prints the same as one JSON object with sorted keys. \p Method and
/// \p Seconds, how the plan was found and how long that took, are repeated in
/// it.
void printPlanAsJson(llvm::raw_ostream &OS, const Kernel &K,
                     const StoragePlan &Plan, const StorageOptions &Options,
                     llvm::StringRef Method, double Seconds);

} // namespace smolly

#endif // SMOLLY_STORAGE_PLANPRINTER_H
