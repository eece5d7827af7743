//===- Forward.h - Reads of copies become reads of originals ----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A buffer that is filled with copies and constants and then only read, such
/// as an image with a border of zeros, holds nothing of its own. Where it is
/// read, a region at a time, what was copied can be read at its origin, and a
/// constant need not be read at all: the facts of section 5.2 of "Modelling
/// linear algebra kernels as polyhedral volume operations" (Friebel et al.,
/// IMPACT 2023), applied to the reads of a kernel. A constant is an array of no
/// dimensions here, as it is a scalar volume there.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_VOLUME_FORWARD_H
#define SMOLLY_VOLUME_FORWARD_H

#include "smolly/Kernel/Dataflow.h"
#include "smolly/Kernel/Kernel.h"
#include <optional>
#include <vector>

namespace smolly {

struct ForwardOptions {
  /// For each array, whether elements that nobody has written are zero.
  std::vector<bool> Zeroed;
  /// A read is split into no more parts than this.
  unsigned MaxParts = 16;
  /// Leave an array alone that is read in an innermost loop over `i` where an
  /// original is indexed by a quotient such as `i / 2`, unless constants are
  /// found, too: a loop over copies in a row can be vectorised, that one not.
  bool AvoidQuotients = false;
  /// isl operations (0: no limit); where they are not enough, nothing is
  /// forwarded.
  unsigned long MaxOperations = 0;
};

/// A constant that reads of the new kernel find in an array of no dimensions.
struct ForwardedConstant {
  /// Index into Kernel::Arrays of the new kernel.
  unsigned Array = 0;
  /// A write that stores it; none for the zeros of fresh memory.
  std::optional<AccessRef> Write;
};

/// Result of forwardReads.
struct ForwardedReads {
  /// With accesses and arrays behind those of the old kernel; see
  /// Access::InPlaceOf.
  Kernel K;
  /// The arrays that nobody reads any more.
  std::vector<unsigned> Arrays;
  std::vector<ForwardedConstant> Constants;
};

/// Forwards all reads of those arrays of \p K, with dataflow \p D, of which
/// every read finds constants or copies of elements that still are what they
/// were. An array that holds only copies of arrays that are not fixed is left
/// to the planning of storage, which may let them share memory instead. Reads
/// that Access::MayFindNothing says nobody needs are forwarded to a constant,
/// if that is all they find, wherever the other reads find something.
/// Complexity: a composition of maps for each flow of an array of copies, and
/// for each write of the array that is read in its place.
std::optional<ForwardedReads> forwardReads(const Kernel &K, const Dataflow &D,
                                           const ForwardOptions &Options);

} // namespace smolly

#endif // SMOLLY_VOLUME_FORWARD_H
