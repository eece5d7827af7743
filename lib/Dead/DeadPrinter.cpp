//===- DeadPrinter.cpp - Dead iterations as text --------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements DeadPrinter.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Dead/DeadPrinter.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include "isl/set.h"
#include "isl/val.h"

using namespace smolly;
namespace json = llvm::json;

namespace {

constexpr unsigned long MaxPrintOperations = 10'000'000;

std::string textOf(const isl::set &Set) {
  char *Text = isl_set_to_str(Set.get());
  std::string Result = Text ? Text : "?";
  free(Text);
  return Result;
}

/// \p Set as far as it is not clear from the context.
isl::set shortened(const Kernel &K, const isl::set &Set) {
  return coalesced(Set.gist_params(K.Context));
}

/// The dead iterations of statement \p S as far as they are not clear from its
/// domain.
isl::set deadWithin(const DeadReport &R, unsigned S) {
  return coalesced(
      R.Live.Dead[S].gist(R.K.Statements[S].Domain).gist_params(R.K.Context));
}

std::string accessText(const Kernel &K, AccessRef Ref) {
  const Access &A = K.Statements[Ref.Stmt].Accesses[Ref.Access];
  return std::string(A.isRead() ? "read of " : "write to ") +
         K.Arrays[A.Array].Name;
}

void printFindings(llvm::raw_ostream &OS, const DeadReport &R,
                   llvm::ArrayRef<Finding> Findings, llvm::StringRef What) {
  for (const Finding &F : Findings) {
    std::string Condition = conditionOf(shortened(R.K, F.Iterations));
    OS << "  " << R.K.Statements[F.Access.Stmt].Name << ": "
       << accessText(R.K, F.Access) << " " << What
       << (Condition.empty() ? "" : " where " + Condition) << '\n';
  }
}

void writeFindings(json::OStream &JOS, const DeadReport &R,
                   llvm::ArrayRef<Finding> Findings, llvm::StringRef Key) {
  JOS.attributeArray(Key, [&] {
    for (const Finding &F : Findings)
      JOS.object([&] {
        JOS.attribute("access", F.Access.Access);
        JOS.attribute(
            "array",
            R.K.Arrays
                [R.K.Statements[F.Access.Stmt].Accesses[F.Access.Access].Array]
                    .Name);
        JOS.attribute("iterations", textOf(shortened(R.K, F.Iterations)));
        JOS.attribute("statement", R.K.Statements[F.Access.Stmt].Name);
      });
  });
}

} // namespace

std::optional<long>
smolly::countAt(const isl::set &Set,
                const std::map<std::string, long> &Parameters) {
  isl::set Fixed = Set;
  for (int I = 0, E = isl_set_dim(Set.get(), isl_dim_param); I < E; ++I) {
    const char *Name = isl_set_get_dim_name(Set.get(), isl_dim_param, I);
    auto It = Parameters.find(Name ? Name : "");
    if (It == Parameters.end())
      return std::nullopt;
    Fixed = isl::manage(isl_set_fix_val(
        Fixed.release(), isl_dim_param, I,
        isl_val_int_from_si(isl_set_get_ctx(Set.get()), It->second)));
  }
  isl::val Count = isl::manage(isl_set_count_val(Fixed.get()));
  if (Count.is_null() || isl_val_is_int(Count.get()) != isl_bool_true)
    return std::nullopt;
  return isl_val_get_num_si(Count.get());
}

/// What \p Piece, "S[i, 0] : i > 2", or ": n > 2" without a tuple, says of the
/// dimensions called \p Names.
static std::string conditionOfPiece(llvm::StringRef Piece,
                                    llvm::ArrayRef<std::string> Names) {
  llvm::StringRef Tuple, Constraints = Piece;
  if (!Constraints.consume_front(": "))
    std::tie(Tuple, Constraints) = Piece.split(" : ");
  Tuple = Tuple.split('[').second.rtrim(" ]");
  std::string Result;
  auto Add = [&](const llvm::Twine &Condition) {
    Result += (Result.empty() ? "" : " and ") + Condition.str();
  };
  for (const std::string &Name : Names) {
    llvm::StringRef Entry;
    std::tie(Entry, Tuple) = Tuple.split(", ");
    if (Entry != Name)
      Add(Entry.contains(" = ") ? Entry.str() : Name + " = " + Entry.str());
  }
  Constraints = Constraints.trim();
  bool HasOr = Constraints.contains(" or ");
  if (!Constraints.empty())
    Add(HasOr && !Result.empty() ? "(" + Constraints + ")" : Constraints);
  return Result;
}

