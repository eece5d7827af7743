//===- Main.cpp - Asks recorded questions again ---------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The program of utils/bench/sdbm.
///
///     sdbm-replay [--runs=N] [--sample=N] FILE...
///
/// asks the questions of FILEs, which the option record-questions wrote, of
/// SDBMs, isl and, if it was built with that, MLIR's Presburger library. With
/// --sample only every N-th different one. A line of output is one:
///
///     TIMES KIND CLASS  CONVERTED SDBM ISL PRESBURGER
///
/// and for each library its answer, yes, no or unknown, and microseconds, the
/// least of N runs (3), such as "yes:0.21"; "-" is not asked. CONVERTED are
/// SDBMs with the time to read isl's objects. Presburger is asked about SDBMs
/// only. Two that answer differently are
/// an error: exit status 1.
///
//===----------------------------------------------------------------------===//

#include "Replay.h"
#include "smolly/SDBM/IslQuestions.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/options.h"

using namespace llvm;
using namespace smolly;
using namespace smolly::replay;

namespace {

enum Library { Converted, Sdbm, Isl, Presburger, Libraries };
constexpr StringRef ClassNames[] = {"dbm", "hsdbm", "sdbm", "other"};

struct Request {
  unsigned Runs = 3, Sample = 1;
  std::vector<StringRef> Files;
};

/// What all libraries say of one question.
struct Answers {
  sdbm::Question::Kind What = sdbm::Question::Kind::Empty;
  sdbm::Class Class = sdbm::Class::Other;
  std::array<std::optional<Timed>, Libraries> Of;

  void add(Library L, std::optional<Timed> One) {
    if (!One || (Of[L] && Of[L]->Seconds <= One->Seconds))
      return;
    Of[L] = One;
  }
  /// No two of them contradict each other.
  bool agree() const {
    std::optional<bool> First;
    for (const auto &One : Of)
      if (One && One->Answer) {
        if (First.value_or(*One->Answer) != *One->Answer)
          return false;
        First = One->Answer;
      }
    return true;
  }
};

} // namespace

/// Nothing if \p Text is no question.
static std::optional<Answers> ask(isl::ctx Ctx, StringRef Text, unsigned Runs) {
  Answers Result;
  for (unsigned Run = 0; Run < Runs; ++Run) {
    auto OfIsl = parse(Ctx, Text);
    if (!OfIsl)
      return std::nullopt;
    auto Q = sdbm::IslQuestions::read(OfIsl->What, OfIsl->A, OfIsl->B);
    if (!Q)
      return std::nullopt;
    Result.What = Q->What;
    Result.Class = classify(*Q);
    Result.add(Converted, askFromIsl(*OfIsl));
    Result.add(Sdbm, askSdbms(*Q));
    Result.add(Isl, askIsl(*OfIsl));
    // Others may take it hours.
    if (Result.Class != sdbm::Class::Other)
      Result.add(Presburger, askPresburger(*Q));
  }
  return Result;
}

static void print(unsigned long Times, const Answers &A) {
  outs() << Times << '\t' << sdbm::nameOf(A.What) << '\t'
         << ClassNames[unsigned(A.Class)];
  for (const auto &One : A.Of) {
    outs() << '\t';
    if (!One)
      outs() << '-';
    else
      outs() << (!One->Answer   ? "unknown"
                 : *One->Answer ? "yes"
                                : "no")
             << formatv(":{0:f3}", One->Seconds * 1e6);
  }
  outs() << '\n';
}

static int fail(int Status, const Twine &What) {
  errs() << "sdbm-replay: " << What << '\n';
  return Status;
}

/// Each question once, with the number of times it was asked. False if a line
/// is none.
static bool collect(StringRef Text, MapVector<StringRef, unsigned long> &All) {
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    auto [Number, Question] = Line.split('\t');
    unsigned long Times = 0;
    if (Number.getAsInteger(10, Times) || Question.empty())
      return false;
    if (Question != "left-out")
      All[Question] += Times;
    Text = Rest;
  }
  return true;
}

static int replayAll(const Request &R) {
  std::vector<std::unique_ptr<MemoryBuffer>> Files;
  MapVector<StringRef, unsigned long> All;
  for (StringRef Path : R.Files) {
    auto File = MemoryBuffer::getFile(Path);
    if (!File)
      return fail(1, Path + ": " + File.getError().message());
    if (!collect((*File)->getBuffer(), All))
      return fail(1, Path + ": not a record of questions");
    Files.push_back(std::move(*File));
  }
  isl_ctx *Ctx = isl_ctx_alloc();
  isl_options_set_on_error(Ctx, ISL_ON_ERROR_CONTINUE);
  int Status = 0;
  unsigned long Number = 0;
  for (const auto &[Text, Times] : All) {
    if (Number++ % R.Sample != 0)
      continue;
    auto A = ask(Ctx, Text, R.Runs);
    if (!A)
      return fail(1, "not a question: " + Text);
    print(Times, *A);
    if (!A->agree())
      Status = fail(1, "different answers: " + Text);
  }
  isl_ctx_free(Ctx);
  return Status;
}

int main(int Count, char **Arguments) {
  Request R;
  for (int I = 1; I < Count; ++I) {
    StringRef Argument = Arguments[I];
    bool IsWrong = false;
    if (Argument == "--libraries") {
      outs() << "sdbm isl" << (hasPresburger() ? " presburger" : "") << '\n';
      return 0;
    }
    if (Argument.consume_front("--runs="))
      IsWrong = Argument.getAsInteger(10, R.Runs) || R.Runs == 0;
    else if (Argument.consume_front("--sample="))
      IsWrong = Argument.getAsInteger(10, R.Sample) || R.Sample == 0;
    else if (Argument.starts_with("-"))
      IsWrong = true;
    else
      R.Files.push_back(Argument);
    if (IsWrong)
      return fail(2, "unknown option '" + Twine(Arguments[I]) + "'");
  }
  if (R.Files.empty())
    return fail(2, "no file of questions given");
  return replayAll(R);
}
