//===- Command.h - Commands of the tool -------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the commands of the tool share. Each command has a file of its own.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_TOOLS_COMMAND_H
#define SMOLLY_TOOLS_COMMAND_H

#include "smolly/Kernel/KernelFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <optional>
#include <string>

namespace smolly::tool {

/// Exit statuses of the tool.
enum ExitStatus { Done = 0, WrongInput = 1, WrongUsage = 2, LimitHit = 3 };

/// One command.
struct Command {
  llvm::StringRef Name;
  /// One line for --help.
  llvm::StringRef Summary;
  /// What it does and its options, for COMMAND --help.
  llvm::StringRef Help;
  /// Runs it on what follows its name on the command line.
  int (*Run)(llvm::ArrayRef<llvm::StringRef> Arguments);
};

/// smolly dead, smolly mars, smolly sdbm, smolly storage, smolly volumes.
extern const Command DeadCommand, MarsCommand, SdbmCommand, StorageCommand,
    VolumesCommand;

/// Prints "smolly: Message" on standard error and returns \p Status.
int fail(ExitStatus Status, const llvm::Twine &Message);

/// Wrong input, or one for which a limit was hit: value_too_large.
ExitStatus statusOf(const llvm::Error &Err);

/// The content of \p File, standard input for "-".
llvm::Expected<std::string> readInput(llvm::StringRef File);

/// Reads "N=1000,M=7".
llvm::Expected<std::map<std::string, long>>
parseAssignments(llvm::StringRef Text);

/// An isl_ctx that lives as long as this object.
class Context {
public:
  Context();
  ~Context();
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;
  isl::ctx get() const { return isl::ctx(Ctx); }

private:
  isl_ctx *Ctx;
};

/// Calls \p Run with each of \p Files; the worst status it returns. It is wrong
/// usage if there is none.
int runOnFiles(llvm::ArrayRef<llvm::StringRef> Files,
               llvm::function_ref<int(llvm::StringRef)> Run);

/// Calls \p Run with the kernel in \p File, whose domains are as \p Allowed,
/// and prints the error that comes of it. The exit status.
int runOnKernel(llvm::StringRef File,
                llvm::function_ref<llvm::Error(const Context &, Kernel &)> Run,
                Domains Allowed = Domains::Bounded);

/// "8,8,16": whole numbers, at least 1; \p Name is the option's.
llvm::Expected<std::vector<long>> parseSizes(llvm::StringRef Name,
                                             llvm::StringRef Text);

/// Writes what \p Draw draws to \p File, unless that fails.
llvm::Error
writePicture(llvm::StringRef File,
             llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Draw);

constexpr unsigned long MaxDataflowOperations = 50'000'000;

} // namespace smolly::tool

#endif // SMOLLY_TOOLS_COMMAND_H