std::string smolly::conditionOf(const isl::set &Set) {
  std::string Text = textOf(Set), Result;
  std::vector<std::string> Names;
  for (int I = 0, E = isl_set_dim(Set.get(), isl_dim_set); I < E; ++I) {
    const char *Name = isl_set_get_dim_name(Set.get(), isl_dim_set, I);
    Names.push_back(Name ? Name : "i" + std::to_string(I));
  }
  llvm::StringRef Rest(Text);
  Rest = Rest.substr(Rest.find('{')).trim("{} ");
  while (!Rest.empty()) {
    llvm::StringRef Piece;
    std::tie(Piece, Rest) = Rest.split(';');
    std::string Condition = conditionOfPiece(Piece, Names);
    if (Condition.empty())
      return "";
    Result += (Result.empty() ? "" : " or ") + Condition;
  }
  return Result;
}

void smolly::printDead(llvm::raw_ostream &OS, const DeadReport &R) {
  IslBudget Budget(R.K.ctx(), MaxPrintOperations);
  OS << "kernel " << (R.K.Name.empty() ? "without a name" : R.K.Name) << '\n';
  long Live = 0, All = 0;
  for (unsigned S = 0; S < R.K.Statements.size(); ++S) {
    const isl::set &Dead = R.Live.Dead[S];
    OS << "  " << R.K.Statements[S].Name << ": ";
    if (isEmpty(Dead).is_true())
      OS << "all iterations are live";
    else if (isEmpty(R.Live.Live[S]).is_true())
      OS << "all iterations are dead";
    else
      OS << "dead where " << conditionOf(deadWithin(R, S));
    if (R.CountAt) {
      auto LiveCount = countAt(R.Live.Live[S], *R.CountAt);
      auto DeadCount = countAt(Dead, *R.CountAt);
      if (LiveCount && DeadCount) {
        OS << " (" << *LiveCount << " of " << *LiveCount + *DeadCount
           << " live)";
        Live += *LiveCount;
        All += *LiveCount + *DeadCount;
      }
    }
    OS << '\n';
  }
  printFindings(OS, R, R.Found.OutOfBounds, "is outside of the array");
  printFindings(OS, R, R.Found.Uninitialized, "finds what nobody has written");
  printFindings(OS, R, R.Found.Overwritten, "is overwritten before it is read");
  if (R.CountAt)
    OS << "  live iterations: " << Live << " of " << All << '\n';
}

void smolly::printDeadAsJson(llvm::raw_ostream &OS, const DeadReport &R,
                             llvm::StringRef Method, double Seconds) {
  IslBudget Budget(R.K.ctx(), MaxPrintOperations);
  json::OStream JOS(OS, 2);
  JOS.object([&] {
    JOS.attribute("exact", R.Live.Exact);
    JOS.attribute("kernel", R.K.Name);
    JOS.attribute("method", Method);
    JOS.attributeArray("order", [&] {
      for (unsigned S : R.Live.Order)
        JOS.value(R.K.Statements[S].Name);
    });
    writeFindings(JOS, R, R.Found.OutOfBounds, "out_of_bounds");
    writeFindings(JOS, R, R.Found.Overwritten, "overwritten");
    JOS.attribute("seconds", Seconds);
    JOS.attributeArray("statements", [&] {
      for (unsigned S = 0; S < R.K.Statements.size(); ++S)
        JOS.object([&] {
          JOS.attribute("dead", textOf(shortened(R.K, R.Live.Dead[S])));
          if (R.CountAt)
            JOS.attribute("dead_iterations",
                          countAt(R.Live.Dead[S], *R.CountAt));
          JOS.attribute("live", textOf(shortened(R.K, R.Live.Live[S])));
          if (R.CountAt)
            JOS.attribute("live_iterations",
                          countAt(R.Live.Live[S], *R.CountAt));
          JOS.attribute("name", R.K.Statements[S].Name);
        });
    });
    writeFindings(JOS, R, R.Found.Uninitialized, "uninitialized");
  });
  OS << '\n';
}
