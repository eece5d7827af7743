//===- Idle.h - Iterations that change nothing ------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sparse regions of "Modelling linear algebra kernels as polyhedral volume
/// operations" (Friebel et al., IMPACT 2023), section 5.3: where a statement is
/// known to read constants, it may store what is there already. With a band
/// matrix that is stored in full, with its zeros, the instances of
///
///     y[i] += a[i][k] * x[k];        where a[i][k] is 0 for |i - k| > 1
///
/// with |i - k| > 1 are *idle*.
///
/// That a sum stays as it is when a zero is added depends on what its
/// operations are and on their flags. A kernel does not know them: an oracle
/// has to be asked.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_VOLUME_IDLE_H
#define SMOLLY_VOLUME_IDLE_H

#include "smolly/Kernel/Dataflow.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SetVector.h"
#include <optional>
#include <string>
#include <vector>

namespace smolly::volume {

/// A read of some statement that finds a constant.
struct KnownRead {
  unsigned Access = 0;
  /// The text of the constant, as KnownValue::Name.
  std::string Value;
};

/// Knows what the statements of a kernel compute. Statements and accesses are
/// given by their numbers in the kernel.
class IdleOracle {
public:
  virtual ~IdleOracle();

  /// Whether anything can be said of statement \p S.
  virtual bool mayBeIdle(unsigned S) const = 0;

  /// Whether it can be of use that the read \p Read of statement \p S finds the
  /// constant \p Value.
  virtual bool canUse(unsigned S, unsigned Read,
                      const std::string &Value) const = 0;

  /// Until the next call, questions are about the instances of statement \p S
  /// in which its reads find \p Known. None is of a read that is there twice.
  virtual void assume(unsigned S, llvm::ArrayRef<KnownRead> Known) = 0;

  /// Whether there, in all of them, the write \p Write stores what the read \p
  /// Read has read in front of it. Both are of one array; that they are of one
  /// element is for others to see.
  virtual bool isWrittenBack(unsigned Read, unsigned Write) const = 0;
};

struct IdleSets {
  /// For each statement, the idle instances. { Domain[] }
  std::vector<isl::set> Idle;
  /// For each statement, the arrays that hold the constants which make them
  /// idle.
  std::vector<llvm::SmallSetVector<unsigned, 2>> Arrays;
};

/// Whether \p K has a statement that reads something that it writes, and does
/// nothing else, and constants: findIdle finds nothing otherwise, whatever the
/// dataflow is. Complexity: quadratic in the accesses of each statement.
bool mayHaveIdle(const Kernel &K, const IdleOracle &Oracle);

/// The idle instances of \p K, with the dataflow \p D, for all that \p Oracle
/// knows; none if there are none, or where \p MaxOperations isl operations (0:
/// no limit) are not enough. Values that statements pass to each other in
/// registers have to be arrays of \p K, too.
///
/// An instance is idle if each of its writes stores what it has read from the
/// same place, or is overwritten before anybody reads it. Of the memory without
/// it only cells that the latter wrote are different, which nobody reads: not
/// this statement either, so that they are not what another one writes back.
/// All idle instances may be left out together.
/// Complexity: for each constant that is stored a pass over the dataflow, for
/// each combination of them that a statement reads, of at most 64, one
/// assumption and a question for each pair of its accesses.
std::optional<IdleSets> findIdle(const Kernel &K, const Dataflow &D,
                                 IdleOracle &Oracle,
                                 unsigned long MaxOperations = 0);

} // namespace smolly::volume

#endif // SMOLLY_VOLUME_IDLE_H
