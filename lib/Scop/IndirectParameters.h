//===- IndirectParameters.h - Parameters for values in memory ---*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parameters of a SCoP that stand for a value in memory (IndirectReads.h),
/// which is another one in each iteration: what is imported must not depend on
/// them.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_INDIRECTPARAMETERS_H
#define SMOLLY_LIB_SCOP_INDIRECTPARAMETERS_H

#include "smolly/Scop/Import.h"
#include "smolly/Scop/IndirectReads.h"

namespace smolly {

/// The argument without parameter \p Id, whatever that is.
isl::map withoutParameter(isl::map Map, const isl::id &Id);
isl::set withoutParameter(isl::set Set, const isl::id &Id);

/// \p Map where parameter \p Id is \p Value, without it.
isl::map atParameter(isl::map Map, const isl::id &Id, int Value);

/// Complexity of all methods: linear in the number of parameters, beside isl
/// operations on their argument.
class IndirectParameters {
public:
  explicit IndirectParameters(polly::Scop &S);

  /// The argument where all of them are neutral. What Polly assumes, such as
  /// that subscripts are in bounds, is checked for that.
  isl::set atNeutral(isl::set Set) const;
  isl::map atNeutral(isl::map Map) const;

  /// Whether \p Map depends on one of them.
  bool occurIn(const isl::map &Map) const;

  /// The read that \p MA is; null if it is none of these.
  const IndirectRead *readBy(const polly::MemoryAccess &MA) const;
  /// The parameter of \p Read, which is from readBy.
  const IndirectParameter &parameterOf(const IndirectRead &Read) const;

  const std::vector<IndirectParameter> &all() const { return Parameters; }

private:
  int findNeutral(polly::Scop &S, unsigned Index, const isl::set &Known) const;

  std::vector<IndirectRead> Reads;
  std::vector<IndirectParameter> Parameters;
};

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_INDIRECTPARAMETERS_H
