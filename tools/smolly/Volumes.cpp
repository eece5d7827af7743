//===- Volumes.cpp - smolly volumes ---------------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command that finds out what outputs are computed from.
///
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "smolly/Kernel/Dataflow.h"
#include "smolly/Volume/VolumePicture.h"
#include "smolly/Volume/VolumePrinter.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace smolly;
using namespace smolly::tool;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {

constexpr unsigned long MaxVolumeOperations = 5'000'000;

struct Request {
  std::vector<StringRef> Files;
  std::vector<long> TileSizes;
  std::map<std::string, long> Values;
  /// Infer shapes, so.
  std::optional<volume::Window> Shapes;
  StringRef Picture;
  bool Json = false;
};

/// Makes \p K what can be computed of it, with dataflow \p D.
Expected<volume::Shapes> inferShapes(Kernel &K, Dataflow &D,
                                     volume::Window Rule) {
  auto S = volume::inferShapes(K, D, Rule, MaxVolumeOperations);
  if (!S)
    return S.takeError();
  auto Restricted = volume::withShapes(K, *S, MaxVolumeOperations);
  if (!Restricted)
    return Restricted.takeError();
  K = std::move(*Restricted);
  auto Flows = computeDataflow(K, MaxDataflowOperations);
  if (!Flows)
    return Flows.takeError();
  D = std::move(*Flows);
  return S;
}

/// Runs the analysis on \p K and prints what comes of it.
Error analyze(Kernel &K, const Request &R) {
  for (const auto &[Name, Value] : R.Values) {
    int Dim =
        isl_set_find_dim_by_name(K.Context.get(), isl_dim_param, Name.c_str());
    if (Dim < 0)
      return llvm::createStringError("--at: '" + Name + "' is no parameter");
    K.Context = isl::manage(
        isl_set_fix_si(K.Context.release(), isl_dim_param, Dim, Value));
  }
  auto Start = std::chrono::steady_clock::now();
  auto D = computeDataflow(K, MaxDataflowOperations);
  if (!D)
    return D.takeError();
  std::optional<volume::Shapes> Inferred;
  if (R.Shapes) {
    auto S = inferShapes(K, *D, *R.Shapes);
    if (!S)
      return S.takeError();
    Inferred = std::move(*S);
  }
  auto Report = volume::analyzeVolumes(K, *D, R.TileSizes, MaxVolumeOperations);
  if (!Report)
    return Report.takeError();
  Report->Inferred = std::move(Inferred);
  std::chrono::duration<double> Elapsed =
      std::chrono::steady_clock::now() - Start;
  if (!R.Picture.empty())
    if (Error Err = writePicture(R.Picture, [&](llvm::raw_ostream &OS) {
          return volume::drawVolumes(OS, *Report);
        }))
      return Err;
  if (R.Json)
    volume::printVolumesAsJson(llvm::outs(), *Report, Elapsed.count());
  else
    volume::printVolumes(llvm::outs(), *Report);
  return Error::success();
}

/// Reads one argument into \p R. The error says what is wrong with it.
Error parseArgument(StringRef Argument, Request &R) {
  auto [Name, Value] = Argument.split('=');
  if (Argument == "-" || !Argument.starts_with("-")) {
    R.Files.push_back(Argument);
  } else if (Argument == "--json") {
    R.Json = true;
  } else if (Name == "--svg" && !Value.empty()) {
    R.Picture = Value;
  } else if (Name == "--tile") {
    auto Sizes = parseSizes(Name, Value);
    if (!Sizes)
      return Sizes.takeError();
    R.TileSizes = *Sizes;
  } else if (Argument == "--shapes" || Argument == "--shapes=valid") {
    R.Shapes = volume::Window::Valid;
  } else if (Argument == "--shapes=full") {
    R.Shapes = volume::Window::Full;
  } else if (Name == "--shapes") {
    return llvm::createStringError("--shapes: '" + Value +
                                   "' is not 'valid' or 'full'");
  } else if (Name == "--at") {
    auto Values = parseAssignments(Value);
    if (!Values)
      return Values.takeError();
    R.Values = *Values;
  } else {
    return llvm::createStringError("unknown option '" + Argument +
                                   "'; --help lists them");
  }
  return Error::success();
}

int runVolumes(llvm::ArrayRef<StringRef> Arguments) {
  Request R;
  for (StringRef Argument : Arguments)
    if (Error Err = parseArgument(Argument, R))
      return fail(WrongUsage, llvm::toString(std::move(Err)));
  if (!R.Picture.empty() && R.Files.size() > 1)
    return fail(WrongUsage, "--svg: one kernel file is needed");
  return runOnFiles(R.Files, [&](StringRef File) {
    return runOnKernel(
        File, [&](const Context &, Kernel &K) { return analyze(K, R); },
        R.Shapes ? Domains::Any : Domains::Bounded);
  });
}

} // namespace

const Command tool::VolumesCommand = {
    "volumes", "finds which inputs each output needs, and where it is special",
    R"(For each "live_out" element it prints the elements that it is computed from: of
arrays before the first instance, constants, and statements that read nothing.
Where values are known, by "facts" of the kernel, since a statement stores a
"constant" or a copy, or as nothing is written, outputs are divided into
regions. One that needs no such value is dense:

    region 1, dense:
      offset [0, 0, 1, 1], size [1, 8, 254, 254]

A use of a known value that all outputs need divides nothing. A region is given
by offset and size if it is a box, and with the slices of the inputs that it
needs: the offset, and the size and stride where it is not 1, in each dimension.
"part of" is in front of a slice that has more elements than are needed.

  --tile=16,16             cut the last dimensions of outputs into such tiles;
                           which are full, that is complete and dense, and what
                           such a tile reads and writes
  --shapes                 find out which elements can be computed from those of
                           the inputs, where "domain", "extent" and "live_out"
                           say more or do not end: all that is read has to be
                           there; with --shapes=full a part of each read
  --at=N=100,M=50          for these values of parameters only
  --svg=FILE               draw the regions
  --json                   print JSON for programs

Example: smolly volumes --tile=16,16 test/kernels/volumes/padded-convolution.json
)",
    runVolumes};
