//===- Statistics.h - One line a function -----------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the option `statistics=FILE` writes, so that builds of many files can
/// be summed up: for each function that was looked at, one JSON object on a
/// line of its own, such as
///
///   {"contracted":1,"file":"a.c","function":"f","milliseconds":12.5,"scops":2}
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_PLUGIN_STATISTICS_H
#define SMOLLY_PLUGIN_STATISTICS_H

#include "smolly/Kernel/Emptiness.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Timer.h"
#include <optional>

namespace smolly {

struct FunctionStatistics {
  /// Parts with loops that Polly understands, in the prepared copy.
  unsigned Scops = 0;
  /// Arrays that were made smaller, whose storage another one shares, or that
  /// are gone; at least 1 if the function was changed.
  unsigned Contracted = 0;
  /// Those of them that nobody read.
  unsigned Unread = 0;
  /// Statements that are executed in fewer iterations.
  unsigned Restricted = 0;
  /// What was asked of isl, in its operations.
  unsigned long Operations = 0;
  /// Whether sets are empty: who answered.
  EmptinessCounts Emptiness;
  /// The table of a ClassCensus, if one was made.
  std::optional<llvm::json::Object> Classes;
  /// Processor time spent on the function so far began here.
  llvm::TimeRecord Begin = llvm::TimeRecord::getCurrentTime(true);
};

/// Warns that a file cannot be written to.
void warnAboutFile(const llvm::Function &F, const llvm::Twine &What);

/// Appends the line for \p F to the file \p Path. Several compilers may do so
/// at a time. If the file cannot be written to, that is a warning.
void appendStatistics(const llvm::Function &F,
                      const FunctionStatistics &Statistics,
                      llvm::StringRef Path);

} // namespace smolly

#endif // SMOLLY_PLUGIN_STATISTICS_H
