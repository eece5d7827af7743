//===- Mars.cpp - smolly mars ---------------------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command that finds out what tiles pass on to each other.
///
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "smolly/Mars/MarsPicture.h"
#include "smolly/Mars/MarsPrinter.h"
#include "smolly/Mars/PaperMars.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace smolly;
using namespace smolly::tool;
using llvm::Error;
using llvm::StringRef;

namespace {

constexpr unsigned long MaxMarsOperations = 50'000'000;

/// Who asks for the paper's algorithm can wait for it.
constexpr unsigned long MaxPaperOperations = 2'000'000'000;

struct Request {
  std::vector<StringRef> Files;
  StringRef Method = "refine";
  StringRef Picture;
  bool Json = false, Symbolic = false, Layout = false;
  std::optional<mars::Vector> Sizes;
  std::optional<long> TransferCost, ElementCost;
};

/// Replaces the tile sizes by those of the command line.
Error resize(Kernel &K, const Request &R) {
  if (!R.Sizes || !K.Tiles)
    return Error::success();
  if (R.Sizes->size() != K.Tiles->Sizes.size())
    return llvm::createStringError(
        "--sizes: one for each family of hyperplanes is needed, which are " +
        llvm::Twine(K.Tiles->Sizes.size()));
  K.Tiles->Sizes = *R.Sizes;
  return Error::success();
}

/// Runs the analysis on \p K and prints what comes of it.
Error analyze(isl::ctx Ctx, Kernel &K, const Request &R) {
  if (Error Err = resize(K, R))
    return Err;
  auto Start = std::chrono::steady_clock::now();
  auto Seconds = [&Start] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         Start)
        .count();
  };
  auto Program = mars::readTiledProgram(K, MaxMarsOperations);
  if (!Program)
    return Program.takeError();
  auto A = mars::findMars(Ctx, std::move(*Program), MaxMarsOperations);
  if (!A)
    return A.takeError();
  double Elapsed = Seconds();
  if (R.Method == "paper") {
    Start = std::chrono::steady_clock::now();
    auto Paper = mars::findMarsAsPaper(Ctx, *A, MaxPaperOperations);
    if (!Paper)
      return Paper.takeError();
    Elapsed = Seconds();
    if (Error Err = mars::compareMars(Ctx, *A, *Paper, MaxMarsOperations))
      return Err;
  }
  mars::MarsReport Report(*A);
  Report.Symbolic = R.Symbolic;
  Report.WithLayout = R.Layout;
  if (R.TransferCost || R.ElementCost)
    Report.Costs = mars::TransferCosts{R.TransferCost.value_or(0),
                                       R.ElementCost.value_or(1)};
  if (!R.Picture.empty())
    if (Error Err = writePicture(R.Picture, [&](llvm::raw_ostream &OS) {
          return mars::drawMars(OS, *A);
        }))
      return Err;
  if (R.Json)
    return mars::printMarsAsJson(llvm::outs(), Ctx, Report, R.Method, Elapsed);
  return mars::printMars(llvm::outs(), Ctx, Report);
}

llvm::Expected<long> parseCost(StringRef Name, StringRef Value) {
  long Cost;
  if (Value.getAsInteger(10, Cost) || Cost < 0)
    return llvm::createStringError(Name + ": '" + Value +
                                   "' is not a whole number, at least 0");
  return Cost;
}

/// Reads the value of an option, if it has one.
Error parseValue(StringRef Name, StringRef Value, Request &R) {
  if (Name == "--method") {
    R.Method = Value;
    if (Value != "refine" && Value != "paper")
      return llvm::createStringError("unknown method '" + Value +
                                     "'; refine or paper is needed");
  } else if (Name == "--svg") {
    R.Picture = Value;
  } else if (Name == "--sizes") {
    auto Sizes = parseSizes(Name, Value);
    if (!Sizes)
      return Sizes.takeError();
    R.Sizes = *Sizes;
  } else if (Name == "--transfer-cost" || Name == "--element-cost") {
    auto Cost = parseCost(Name, Value);
    if (!Cost)
      return Cost.takeError();
    (Name == "--transfer-cost" ? R.TransferCost : R.ElementCost) = *Cost;
  } else {
    return llvm::createStringError("unknown option '" + Name +
                                   "'; --help lists them");
  }
  return Error::success();
}

/// Reads one argument into \p R. The error says what is wrong with it.
Error parseArgument(StringRef Argument, Request &R) {
  auto [Name, Value] = Argument.split('=');
  if (Argument == "-" || !Argument.starts_with("-"))
    R.Files.push_back(Argument);
  else if (Argument == "--json")
    R.Json = true;
  else if (Argument == "--symbolic")
    R.Symbolic = true;
  else if (Argument == "--layout")
    R.Layout = true;
  else
    return parseValue(Name, Value, R);
  return Error::success();
}

int runMars(llvm::ArrayRef<StringRef> Arguments) {
  Request R;
  for (StringRef Argument : Arguments)
    if (Error Err = parseArgument(Argument, R))
      return fail(WrongUsage, llvm::toString(std::move(Err)));
  if (!R.Picture.empty() && R.Files.size() > 1)
    return fail(WrongUsage, "--svg: one kernel file is needed");
  return runOnFiles(R.Files, [&](StringRef File) {
    return runOnKernel(File, [&](const Context &Ctx, Kernel &K) {
      return analyze(Ctx.get(), K, R);
    });
  });
}

} // namespace

const Command tool::MarsCommand = {
    "mars", "finds which values tiles pass on to each other, and to which",
    R"(The kernel has a "tiling", and "dependences" that are the same everywhere. The
values that a tile computes and other tiles use are put together by the tiles
that use them: who uses one value of such a set (a MARS) uses all of them.

    MARS 1, 1-dimensional, for (0, 1):
      { S[r1, r2 = 7] : 0 <= r1 <= 5 }

is used in the next tile along the second family of hyperplanes. r1 and r2 are
what remains of the instance's place along the hyperplanes after division by the
tile sizes. Where tiles have several shapes, each has some of the sets.

  --sizes=8,8,16           tile sizes in place of those of the file
  --symbolic               print sets as functions of the tile sizes
  --layout                 place the sets in a buffer so that each consumer
                           reads few contiguous pieces
  --transfer-cost=N        merge sets as long as that pays, where a transfer
  --element-cost=N         costs that much (0 without it), and an element (1)
  --svg=FILE               draw tiles with two or three loops
  --method=METHOD          how they are found:
             refine               tiles are cut where dependences begin to cross
                                  hyperplanes (the default)
             paper                that, and the paper's algorithm for up to four
                                  families, which takes long; it is an error if
                                  they differ
  --json                   print JSON for programs

Counts are those of tiles that are large enough (it says from which sizes on),
and depend on remainders of the sizes where hyperplanes depend on each other or
do not meet in every point.

Example: smolly mars --layout test/kernels/mars/jacobi-1d.json
)",
    runMars};
