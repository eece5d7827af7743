//===- KeptArrays.h - Arrays that stay as they are --------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Collects what to say of the arrays of a function that are left as they are:
/// each is spoken of once, and not if something was done to it.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_PLUGIN_KEPTARRAYS_H
#define SMOLLY_LIB_PLUGIN_KEPTARRAYS_H

#include "CandidateArrays.h"
#include "Remarks.h"
#include "smolly/Scop/PollySession.h"

namespace smolly {

class KeptArrays {
public:
  /// Remarks on arrays of \p Original go to \p Remarks.
  KeptArrays(llvm::Function &Original, llvm::FunctionAnalysisManager &FAM,
             RemarkList &Remarks)
      : Original(Original), FAM(FAM), Remarks(Remarks) {}

  void missed(const llvm::Instruction *Where, std::string Text,
              const llvm::Value *Array = nullptr);
  /// The arrays that the import of \p Scop found to be fixed.
  void addFixed(const ImportedScop &Scop);
  /// Those that \p Plan found no smaller place for.
  void addRefusals(const ImportedScop &Scop, const StoragePlan &Plan);
  /// Those of \p F, the function or its working copy. Only those that loops
  /// access, as loops are what could be rewritten.
  void addRefused(llvm::Function &F, const CandidateArrays &Arrays);
  /// Those of the working copy \p F around which no SCoP was found, for
  /// finish(). To be called before code generation, which brings variables of
  /// its own and makes Polly's reasons stale.
  void addUndetected(llvm::Function &F, PollySession &Session,
                     uint64_t MinGainBytes);
  /// Something else is said of \p Array.
  void exclude(const llvm::Value *Array) { Reported.insert(Array); }
  /// Makes the remarks on arrays that nothing else was said of.
  void finish();

private:
  llvm::Function &Original;
  llvm::FunctionAnalysisManager &FAM;
  RemarkList &Remarks;
  /// What to say of arrays that no other remark is made for.
  struct Explanation {
    const llvm::Value *Array;
    const llvm::Instruction *Where;
    std::string Text;
  };
  std::vector<Explanation> Undetected;
  /// Arrays that a remark was made for, by their allocation.
  llvm::SmallPtrSet<const llvm::Value *, 8> Reported;
};

} // namespace smolly

#endif // SMOLLY_LIB_PLUGIN_KEPTARRAYS_H
