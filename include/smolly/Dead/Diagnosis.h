//===- Diagnosis.h - Suspicious accesses of a kernel ------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a programmer wants to hear of, beside dead iterations (the slides'
/// "compiler warning" scenario): accesses outside an array, reads of elements
/// that nobody has written, values that are overwritten unread.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_DEAD_DIAGNOSIS_H
#define SMOLLY_DEAD_DIAGNOSIS_H

#include "smolly/Kernel/Dataflow.h"
#include "llvm/Support/Error.h"

namespace smolly {

struct Finding {
  AccessRef Access;
  /// { Domain[] }: the iterations in which it happens, never empty.
  isl::set Iterations;
};

struct Diagnosis {
  /// Elements outside the extent of their array. Where a dimension has no end
  /// in the extent nothing can be outside of it.
  std::vector<Finding> OutOfBounds;
  /// Reads of elements that are not live-in and that nobody has written.
  std::vector<Finding> Uninitialized;
  /// Writes of values that nobody reads before their element is written anew.
  std::vector<Finding> Overwritten;
};

/// Examines all accesses of \p K, whose dataflow is \p D, but for those to an
/// array with rows that some loop fills as if it had none. Fails when
/// \p MaxOperations isl operations are not enough.
/// Complexity: a few set operations for each access, and for overwritten values
/// one composition for each pair of writes to an array.
llvm::Expected<Diagnosis> diagnose(const Kernel &K, const Dataflow &D,
                                   unsigned long MaxOperations);

} // namespace smolly

#endif // SMOLLY_DEAD_DIAGNOSIS_H
