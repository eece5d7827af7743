//===- DeadPrinter.h - Dead iterations as text ------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints what was found about the iterations of a kernel for people, and as
/// JSON for programs.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_DEAD_DEADPRINTER_H
#define SMOLLY_DEAD_DEADPRINTER_H

#include "smolly/Dead/Diagnosis.h"
#include "smolly/Dead/LiveIterations.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <optional>
#include <string>

namespace smolly {

/// What is printed of a kernel.
struct DeadReport {
  const Kernel &K;
  const LiveIterations &Live;
  const Diagnosis &Found;
  /// Values of all parameters at which iterations are counted, if they are.
  std::optional<std::map<std::string, long>> CountAt;
};

/// How many elements \p Set has at \p Parameters; none if one has no value
/// there, or if they are too many to count.
/// Complexity: isl counts one by one.
std::optional<long> countAt(const isl::set &Set,
                            const std::map<std::string, long> &Parameters);

/// The constraints of \p Set without its tuple, "i = j and 0 <= i < N"; empty
/// for a universe.
std::string conditionOf(const isl::set &Set);

void printDead(llvm::raw_ostream &OS, const DeadReport &Report);

/// One JSON object with sorted keys; \p Method and \p Seconds, how and in what
/// time it was found, are repeated in it.
void printDeadAsJson(llvm::raw_ostream &OS, const DeadReport &Report,
                     llvm::StringRef Method, double Seconds);

} // namespace smolly

#endif // SMOLLY_DEAD_DEADPRINTER_H
