//===- Dataflow.h - Value-based dataflow and live ranges --------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which write each read takes its value from, instance by instance, and which
/// writes survive to the end (array dataflow analysis, Feautrier 1991, as
/// implemented by isl_union_access_info_compute_flow).
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_DATAFLOW_H
#define SMOLLY_KERNEL_DATAFLOW_H

#include "smolly/Kernel/Kernel.h"
#include "llvm/Support/Error.h"

namespace smolly {

/// Names access number Access of statement number Stmt.
struct AccessRef {
  unsigned Stmt = 0;
  unsigned Access = 0;
  bool operator==(const AccessRef &O) const {
    return Stmt == O.Stmt && Access == O.Access;
  }
};

/// The values that one read takes from one write.
struct Flow {
  AccessRef Read;
  AccessRef Write;
  /// { ReadDomain[] -> WriteDomain[] }
  isl::map Sources;
  /// The write is a may-write, or another may-write may come between.
  bool May = false;
};

/// The part of one read that no write of the kernel covers.
struct UncoveredRead {
  AccessRef Read;
  /// { Domain[] -> Element[] }
  isl::map Relation;
};

/// Result of computeDataflow.
struct Dataflow {
  std::vector<Flow> Flows;
  std::vector<UncoveredRead> Uncovered;
  /// For each write whose values survive to the end in a live-out element: the
  /// instances that wrote them.
  struct LiveOut {
    AccessRef Write;
    isl::set Instances; // { Domain[] }
  };
  std::vector<LiveOut> LiveOuts;
};

/// Computes value-based dataflow. Fails when more than \p MaxOperations isl
/// operations would be needed (0: no limit), or too much memory for one.
/// Complexity: that of parametric integer programming, exponential in the
/// number of schedule dimensions at worst.
llvm::Expected<Dataflow> computeDataflow(const Kernel &K,
                                         unsigned long MaxOperations = 0);

/// The dataflow of \p K, with \p Known, that of the same kernel with only the
/// first \p KnownArrays arrays and the accesses to them, which come first in
/// each statement.
llvm::Expected<Dataflow> extendDataflow(const Kernel &K, const Dataflow &Known,
                                        unsigned KnownArrays,
                                        unsigned long MaxOperations = 0);

/// { Domain[] }: the instances of \p Write, within \p Domain, whose values
/// nobody reads, in the kernel or after it.
isl::set unreadInstances(const Dataflow &D, AccessRef Write, isl::set Domain);

} // namespace smolly

#endif // SMOLLY_KERNEL_DATAFLOW_H
