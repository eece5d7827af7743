//===- QuestionRecorder.cpp - Writes questions about sets down ------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements QuestionRecorder.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/QuestionRecorder.h"
#include "smolly/SDBM/Question.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace smolly;

void QuestionRecorder::asked(sdbm::Question *Q) {
  std::string Line = Q ? text(*Q) : std::string();
  if (Line.empty() || Line.size() > MaxLine) {
    ++LeftOut;
    return;
  }
  auto Known = Times.find(Line);
  if (Known == Times.end()) {
    if (Kept + Line.size() > MaxKept) {
      ++LeftOut;
      return;
    }
    Kept += Line.size();
    Known = Times.try_emplace(Line, 0).first;
    Order.push_back(&*Known);
  }
  ++Known->second;
}

Error QuestionRecorder::append(StringRef Path) const {
  if (Order.empty() && LeftOut == 0)
    return Error::success();
  if (uint64_t Size = 0; !sys::fs::file_size(Path, Size) && Size >= MaxFile)
    return createStringError("cannot write to '" + Path + "': it has " +
                             Twine(Size) + " bytes");
  std::string Text;
  raw_string_ostream Lines(Text);
  for (const auto *Entry : Order)
    Lines << Entry->second << '\t' << Entry->first() << '\n';
  if (LeftOut > 0)
    Lines << LeftOut << "\tleft-out\n";
  std::error_code Problem;
  raw_fd_ostream OS(Path, Problem, sys::fs::OF_Append);
  if (!Problem) {
    OS.SetUnbuffered();
    OS << Text;
    Problem = OS.error();
    OS.clear_error();
  }
  if (Problem)
    return createStringError("cannot write to '" + Path +
                             "': " + Problem.message());
  return Error::success();
}
