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
#include "smolly/Kernel/KernelFile.h"
#include "smolly/Storage/MappingChecker.h"
#include "smolly/Storage/StoragePlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/aff.h"
#include "isl/set.h"
#include <chrono>

using namespace smolly;
using namespace smolly::tool;
using llvm::StringRef;
namespace json = llvm::json;

namespace {

constexpr unsigned long MaxDataflowOperations = 50'000'000;

struct Request {
  std::vector<StringRef> Files;
  StorageOptions Options;
  StringRef Method = "best";
  bool Json = false;
  std::optional<std::map<std::string, long>> Check;
};

/// What is printed: the plan and what it is a plan of.
struct Answer {
  const Kernel &K;
  const StoragePlan &Plan;
  const Request &R;
  double Seconds;
};

std::string take(char *Text) {
  std::string Result = Text ? Text : "?";
  free(Text);
  return Result;
}

/// The piece within the kernel's context.
std::string pieceText(const Kernel &K, const ValueSet &V) {
  isl::set Short = V.Piece.gist_params(K.Context).coalesce();
  return take(isl_set_to_str(Short.get()));
}

std::string mapText(const ValueSet &V) {
  return V.Where == ValueSet::Place::Nowhere || V.Index.is_null()
             ? std::string()
             : take(isl_pw_multi_aff_to_str(V.Index.get()));
}

/// The modulus of each dimension; empty where none is needed.
std::vector<std::string> moduliOf(const StoragePlan &Plan, const ValueSet &V) {
  std::vector<std::string> Result;
  if (V.Where == ValueSet::Place::Mapped)
    for (const StorageDim &Dim : Plan.Arrays[V.Target].Dims)
      Result.push_back(expressionAsString(Dim.Size));
  return Result;
}

/// True when the kernel writes to the array and the plan may map it.
bool isCounted(const Kernel &K, unsigned Array) {
  if (K.Arrays[Array].Fixed)
    return false;
  for (const Statement &S : K.Statements)
    for (const Access &A : S.Accesses)
      if (A.isWrite() && A.Array == Array)
        return true;
  return false;
}

/// The arrays that hold the written values after the change: the new ones, and
/// the original ones of arrays that stay.
std::vector<StorageArray> arraysAfter(const Answer &A) {
  std::vector<StorageArray> Result = A.Plan.Arrays;
  for (unsigned I = 0; I < A.K.Arrays.size(); ++I) {
    bool Stays = llvm::any_of(A.Plan.Values, [&](const ValueSet &V) {
      return V.Array == I && V.Where == ValueSet::Place::Original;
    });
    if (Stays && isCounted(A.K, I))
      Result.push_back(describeOriginal(A.K, I, A.R.Options));
  }
  return Result;
}

std::vector<StorageArray> arraysBefore(const Answer &A) {
  std::vector<StorageArray> Result;
  for (unsigned I = 0; I < A.K.Arrays.size(); ++I)
    if (isCounted(A.K, I))
      Result.push_back(describeOriginal(A.K, I, A.R.Options));
  return Result;
}

std::string sumAsString(const std::vector<StorageArray> &Arrays) {
  if (Arrays.empty())
    return "0";
  std::vector<std::string> Terms;
  for (const StorageArray &A : Arrays)
    Terms.push_back(cellsAsString(A));
  return llvm::join(Terms, " + ");
}

std::string arrayName(const Answer &A, const ValueSet &V) {
  switch (V.Where) {
  case ValueSet::Place::Original:
    return A.K.Arrays[V.Array].Name;
  case ValueSet::Place::Mapped:
    return A.Plan.Arrays[V.Target].Name;
  case ValueSet::Place::Nowhere:
    return "";
  }
  llvm_unreachable("all places are covered");
}

void printJson(llvm::raw_ostream &OS, const Answer &A) {
  json::OStream JOS(OS, 2);
  JOS.object([&] {
    JOS.attribute("alternatives", A.Plan.Alternatives);
    JOS.attributeArray("arrays", [&] {
      for (const StorageArray &Array : arraysAfter(A))
        JOS.object([&] {
          JOS.attributeArray("dims", [&] {
            for (const StorageDim &Dim : Array.Dims)
              JOS.value(expressionAsString(Dim.Size));
          });
          JOS.attribute("elements", cellsAsString(Array));
          JOS.attribute("name", Array.Name);
        });
    });
    JOS.attribute("elements_after", sumAsString(arraysAfter(A)));
    JOS.attribute("elements_before", sumAsString(arraysBefore(A)));
    JOS.attribute("kernel", A.K.Name);
    JOS.attribute("method", A.R.Method);
    JOS.attribute("seconds", A.Seconds);
    JOS.attributeArray("values", [&] {
      for (const ValueSet &V : A.Plan.Values)
        JOS.object([&] {
          JOS.attribute("access", V.Write.Access);
          JOS.attribute("array", arrayName(A, V));
          JOS.attribute("map", mapText(V));
          JOS.attributeArray("moduli", [&] {
            for (const std::string &Modulus : moduliOf(A.Plan, V))
              JOS.value(Modulus);
          });
          JOS.attribute("piece", pieceText(A.K, V));
          JOS.attribute("statement", A.K.Statements[V.Write.Stmt].Name);
        });
    });
  });
  OS << '\n';
}

void printText(llvm::raw_ostream &OS, const Answer &A) {
  OS << "kernel " << A.K.Name << '\n';
  for (const ValueSet &V : A.Plan.Values) {
    OS << "  " << A.K.Statements[V.Write.Stmt].Name << " writes "
       << A.K.Arrays[V.Array].Name << " for " << pieceText(A.K, V) << '\n';
    if (V.Where == ValueSet::Place::Nowhere)
      OS << "    not stored, nobody reads it\n";
    else if (V.Where == ValueSet::Place::Original)
      OS << "    stays where it is\n";
    else
      OS << "    stored at " << mapText(V) << '\n';
  }
  for (const StorageArray &Array : A.Plan.Arrays) {
    OS << "  array " << Array.Name << " has " << cellsAsString(Array)
       << " cells in place of " << A.K.Arrays[Array.Array].Name << '\n';
    for (unsigned I = 0; I < Array.Dims.size(); ++I)
      OS << "    dimension " << I << ": "
         << (Array.Dims[I].NeedsModulo ? "modulo " : "size ")
         << expressionAsString(Array.Dims[I].Size) << ", from "
         << expressionAsString(Array.Dims[I].Base) << '\n';
  }
  for (const StorageRefusal &Refusal : A.Plan.Refusals)
    OS << "  array " << A.K.Arrays[Refusal.Array].Name
       << " stays as it is: " << Refusal.Reason << '\n';
  OS << "  cells before: " << sumAsString(arraysBefore(A)) << '\n'
     << "  cells after:  " << sumAsString(arraysAfter(A)) << '\n';
}

int runOnFile(StringRef File, const Request &R) {
  auto Text = readInput(File);
  if (!Text)
    return fail(WrongInput, File + ": " + llvm::toString(Text.takeError()));
  Context Ctx;
  auto K = parseKernel(Ctx.get(), *Text);
  if (!K)
    return fail(WrongInput, File + ": " + llvm::toString(K.takeError()));
  auto Start = std::chrono::steady_clock::now();
  auto D = computeDataflow(*K, MaxDataflowOperations);
  if (!D)
    return fail(LimitHit, File + ": " + llvm::toString(D.takeError()));
  auto Plan = planStorage(*K, *D, R.Options);
  if (!Plan)
    return fail(LimitHit, File + ": " + llvm::toString(Plan.takeError()));
  std::chrono::duration<double> Elapsed =
      std::chrono::steady_clock::now() - Start;
  Answer A = {*K, *Plan, R, Elapsed.count()};
  if (R.Json)
    printJson(llvm::outs(), A);
  else
    printText(llvm::outs(), A);
  if (!R.Check)
    return Done;
  if (llvm::Error Err = checkMapping(*K, *Plan, *R.Check))
    return fail(WrongInput,
                File + ": check failed: " + llvm::toString(std::move(Err)));
  if (!R.Json)
    llvm::outs() << "  check passed\n";
  return Done;
}

/// Reads one argument into \p R. The error says what is wrong with it.
llvm::Error parseArgument(StringRef Argument, Request &R) {
  if (Argument == "-" || !Argument.starts_with("-")) {
    R.Files.push_back(Argument);
    return llvm::Error::success();
  }
  auto [Name, Value] = Argument.split('=');
  if (Argument == "--json") {
    R.Json = true;
  } else if (Argument == "--intra-array") {
    return llvm::Error::success();
  } else if (Argument == "--prefer-cheap-index") {
    R.Options.PreferCheapIndex = true;
  } else if (Name == "--method") {
    R.Method = Value;
    if (Value == "best")
      R.Options.Method = StorageMethod::Best;
    else if (Value == "smo")
      R.Options.Method = StorageMethod::Smo;
    else if (Value == "successive-modulo")
      R.Options.Method = StorageMethod::SuccessiveModulo;
    else
      return llvm::createStringError(
          "unknown method '" + Value +
          "'; best, smo or successive-modulo is needed");
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
  return llvm::Error::success();
}

int runStorage(llvm::ArrayRef<StringRef> Arguments) {
  Request R;
  for (StringRef Argument : Arguments)
    if (llvm::Error Err = parseArgument(Argument, R))
      return fail(WrongUsage, llvm::toString(std::move(Err)));
  if (R.Files.empty())
    return fail(WrongUsage, "no kernel file given; - is standard input");
  int Worst = Done;
  for (StringRef File : R.Files)
    Worst = std::max(Worst, runOnFile(File, R));
  return Worst;
}

} // namespace

const Command tool::StorageCommand = {
    "storage", "plans where the written values of a kernel are stored",
    "  --method=best|smo|successive-modulo  how to look for mappings\n"
    "  --intra-array            one array's values at a time (the default)\n"
    "  --assume=N=1000,...      parameter values at which sizes are compared\n"
    "  --prefer-cheap-index     trade 1/16 of the memory for cheap indices\n"
    "  --check=N=5,...          execute the mapping at these values as a "
    "check\n"
    "  --json                   for programs\n",
    runStorage};
