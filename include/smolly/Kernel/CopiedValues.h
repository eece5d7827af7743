//===- CopiedValues.h - Values that are copies of others --------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A copy, as in `A[i] = B[i]`, makes no new value: what reads A[i] might read
/// B[i] instead. Here such copies are found and the dataflow is computed that
/// would be if nothing were copied.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_COPIEDVALUES_H
#define SMOLLY_KERNEL_COPIEDVALUES_H

#include "smolly/Kernel/Dataflow.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace smolly {

/// A write whose values are copies.
struct CopyingWrite {
  AccessRef Write;
  /// Where the values come from, none of them a CopyingWrite. Together they
  /// cover all instances of Write.
  struct Source {
    AccessRef Write;
    /// { CopyDomain[] -> WriteDomain[] }
    isl::map Instances;
  };
  std::vector<Source> Sources;
};

struct CopiedValues {
  std::vector<CopyingWrite> Copies;
  /// That of the kernel with each use of a copy as a use of what was copied.
  /// A copy that is all that its statement does reads nothing here.
  Dataflow Flow;

  const CopyingWrite *find(AccessRef Write) const;
};

/// Finds the writes that copy values of the kernel: statements that do nothing
/// else (see Access::CopyOf), between arrays that are not fixed, of values that
/// are known. Writes that copy their own values over and over are none.
/// Leaves those out that \p IsWanted says no to.
/// Complexity: one isl composition for each use of each source of a copy.
CopiedValues findCopiedValues(
    const Kernel &K, const Dataflow &D,
    llvm::function_ref<bool(AccessRef)> IsWanted = [](AccessRef) {
      return true;
    });

} // namespace smolly

#endif // SMOLLY_KERNEL_COPIEDVALUES_H
