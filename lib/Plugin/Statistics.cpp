//===- Statistics.cpp - One line a function -------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Statistics.h.
///
//===----------------------------------------------------------------------===//

#include "Statistics.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace smolly;

static std::string lineFor(const Function &F,
                           const FunctionStatistics &Statistics) {
  TimeRecord Spent = TimeRecord::getCurrentTime(false);
  Spent -= Statistics.Begin;
  double Seconds = Spent.getUserTime() + Spent.getSystemTime();
  json::Object Values{
      {"file", json::fixUTF8(F.getParent()->getSourceFileName())},
      {"function", json::fixUTF8(F.getName())},
      {"scops", Statistics.Scops},
      {"contracted", Statistics.Contracted},
      {"unread", Statistics.Unread},
      {"restricted", Statistics.Restricted},
      {"operations", Statistics.Operations},
      {"answered_by_sdbm", Statistics.Emptiness.Fast},
      {"answered_by_isl", Statistics.Emptiness.Slow},
      {"emptiness_milliseconds", Statistics.Emptiness.Seconds * 1000},
      {"more_emptiness_milliseconds",
       Statistics.Emptiness.SecondsOfMore * 1000},
      {"milliseconds", Seconds * 1000}};
  if (Statistics.Classes)
    Values["classes"] = json::Object(*Statistics.Classes);
  std::string Line;
  raw_string_ostream OS(Line);
  OS << json::Value(std::move(Values)) << '\n';
  return Line;
}

void smolly::warnAboutFile(const Function &F, const Twine &What) {
  F.getContext().diagnose(DiagnosticInfoGeneric("smolly: " + What, DS_Warning));
}

void smolly::appendStatistics(const Function &F,
                              const FunctionStatistics &Statistics,
                              StringRef Path) {
  std::error_code Problem;
  raw_fd_ostream OS(Path, Problem, sys::fs::OF_Append);
  if (!Problem) {
    // One write, which does not mix with those of other compilers.
    OS.SetUnbuffered();
    OS << lineFor(F, Statistics);
    Problem = OS.error();
    OS.clear_error();
  }
  if (Problem)
    warnAboutFile(F, "cannot write to '" + Path + "': " + Problem.message());
}
