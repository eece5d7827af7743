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
#include "WholeRows.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace smolly;

namespace {

/// So many rows are moved at most.
constexpr int MaxRows = 4;
/// Elements at the ends of a row that conditions are thought to exclude.
constexpr int Border = 4;
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

/// What an expression is where an access runs. Trip counts are those of loops
/// that may not run at all, `smax(1, n)`, but its loops do; a width that may
/// have a sign elsewhere, `zext(n)`, does not have one here.
class Specializer : public SCEVRewriteVisitor<Specializer> {
public:
  Specializer(ScalarEvolution &SE, const Instruction *Inst)
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

  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *S) {
    const SCEV *Narrow = S->getOperand();
    return SE.isKnownPredicateAt(ICmpInst::ICMP_SGE, Narrow,
                                 SE.getZero(Narrow->getType()), Inst)
               ? SE.getSignExtendExpr(Narrow, S->getType())
               : S;
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
                                 Specializer(SE, Inst).visit(S),
                                 SE.getZero(S->getType()), Inst);
  }
  /// \p Subscript counted from \p Rows rows further.
  const SCEV *moved(const SCEV *Subscript, int Rows) const {
    const SCEV *Count = SE.getConstant(Size->getType(), Rows, true);
    return Specializer(SE, Inst).visit(
        SE.getMinusSCEV(Subscript, SE.getMulExpr(Count, Size)));
  }
  /// Whether 0 <= \p Subscript < Size for sure, but for \p Border elements on
  /// both sides, which a condition may exclude.
  bool contains(const SCEV *Subscript, int Border = 0) const {
    const SCEV *Low = extreme(Subscript, true, SE);
    const SCEV *High = extreme(Subscript, false, SE);
    const SCEV *Margin = SE.getConstant(Size->getType(), Border);
    return Low && High && isNonNegative(SE.getAddExpr(Low, Margin)) &&
           isNonNegative(
               SE.getAddExpr(SE.getMinusSCEV(Size, SE.getOne(Size->getType())),
                             SE.getMinusSCEV(Margin, High)));
  }
  /// -1 where Subscript < 0 for sure, 1 where Subscript >= Size, 0 elsewhere.
  int side(const SCEV *Subscript) const {
    const SCEV *Low = extreme(Subscript, true, SE);
    const SCEV *High = extreme(Subscript, false, SE);
    if (Low && isNonNegative(SE.getMinusSCEV(Low, Size)))
      return 1;
    return High && isNonNegative(SE.getNotSCEV(High)) ? -1 : 0;
  }
};

} // namespace

const SCEV *smolly::specializedAt(const SCEV *S, const Instruction *Inst,
                                  ScalarEvolution &SE) {
  return Specializer(SE, Inst).visit(S);
}

Value *smolly::frozenValue(const SCEV *S) {
  auto *Unknown = dyn_cast<SCEVUnknown>(S);
  auto *Freeze = Unknown ? dyn_cast<FreezeInst>(Unknown->getValue()) : nullptr;
  return Freeze ? Freeze->getOperand(0) : nullptr;
}

/// By how many rows \p Subscript is too large: a number for which it is within
/// \p R for sure; else, if it is outside for sure as it is, one for which it
/// may be within; else one for which all but a border is within, if that is not
/// so as it is; 0 if there is none. Polly assumes the result to be in bounds.
static int rowsTooFar(const SCEV *Subscript, const Row &R) {
  auto FirstThat = [&](auto IsGood, int Side = 0) {
    for (int Rows = 1; Rows <= MaxRows; Rows = Rows > 0 ? -Rows : 1 - Rows)
      if (Rows * Side >= 0 && IsGood(R.moved(Subscript, Rows)))
        return Rows;
    return 0;
  };
  if (R.contains(Subscript))
    return 0;
  if (int Rows = FirstThat([&](const SCEV *S) { return R.contains(S); }))
    return Rows;
  if (int Side = R.side(Subscript))
    return FirstThat([&](const SCEV *S) { return R.side(S) == 0; }, Side);
  if (R.contains(Subscript, Border))
    return 0;
  return FirstThat([&](const SCEV *S) { return R.contains(S, Border); });
}

void smolly::fitIntoRows(SmallVectorImpl<const SCEV *> &Subscripts,
                         ArrayRef<const SCEV *> Sizes, const Instruction *Inst,
                         ScalarEvolution &SE,
                         std::vector<AssumedEquality> &Assumed) {
  for (unsigned I = Subscripts.size() - 1; I > 0; --I) {
    Row R = {Sizes[I - 1], Inst, SE};
    if (R.Size->getType() != Subscripts[I]->getType())
      continue;
    if (auto Split = splitWholeRows(Subscripts[I], R.Size, SE)) {
      Subscripts[I] = Split->Rest;
      Subscripts[I - 1] = SE.getAddExpr(Subscripts[I - 1], Split->Rows);
    }
    int Rows = rowsTooFar(Subscripts[I], R);
    if (Value *Frozen = frozenValue(R.Size); Frozen && Rows == 0) {
      R.Size = SE.getSCEV(Frozen);
      Rows = rowsTooFar(Subscripts[I], R);
      if (Rows != 0)
        Assumed.push_back({Sizes[I - 1], R.Size});
    }
    if (Rows == 0)
      continue;
    Subscripts[I] = R.moved(Subscripts[I], Rows);
    Subscripts[I - 1] =
        SE.getAddExpr(Subscripts[I - 1], SE.getConstant(R.Size->getType(), Rows,
                                                        /*IsSigned=*/true));
  }
}
