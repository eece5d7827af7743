//===- PlanPrinter.cpp - Storage plans as text ----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `smolly storage` and print<smolly-storage> print.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/PlanPrinter.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "isl/aff.h"
#include "isl/set.h"

using namespace smolly;
namespace json = llvm::json;

namespace {

constexpr unsigned long MaxPrintOperations = 10'000'000;

/// What is printed: the plan, what it is a plan of and what it was made with.
struct Answer {
  const Kernel &K;
  const StoragePlan &Plan;
  const StorageOptions &Options;
};

std::string take(char *Text) {
  std::string Result = Text ? Text : "?";
  free(Text);
  return Result;
}

/// The piece within the kernel's context.
std::string pieceText(const Kernel &K, const ValueSet &V) {
  isl::set Short = coalesced(V.Piece.gist_params(K.Context));
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
      Result.push_back(describeOriginal(A.K, I, A.Options));
  }
  return Result;
}

std::vector<StorageArray> arraysBefore(const Answer &A) {
  std::vector<StorageArray> Result;
  for (unsigned I = 0; I < A.K.Arrays.size(); ++I)
    if (isCounted(A.K, I))
      Result.push_back(describeOriginal(A.K, I, A.Options));
  return Result;
}

/// "A, B and C"
std::string namesOf(const Kernel &K, const std::vector<unsigned> &Arrays) {
  std::string Result;
  for (unsigned I = 0; I < Arrays.size(); ++I) {
    if (I)
      Result += I + 1 == Arrays.size() ? " and " : ", ";
    Result += K.Arrays[Arrays[I]].Name;
  }
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

} // namespace

void smolly::printPlanAsJson(llvm::raw_ostream &OS, const Kernel &K,
                             const StoragePlan &Plan,
                             const StorageOptions &Options,
                             llvm::StringRef Method, double Seconds) {
  IslBudget Budget(K.ctx(), MaxPrintOperations);
  Answer A = {K, Plan, Options};
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
    JOS.attribute("method", Method);
    JOS.attribute("seconds", Seconds);
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

void smolly::printPlan(llvm::raw_ostream &OS, const Kernel &K,
                       const StoragePlan &Plan, const StorageOptions &Options) {
  IslBudget Budget(K.ctx(), MaxPrintOperations);
  Answer A = {K, Plan, Options};
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
       << " cells in place of " << namesOf(A.K, Array.Sharing) << '\n';
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
