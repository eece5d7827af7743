//===- FitRows.cpp - Subscripts within their rows -------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements FitRows.h.
///
//===----------------------------------------------------------------------===//

#include "FitRows.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace smolly;

namespace {

/// So many rows are moved at most.
constexpr int MaxRows = 4;
/// Subscripts of more nested loops are left alone.
constexpr unsigned MaxDepth = 8;

/// The value of \p S in the first or last iteration of each loop that it
/// depends on, whichever makes it larger, or with \p Smallest smaller; null if
/// that is not known.
const SCEV *extreme(const SCEV *S, bool Smallest, ScalarEvolution &SE,
                    unsigned Depth = 0) {
  auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
  if (!Rec)
    return SCEVExprContains(
               S, [](const SCEV *T) { return isa<SCEVAddRecExpr>(T); })
               ? nullptr
               : S;
  auto *Step = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE));
  const SCEV *Count = SE.getBackedgeTakenCount(Rec->getLoop());
  if (!Rec->isAffine() || !Step || isa<SCEVCouldNotCompute>(Count) ||
      Count->getType() != S->getType() || Depth >= MaxDepth)
    return nullptr;
  bool IsFirst = Smallest != Step->getAPInt().isNegative();
  return extreme(IsFirst ? Rec->getStart()
                         : Rec->evaluateAtIteration(Count, SE),
                 Smallest, SE, Depth + 1);
}

/// Trip counts are those of loops that may not run at all, `smax(1, n)`. Where
/// an access runs its loops do.
class MaximumChooser : public SCEVRewriteVisitor<MaximumChooser> {
public:
  MaximumChooser(ScalarEvolution &SE, const Instruction *Inst)
      : SCEVRewriteVisitor(SE), Inst(Inst) {}
  const SCEV *visitSMaxExpr(const SCEVSMaxExpr *S) {
    for (const SCEV *Largest : S->operands())
      if (all_of(S->operands(), [&](const SCEV *Other) {
            return SE.isKnownPredicateAt(ICmpInst::ICMP_SGE, Largest, Other,
                                         Inst);
          }))
        return Largest;
    return S;
  }

private:
  const Instruction *Inst;
};

/// A row of an array, and where an access to it is.
struct Row {
  const SCEV *Size;
  const Instruction *Inst;
  ScalarEvolution &SE;

  bool isNonNegative(const SCEV *S) const {
    return SE.isKnownPredicateAt(ICmpInst::ICMP_SGE,
                                 MaximumChooser(SE, Inst).visit(S),
                                 SE.getZero(S->getType()), Inst);
  }
  /// Whether 0 <= \p Subscript < Size for sure.
  bool contains(const SCEV *Subscript) const {
    const SCEV *Low = extreme(Subscript, true, SE);
    const SCEV *High = extreme(Subscript, false, SE);
    return Low && High && isNonNegative(Low) &&
           isNonNegative(SE.getMinusSCEV(
               SE.getMinusSCEV(Size, SE.getOne(Size->getType())), High));
  }
};

} // namespace

Value *smolly::frozenValue(const SCEV *S) {
  auto *Unknown = dyn_cast<SCEVUnknown>(S);
  auto *Freeze = Unknown ? dyn_cast<FreezeInst>(Unknown->getValue()) : nullptr;
  return Freeze ? Freeze->getOperand(0) : nullptr;
}

void smolly::fitIntoRows(SmallVectorImpl<const SCEV *> &Subscripts,
                         ArrayRef<const SCEV *> Sizes, const Instruction *Inst,
                         ScalarEvolution &SE,
                         std::vector<AssumedEquality> &Assumed) {
  for (unsigned I = Subscripts.size() - 1; I > 0; --I) {
    Value *Frozen = frozenValue(Sizes[I - 1]);
    const SCEV *Size = Frozen ? SE.getSCEV(Frozen) : Sizes[I - 1];
    Row R = {Size, Inst, SE};
    if (Size->getType() != Subscripts[I]->getType() ||
        R.contains(Subscripts[I]))
      continue;
    for (int Rows = 1; Rows <= MaxRows; Rows = Rows > 0 ? -Rows : 1 - Rows) {
      const SCEV *Count = SE.getConstant(Size->getType(), Rows, true);
      const SCEV *Fitted =
          SE.getMinusSCEV(Subscripts[I], SE.getMulExpr(Count, Size));
      if (!R.contains(Fitted))
        continue;
      Subscripts[I] = Fitted;
      Subscripts[I - 1] = SE.getAddExpr(Subscripts[I - 1], Count);
      if (Frozen)
        Assumed.push_back({Sizes[I - 1], Size});
      break;
    }
  }
}
