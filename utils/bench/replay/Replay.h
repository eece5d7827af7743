//===- Replay.h - Recorded questions asked again ----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the program sdbm-replay is made of: questions as QuestionRecorder.h
/// writes them, and the libraries that answer them. Each library is timed on
/// objects of its own that nobody has computed with before, as isl remembers
/// points that it found.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_UTILS_BENCH_REPLAY_H
#define SMOLLY_UTILS_BENCH_REPLAY_H

#include "smolly/SDBM/Question.h"
#include "llvm/ADT/StringRef.h"
#include "isl/isl-noexceptions.h"
#include <chrono>
#include <optional>
#include <string>

namespace smolly::replay {

struct Timed {
  /// None: the library does not know, or a limit was hit.
  std::optional<bool> Answer;
  double Seconds = 0;
};

template <typename Fn> Timed timed(Fn Ask) {
  auto Begin = std::chrono::steady_clock::now();
  std::optional<bool> Answer = Ask();
  std::chrono::duration<double> Spent =
      std::chrono::steady_clock::now() - Begin;
  return {Answer, Spent.count()};
}

/// A question as isl's sets.
struct IslQuestion {
  sdbm::Question::Kind What;
  isl::set A, B;
};

/// Null sets if \p Text is none. \p Text is a line without its count.
std::optional<IslQuestion> parse(isl::ctx Ctx, llvm::StringRef Text);

/// isl, with a limit.
Timed askIsl(const IslQuestion &Q);

/// SDBMs, from isl's objects on: constraints are read, and what is no SDBM may
/// be answered all the same.
Timed askFromIsl(const IslQuestion &Q);

/// SDBMs that have been read already; nothing if it is no question about such.
std::optional<Timed> askSdbms(sdbm::Question &Q);

/// Whether askPresburger does anything.
bool hasPresburger();
/// MLIR's Presburger library, from its own objects on.
std::optional<Timed> askPresburger(const sdbm::Question &Q);

} // namespace smolly::replay

#endif // SMOLLY_UTILS_BENCH_REPLAY_H
