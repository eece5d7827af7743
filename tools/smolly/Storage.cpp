//===- Storage.cpp - smolly storage ---------------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command that plans the storage of a kernel and prints the plan.
///
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "smolly/Kernel/Dataflow.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/KernelFile.h"
#include "smolly/Kernel/QuestionRecorder.h"
#include "smolly/Storage/MappingChecker.h"
#include "smolly/Storage/PlanPrinter.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace smolly;
using namespace smolly::tool;
using llvm::Error;
using llvm::StringRef;

namespace {

/// Who asks for the thesis' method in its pure form can wait for it.
constexpr unsigned long MaxIlpIterations = 2'000'000;

struct Request {
  Request() { Options.MaxIlpIterations = MaxIlpIterations; }

  std::vector<StringRef> Files;
  StorageOptions Options;
  StringRef Method = "best";
  bool Json = false;
  /// A file to which all questions about sets are appended, if not empty.
  StringRef Record;
  std::optional<std::map<std::string, long>> Check;
};

/// Plans the storage of \p K and prints what comes of it.
Error analyze(Kernel &K, const Request &R) {
  EmptinessScope Emptiness(EmptinessMode::Fast);
  QuestionRecorder Recorder;
  if (!R.Record.empty())
    Emptiness.tell(Recorder);
  auto Start = std::chrono::steady_clock::now();
  auto D = computeDataflow(K, MaxDataflowOperations);
  if (!D)
    return D.takeError();
  auto Plan = planStorage(K, *D, R.Options);
  if (!Plan)
    return Plan.takeError();
  std::chrono::duration<double> Elapsed =
      std::chrono::steady_clock::now() - Start;
  if (!R.Record.empty())
    if (Error Err = Recorder.append(R.Record))
      return Err;
  if (R.Json)
    printPlanAsJson(llvm::outs(), K, *Plan, R.Options, R.Method,
                    Elapsed.count());
  else
    printPlan(llvm::outs(), K, *Plan, R.Options);
  if (!R.Check)
    return Error::success();
  if (Error Err = checkMapping(K, *Plan, *R.Check))
    return llvm::createStringError("check failed: " +
                                   llvm::toString(std::move(Err)));
  if (!R.Json)
    llvm::outs() << "  check passed\n";
  return Error::success();
}

/// Reads one argument into \p R. The error says what is wrong with it.
Error parseArgument(StringRef Argument, Request &R) {
  if (Argument == "-" || !Argument.starts_with("-")) {
    R.Files.push_back(Argument);
    return Error::success();
  }
  auto [Name, Value] = Argument.split('=');
  if (Argument == "--json") {
    R.Json = true;
  } else if (Argument == "--intra-array" || Argument == "--inter-array") {
    R.Options.InterArray = Argument == "--inter-array";
  } else if (Argument == "--prefer-cheap-index") {
    R.Options.PreferCheapIndex = true;
  } else if (Name == "--record-questions" && !Value.empty()) {
    R.Record = Value;
  } else if (Name == "--method") {
    R.Method = Value;
    if (Value == "best")
      R.Options.Method = StorageMethod::Best;
    else if (Value == "smo")
      R.Options.Method = StorageMethod::Smo;
    else if (Value == "smo-enumerate")
      R.Options.Method = StorageMethod::SmoEnumerate;
    else if (Value == "successive-modulo")
      R.Options.Method = StorageMethod::SuccessiveModulo;
    else if (Value == "rectangular-hull")
      R.Options.Method = StorageMethod::RectangularHull;
    else
      return llvm::createStringError(
          "unknown method '" + Value +
          "'; best, smo, smo-enumerate, successive-modulo or rectangular-hull "
          "is needed");
  } else if (Name == "--assume" || Name == "--check") {
    auto Assignments = parseAssignments(Value);
    if (!Assignments)
      return Assignments.takeError();
    if (Name == "--assume")
      R.Options.Assumed = *Assignments;
    else
      R.Check = *Assignments;
  } else {
    return llvm::createStringError("unknown option '" + Argument +
                                   "'; --help lists them");
  }
  return Error::success();
}

int runStorage(llvm::ArrayRef<StringRef> Arguments) {
  Request R;
  for (StringRef Argument : Arguments)
    if (Error Err = parseArgument(Argument, R))
      return fail(WrongUsage, llvm::toString(std::move(Err)));
  return runOnFiles(R.Files, [&](StringRef File) {
    return runOnKernel(
        File, [&](const Context &, Kernel &K) { return analyze(K, R); });
  });
}

} // namespace

const Command tool::StorageCommand = {
    "storage", "finds less memory for the values that a kernel writes",
    R"(For each write of the kernel it prints where the values go, for each new array
its size, and the number of cells before and after. A mapping like

    S[t, i] -> A[(-t + i)], modulo 2 * N - 1

means that instance S[t, i] stores its value in cell (i - t) mod (2 N - 1) of
the new array A. No value that is still to be read is ever overwritten. Arrays
that belong to somebody else ("fixed") keep their values and are not counted.

  --method=METHOD          how to look for mappings:
             best                 in all ways, over iterations and elements,
                                  of several writes together; the smallest wins
                                  (the default)
             smo                  storage hyperplanes by integer programming,
                                  each the best one at its turn
             smo-enumerate        the smallest of the alternatives to those
             successive-modulo    one modulus for each loop
             rectangular-hull     the same, and arrays that do not interfere
                                  share the larger one's place
  --inter-array            let arrays share storage (the default)
  --intra-array            look at one array's values at a time
  --assume=N=1000,M=80     compare sizes at these values of the parameters;
                           others count as 1000, or the nearest possible value
  --prefer-cheap-index     as the compiler does: take a mapping that is cheap to
                           index if it costs no more than 1/16 of all memory
                           that the kernel touches
  --check=N=5,M=4          execute the kernel with the new arrays at these values
                           of all parameters and fail if a read finds another
                           value than it should
  --record-questions=FILE  append to FILE all sets that were asked to be empty,
                           disjoint or included in each other; for measuring
  --json                   print JSON for programs

Example: smolly storage --check=N=6 test/kernels/fig3-1.json
)",
    runStorage};
