//===- Remarks.h - What the user is told ------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Optimisation remarks under the name `smolly`, held back until it is known
/// whether the working copy replaces the function.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_PLUGIN_REMARKS_H
#define SMOLLY_PLUGIN_REMARKS_H

#include "smolly/Scop/Import.h"
#include "smolly/Scop/Placement.h"
#include "smolly/Storage/StoragePlan.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DiagnosticInfo.h"

namespace smolly {

class RemarkList {
public:
  enum class Kind { Passed, Missed, Analysis, Warning };

  /// \p Subject is the array that is spoken of, null for a whole function: what
  /// was missed of an array is forgotten when something else is done to it.
  void add(Kind K, std::string Name, const llvm::Instruction *Where,
           std::string Text, const llvm::Value *Subject);
  /// Forgets the remarks of one kind.
  void drop(Kind K);
  /// Emits the remarks as \p F's.
  void emit(llvm::Function &F) const;
  bool empty() const { return Remarks.empty(); }

private:
  struct Remark {
    Kind K;
    std::string Name;
    llvm::DiagnosticLocation Location;
    std::string Text;
    const llvm::Value *Subject;
  };
  std::vector<Remark> Remarks;
};

/// "array 'L'", or "the array allocated here" where it has no name.
std::string describeObject(const llvm::Value *Base);

/// "line 12" or empty.
std::string describeLine(const llvm::Instruction *I);

/// \p Text with the source's names in place of those that Polly gave to the
/// parameters of \p Context.
std::string withSourceNames(std::string Text, const isl::set &Context);

/// A name for the parameter that \p Id stands for, from the source where
/// possible.
std::string parameterName(const isl::id &Id);

/// What to say of an array of a SCoP.
struct ArrayNote {
  unsigned Array;
  std::string Text;
};

/// Adds "array 'a': TEXT" to \p Remarks for each of \p Notes on \p Scop.
void addNotes(RemarkList &Remarks, RemarkList::Kind K, const std::string &Name,
              const ImportedScop &Scop, const std::vector<ArrayNote> &Notes);

/// What became of array \p Index of \p Scop, in one sentence.
std::string describeContraction(const ImportedScop &Scop, unsigned Index,
                                const StoragePlan &Plan,
                                const AccessPlan &Places);

} // namespace smolly

#endif // SMOLLY_PLUGIN_REMARKS_H
