//===- LiveRanges.h - When values live --------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For each value set the time at which its values are defined and the time of
/// their last use (the utility span of Lefebvre and Feautrier 1998; section 2.4
/// of Bhaskaracharya's thesis).
///
/// Times are schedule vectors extended by a position within the instance:
/// 0 for reads, 1, 2, ... for the writes in their order, and a position after
/// all writes for the reads of a statement whose reads do not come first. With
/// that, a value whose last use is at the time of another's definition can give
/// its cell to it exactly if the read comes first.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_LIVERANGES_H
#define SMOLLY_STORAGE_LIVERANGES_H

#include "smolly/Kernel/Dataflow.h"
#include "smolly/Kernel/Kernel.h"
#include <map>
#include <utility>

namespace smolly {

/// The values of one write access on a piece of its domain, and their lives.
struct ValueLives {
  AccessRef Write;
  unsigned Array = 0;
  /// { Domain[] }
  isl::set Piece;
  /// { Domain[] -> Element[] }
  isl::pw_multi_aff Element;
  /// { Domain[] -> Time[] }
  isl::map Definition;
  /// { Domain[] -> Time[] }: only of values that are read.
  isl::map LastUse;
  /// { Domain[] }: values that live to the end.
  isl::set LiveOut;
  /// { Domain[] }: values that somebody reads or that live to the end.
  isl::set Used;
};

/// The lives of all values of the write access \p Write, within the context.
/// Null members on failure.
/// Complexity: one parametric lexicographic maximum over the reads.
ValueLives computeLives(const Kernel &K, const Dataflow &D, AccessRef Write);

/// The lives of the values of a kernel, each computed when it is first asked
/// for. Not for several threads.
class LiveRanges {
public:
  /// \p D must outlive this.
  LiveRanges(const Kernel &Original, const Dataflow &D);

  /// The kernel, with the same parameters in all of its sets.
  const Kernel &kernel() const { return K; }
  const Dataflow &flow() const { return D; }
  /// Null members on failure, of this attempt only.
  /// Complexity: that of computeLives the first time.
  ValueLives of(AccessRef Write) const;

private:
  Kernel K;
  const Dataflow &D;
  mutable std::map<std::pair<unsigned, unsigned>, ValueLives> Known;
};

/// Whether one of the sets hasManyLocals, more than \p Most.
bool areComplex(const ValueLives &Lives, int Most = 6);

/// \p Lives restricted to the values in \p Piece, { Domain[] }.
ValueLives restrictLives(const ValueLives &Lives, const isl::set &Piece);

} // namespace smolly

#endif // SMOLLY_STORAGE_LIVERANGES_H
