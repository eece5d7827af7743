//===- KeptArrays.cpp - Arrays that stay as they are ----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements KeptArrays.h.
///
//===----------------------------------------------------------------------===//

#include "KeptArrays.h"
#include "Culprits.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

using namespace llvm;
using namespace smolly;

void KeptArrays::missed(const Instruction *Where, std::string Text,
                        const Value *Array) {
  Remarks.add(RemarkList::Kind::Missed, "NotContracted", Where, std::move(Text),
              Array);
}

void KeptArrays::addFixed(const ImportedScop &Scop) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(Scop.S->getFunction());
  for (const ImportedArray &A : Scop.Arrays) {
    if (A.WhyFixed.empty() || !isArray(A.Object.Base, TLI) ||
        !Reported.insert(A.Object.Base).second)
      continue;
    missed(allocationOr(A.Culprit, A.Object.Base),
           leftAsItIs(A.Object.Base, "it " + A.WhyFixed, A.Culprit),
           A.Object.Base);
  }
}

void KeptArrays::addRefusals(const ImportedScop &Scop,
                             const StoragePlan &Plan) {
  for (const StorageRefusal &R : Plan.Refusals) {
    const ImportedArray &A = Scop.Arrays[R.Array];
    if (A.Object.Kind == ObjectKind::Foreign ||
        !Reported.insert(A.Object.Base).second)
      continue;
    missed(dyn_cast<Instruction>(A.Object.Base),
           describeObject(A.Object.Base) + " left as it is: " + R.Reason,
           A.Object.Base);
  }
}

void KeptArrays::addRefused(Function &F, const CandidateArrays &Arrays) {
  auto InLoops = accessesInLoops(F, FAM.getResult<LoopAnalysis>(F));
  for (const CandidateArrays::Refusal &R : Arrays.Refused)
    if (accessInLoop(R.Array, R.Culprit, InLoops))
      missed(allocationOr(R.Culprit, R.Array),
             leftAsItIs(R.Array, "it " + R.Why, R.Culprit), R.Array);
}

void KeptArrays::addUndetected(Function &F, PollySession &Session,
                               uint64_t MinGainBytes) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  auto InLoops = accessesInLoops(F, Session.LI);
  for (Value *Array : objectsOf(F, TLI)) {
    if (!isArray(Array, TLI))
      continue;
    ObjectFacts Facts = analyzeObject(Array, F, &Original, TLI);
    const Instruction *InLoop = accessInLoop(Array, Facts.Culprit, InLoops);
    if (!InLoop)
      continue;
    std::string Why;
    const Instruction *Where = InLoop;
    if (!Facts.isPrivate()) {
      Why = "it " + Facts.Why;
      Where = Facts.Culprit;
    } else if (knownBytes(Array, F.getDataLayout(), TLI) < MinGainBytes) {
      Why = "it is too small to gain anything";
      Where = nullptr;
    } else {
      Why = Session.rejectReason(InLoop->getParent());
      Why = "the loops that use it are not understood" +
            (Why.empty() ? "" : ": " + Why);
    }
    Undetected.push_back(
        {Array, allocationOr(Where, Array), leftAsItIs(Array, Why, Where)});
  }
}

void KeptArrays::finish() {
  for (Explanation &E : Undetected)
    if (!Reported.contains(E.Array))
      missed(E.Where, E.Text, E.Array);
}
