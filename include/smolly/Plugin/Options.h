//===- Options.h - Parameters of the pass -----------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parameters of the pass `smolly<...>`, which `-mllvm -smolly-options=...`
/// and the environment variable SMOLLY_OPTIONS take too.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_PLUGIN_OPTIONS_H
#define SMOLLY_PLUGIN_OPTIONS_H

#include "smolly/Kernel/Emptiness.h"
#include "smolly/Scop/ScopLimits.h"
#include "smolly/Storage/StoragePlan.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace smolly {

/// In which order loops run.
enum class ScheduleMode {
  /// As in the program.
  Keep,
  /// Nests alongside each other where that makes arrays smaller.
  Fuse,
  /// Likewise, and in tiles where less goes between memory and cache then.
  Tile,
  /// In tiles each of which computes anew what it needs of the nests in front,
  /// where arrays become local to a tile then; else like Fuse.
  Overlap
};

struct PassOptions {
  bool Off = false;
  StorageMethod Storage = StorageMethod::Best;
  ScheduleMode Schedule = ScheduleMode::Fuse;
  /// What tiles pass on to each other goes to blocks, for ScheduleMode::Tile.
  bool Mars = false;
  /// Who is asked whether sets are empty.
  EmptinessMode Sdbm = EmptinessMode::Fast;
  /// Dead iteration elimination, in front of storage mapping.
  bool Die = true;
  /// Reads copies and constants where they come from, so that buffers go.
  bool Forward = true;
  /// Lets statements store what is there where they may or may not store
  /// something, so that arrays with such stores are contracted.
  bool Defer = true;
  /// Gives borders of loops, which have conditions of their own, own loops.
  bool Split = true;
  /// Leaves iterations out that change nothing, for what they read.
  bool Idle = true;
  /// Runs iterations side by side where innermost loops wait for themselves.
  bool Interleave = true;
  /// With code for each region of a statement, loops have at most so many times
  /// as many instructions (0: any number).
  unsigned MaxGrowth = 64;
  /// Counts runs of rewritten loops in the compiled program and prints the
  /// number to standard error when it ends.
  bool CountRuns = false;
  /// Stop after so many changed arrays in a module.
  unsigned Limit = ~0u;
  /// isl operations that each analysis of a SCoP may take.
  unsigned long MaxIslOperations = 20'000'000;
  /// isl operations that all analyses of a function may take together.
  unsigned long MaxFunctionOperations = 30'000'000;
  /// Iterations of an integer programming solver, and polyhedra that a set of
  /// conflicts may have, for each mapping that is looked for.
  unsigned long MaxIterations = 200'000;
  unsigned MaxDisjuncts = 400;
  /// Loops larger than this are left alone.
  ScopLimits Limits;
  /// Copies of a statement that code generation may make.
  unsigned MaxCopies = 64;
  /// Versions of the loops in a tile: with 2, full tiles have their own.
  unsigned MaxTileVersions = 2;
  /// What full tiles read from all over the memory is copied to buffers.
  bool Pack = true;
  /// Run the rewritten loops however little memory they save; for tests.
  bool Always = false;
  /// Execute every plan at small parameter values before it is applied; for
  /// tests. A plan that loses a value is an error of the compilation.
  bool Verify = false;
  /// Have the compiled program check that it finds its values; for tests.
  bool Shadow = false;
  /// What Breaker.h is to do to a plan, to test the checks; empty: nothing.
  std::string Break;
  /// A file to which a line is appended for each function that was looked at
  /// (Statistics.h); none if empty.
  std::string Statistics;
  /// Count the classes of sets, and say so in a remark and in Statistics.
  bool SdbmClasses = false;
  /// A file to which all questions about sets are appended
  /// (QuestionRecorder.h); none if empty.
  std::string RecordQuestions;
  /// A file with output specifications (Outputs.h); none if empty.
  std::string Outputs;
  /// Make warnings of accesses outside of arrays.
  bool WarnOutOfBounds = false;
  /// What is wrong with the options as they were given; empty when nothing is.
  std::string Mistake;

  /// Applies a list `a;b=c;...` (commas do too) on top of the present values.
  /// The error names the misspelt option and lists the known ones.
  llvm::Error apply(llvm::StringRef List);

  /// isl operations for a dataflow: where that is harder, everything that
  /// builds on it is hopeless.
  unsigned long maxDataflowOperations() const { return MaxIslOperations / 8; }

  /// What is verified is asked twice.
  EmptinessMode emptinessMode() const {
    return Verify && Sdbm == EmptinessMode::Fast ? EmptinessMode::Check : Sdbm;
  }

  /// What they mean to the storage analysis of \p K in a compiler.
  StorageOptions forStorage(const Kernel &K) const;

  /// Prints what differs from the defaults, so that apply reads it back.
  void print(llvm::raw_ostream &OS) const;
};

/// One line a parameter, for --help and error messages.
llvm::StringRef knownPassOptions();

/// Defaults, then SMOLLY_OPTIONS, then \p FromCommandLine, then
/// \p PassParameters: later ones win.
llvm::Expected<PassOptions> collectOptions(llvm::StringRef FromCommandLine,
                                           llvm::StringRef PassParameters);

} // namespace smolly

#endif // SMOLLY_PLUGIN_OPTIONS_H
