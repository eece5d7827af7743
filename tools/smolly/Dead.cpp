//===- Dead.cpp - smolly dead ---------------------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command that finds dead iterations and suspicious accesses.
///
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "smolly/Dead/DeadPrinter.h"
#include "smolly/Dead/OutputSpec.h"
#include "smolly/Kernel/Dataflow.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace smolly;
using namespace smolly::tool;
using llvm::Error;
using llvm::StringRef;

namespace {

constexpr unsigned long MaxDiagnosisOperations = 50'000'000;

struct Request {
  std::vector<StringRef> Files;
  DeadOptions Options;
  StringRef Method = "best";
  bool Json = false;
  std::optional<std::map<std::string, long>> CountAt;
  StringRef Output;
};

/// Runs the analysis on \p K and prints what comes of it.
Error analyze(const Context &Ctx, Kernel &K, const Request &R) {
  if (!R.Output.empty()) {
    auto Specs = parseOutputSpecs(Ctx.get(), R.Output);
    if (!Specs)
      return Specs.takeError();
    if (Error Err = applyOutputSpecs(*Specs, K))
      return Err;
  }
  auto Start = std::chrono::steady_clock::now();
  auto D = computeDataflow(K, MaxDataflowOperations);
  if (!D)
    return D.takeError();
  auto Live = findLiveIterations(K, *D, R.Options);
  if (!Live)
    return Live.takeError();
  std::chrono::duration<double> Elapsed =
      std::chrono::steady_clock::now() - Start;
  auto Found = diagnose(K, *D, MaxDiagnosisOperations);
  if (!Found)
    return Found.takeError();
  DeadReport Report{K, *Live, *Found, R.CountAt};
  if (R.Json)
    printDeadAsJson(llvm::outs(), Report, R.Method, Elapsed.count());
  else
    printDead(llvm::outs(), Report);
  return Error::success();
}

/// Reads one argument into \p R. The error says what is wrong with it.
Error parseArgument(StringRef Argument, Request &R) {
  auto [Name, Value] = Argument.split('=');
  if (Argument == "-" || !Argument.starts_with("-")) {
    R.Files.push_back(Argument);
  } else if (Argument == "--json") {
    R.Json = true;
  } else if (Name == "--method") {
    R.Method = Value;
    if (Value == "best")
      R.Options.Method = DeadMethod::Best;
    else if (Value == "traversal")
      R.Options.Method = DeadMethod::Traversal;
    else if (Value == "exact")
      R.Options.Method = DeadMethod::Exact;
    else if (Value == "affine-hull")
      R.Options.Method = DeadMethod::AffineHull;
    else
      return llvm::createStringError(
          "unknown method '" + Value +
          "'; best, traversal, exact or affine-hull is needed");
  } else if (Name == "--output") {
    R.Output = Argument.drop_front(Name.size() + 1);
  } else if (Name == "--count") {
    auto Assignments = parseAssignments(Value);
    if (!Assignments)
      return Assignments.takeError();
    R.CountAt = *Assignments;
  } else {
    return llvm::createStringError("unknown option '" + Argument +
                                   "'; --help lists them");
  }
  return Error::success();
}

/// What is wrong with \p Text for any kernel.
Error checkOutputSpecs(StringRef Text) {
  Context Ctx;
  return parseOutputSpecs(Ctx.get(), Text).takeError();
}

int runDead(llvm::ArrayRef<StringRef> Arguments) {
  Request R;
  for (StringRef Argument : Arguments)
    if (Error Err = parseArgument(Argument, R))
      return fail(WrongUsage, llvm::toString(std::move(Err)));
  if (!R.Output.empty())
    if (Error Err = checkOutputSpecs(R.Output))
      return fail(WrongUsage, llvm::toString(std::move(Err)));
  return runOnFiles(R.Files, [&](StringRef File) {
    return runOnKernel(File, [&](const Context &Ctx, Kernel &K) {
      return analyze(Ctx, K, R);
    });
  });
}

} // namespace

const Command tool::DeadCommand = {
    "dead", "finds iterations that contribute nothing to the result",
    R"(An iteration is live if it writes an element that is "live_out", or if a live
iteration reads what it wrote. For each statement it prints when iterations are
dead. It also says which accesses are outside of their arrays, which reads find
an element that nobody has written, and which values are overwritten before
anybody reads them.

To have only a part of the result computed, let "live_out" be that part, or name
it with --output.

  --method=METHOD          how to find live iterations:
             best                 along exact dependences, one visit a
                                  statement, and the closure of dependence
                                  cycles as far as it can be had (the default)
             traversal            through the data that is required, one visit a
                                  statement; cycles are live as a whole
             exact                the exact answer, or none
             affine-hull          the fixed point that PPCG and Polly use
  --output=SPEC            what is wanted of an array in place of its "live_out":
                           "output[64..127][64..127]" or
                           "output[i][j] : (i + j) mod 2 = 0"; several with ;
  --count=N=8,M=5          count live iterations at these values of all
                           parameters
  --json                   print JSON for programs

Example: smolly dead --count=M=8,P=8 test/kernels/dead/matmul-diagonal.json
)",
    runDead};
