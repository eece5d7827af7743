//===- IndirectReads.cpp - Subscripts from memory -------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements IndirectReads.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/IndirectReads.h"
#include "smolly/Scop/ExtremeValues.h"
#include "smolly/Scop/ObjectFacts.h"
#include "smolly/Scop/StandIns.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace smolly;

/// The attributes of stand-ins for parameters, and of those that what is read
/// is passed through.
static constexpr StringLiteral ParameterAttribute = "smolly-indirect";
static constexpr StringLiteral TieAttribute = "smolly-indirect-is";

/// Address expressions deeper than this are not looked at.
static constexpr unsigned MaxDepth = 24;
/// Reads of one function that get a parameter: each is a dimension of sets.
static constexpr unsigned MaxReads = 8;

static bool callsWith(const Value *V, StringRef Attribute) {
  return callOfStandIn(V, Attribute);
}

/// What addresses are computed with, from values that are there.
static bool isArithmetic(const Value *V) {
  const auto *Intrinsic = dyn_cast<IntrinsicInst>(V);
  return isa<GetElementPtrInst, CastInst, SelectInst, ICmpInst, FreezeInst,
             BinaryOperator>(V) ||
         (Intrinsic && Intrinsic->doesNotAccessMemory() &&
          !Intrinsic->mayHaveSideEffects());
}

namespace {

/// What depends on a value.
struct Dependents {
  explicit Dependents(const Value &Of);

  /// What is computed from it, itself among that.
  SmallSetVector<const Value *, 32> Computed;
  /// Loads at addresses among these.
  SmallSetVector<LoadInst *, 4> Reads;
  /// That is all, but for calls that say what a parameter is.
  bool IsComplete = true;
};

} // namespace

Dependents::Dependents(const Value &Of) {
  Computed.insert(&Of);
  for (size_t I = 0; I < Computed.size(); ++I)
    for (const User *U : Computed[I]->users())
      if (isArithmetic(U))
        Computed.insert(U);
      else if (isa<LoadInst>(U))
        Reads.insert(const_cast<LoadInst *>(cast<LoadInst>(U)));
      else
        IsComplete &= callsWith(U, TieAttribute);
}

/// \p V with \p New in place of what \p Old depends on, computed at \p Point
/// as far as it depends on that. \p Done: what was computed before.
static Value *recompute(Value *V, const Dependents &Old, Value *New,
                        Instruction *Point, DenseMap<Value *, Value *> &Done) {
  if (V == Old.Computed.front())
    return New;
  if (!Old.Computed.contains(V))
    return V;
  if (Value *Copied = Done.lookup(V))
    return Copied;
  Instruction *Copy = cast<Instruction>(V)->clone();
  for (Use &Operand : Copy->operands())
    Operand.set(recompute(Operand, Old, New, Point, Done));
  Copy->insertBefore(Point->getIterator());
  Done[V] = Copy;
  return Copy;
}

/// Puts \p New in place of what \p Old depends on in the address of \p Read.
static void replaceInAddress(LoadInst &Read, const Dependents &Old,
                             Value *New) {
  DenseMap<Value *, Value *> Done;
  Read.setOperand(LoadInst::getPointerOperandIndex(),
                  recompute(Read.getPointerOperand(), Old, New, &Read, Done));
}

/// The call that says for \p Read what \p Parameter is; null if there is none.
static CallInst *tieFor(LoadInst &Read, const CallInst &Parameter) {
  for (User *U : Read.users())
    if (callsWith(U, TieAttribute) && U->getOperand(1) == &Parameter)
      return cast<CallInst>(U);
  return nullptr;
}

bool smolly::isIndirectRead(const Instruction &I) {
  return any_of(I.users(), [&](const User *U) {
    return callsWith(U, TieAttribute) && U->getOperand(0) == &I;
  });
}

bool smolly::canShowValues(const CallInst &Parameter) {
  Dependents D(Parameter);
  return D.IsComplete && all_of(D.Reads, [&](LoadInst *Read) {
           return tieFor(*Read, Parameter);
         });
}

std::optional<IndirectRead> smolly::indirectRead(const SCEV *Parameter) {
  const auto *Unknown = dyn_cast<SCEVUnknown>(Parameter);
  if (!Unknown || !callsWith(Unknown->getValue(), ParameterAttribute))
    return std::nullopt;
  IndirectRead Result;
  Result.Parameter = cast<CallInst>(Unknown->getValue());
  Dependents D(*Result.Parameter);
  if (D.Reads.size() != 1)
    return Result;
  Result.Read = D.Reads.front();
  if (CallInst *Tie = tieFor(*Result.Read, *Result.Parameter))
    Result.Value = dyn_cast<LoadInst>(Tie->getArgOperand(2));
  return Result;
}

/// Gives a parameter of type \p T for each number.
Function *IndirectReads::parameterOf(Type *T, Module &M) {
  Function *&F = Parameters[T];
  if (!F)
    F = createPureStandIn(T, Type::getInt32Ty(M.getContext()),
                          "smolly.indirect", ParameterAttribute, M);
  return F;
}

/// Gives what was read, of type \p T.
Function *IndirectReads::tieOf(Type *T, Type *Value, Module &M) {
  Function *&F = Ties[{T, Value}];
  if (!F)
    F = createPureStandIn(T, {T, Value, Value}, "smolly.indirect.is",
                          TieAttribute, M);
  return F;
}

namespace {

/// The values that an address is computed from.
struct AddressParts {
  SmallSetVector<LoadInst *, 2> Loaded;
  bool IsComplete = true;

  void collect(Value *V, const Loop &L, unsigned Depth) {
    if (L.isLoopInvariant(V) || isa<PHINode>(V))
      return;
    if (auto *Load = dyn_cast<LoadInst>(V);
        Load && V->getType()->isIntegerTy() &&
        V->getType()->getIntegerBitWidth() <= MaxExtremeBits)
      Loaded.insert(Load);
    else if (isArithmetic(V) && !isa<SelectInst, ICmpInst>(V) && Depth > 0)
      for (Value *Operand : cast<Instruction>(V)->operands())
        collect(Operand, L, Depth - 1);
    else
      IsComplete = false;
  }
};

} // namespace

/// The one value in memory on which the address of \p Read, in \p L, depends;
/// null if it is not the only one.
static LoadInst *valueInAddress(LoadInst &Read, const Loop &L) {
  AddressParts Parts;
  Parts.collect(Read.getPointerOperand(), *L.getOutermostLoop(), MaxDepth);
  if (!Parts.IsComplete || Parts.Loaded.size() != 1)
    return nullptr;
  LoadInst *Value = Parts.Loaded.front();
  return Value->isSimple() && L.getOutermostLoop()->contains(Value) ? Value
                                                                    : nullptr;
}

/// Whether \p S grows by a constant with \p V, if it depends on it, as long as
/// nothing wraps around.
static bool isLinearIn(const SCEV *S, const Value *V) {
  auto IsOf = [&](const SCEV *Part) {
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    return Unknown && Unknown->getValue() == V;
  };
  if (IsOf(S) || !SCEVExprContains(S, IsOf))
    return true;
  if (const auto *Counter = dyn_cast<SCEVAddRecExpr>(S))
    return none_of(drop_begin(Counter->operands()),
                   [&](const SCEV *Step) {
                     return SCEVExprContains(Step, IsOf);
                   }) &&
           isLinearIn(Counter->getStart(), V);
  if (isa<SCEVMulExpr>(S) &&
      !(S->operands().size() == 2 && isa<SCEVConstant>(S->operands()[0])))
    return false;
  return isa<SCEVCastExpr, SCEVAddExpr, SCEVMulExpr>(S) &&
         all_of(S->operands(),
                [&](const SCEV *Part) { return isLinearIn(Part, V); });
}

/// Whether \p Read may be one in a row: its address also depends on a counter,
/// and on \p Value such that it is affine with a parameter in its place.
static bool isInRow(LoadInst &Read, const LoadInst &Value,
                    ScalarEvolution &SE) {
  const SCEV *Address = SE.getSCEV(Read.getPointerOperand());
  Dependents D(Value);
  bool IsSeen = false, IsHidden = false;
  SCEVExprContains(Address, [&](const SCEV *Part) {
    if (const auto *Unknown = dyn_cast<SCEVUnknown>(Part)) {
      IsSeen |= Unknown->getValue() == &Value;
      IsHidden |= Unknown->getValue() != &Value &&
                  D.Computed.contains(Unknown->getValue());
    }
    return false;
  });
  return IsSeen && !IsHidden && isLinearIn(Address, &Value) &&
         SCEVExprContains(Address, [](const SCEV *Part) {
           return isa<SCEVAddRecExpr>(Part);
         });
}

void IndirectReads::hide(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  SmallVector<std::pair<LoadInst *, LoadInst *>, 4> Found;
  for (Instruction &I : instructions(F)) {
    auto *Read = dyn_cast<LoadInst>(&I);
    const Loop *L = LI.getLoopFor(I.getParent());
    if (!Read || !L || !Read->isSimple() ||
        !isCandidateObject(getUnderlyingObject(Read->getPointerOperand()), TLI))
      continue;
    LoadInst *Value = valueInAddress(*Read, *L);
    if (Value && isInRow(*Read, *Value, SE))
      Found.push_back({Read, Value});
  }
  if (Found.empty() || Found.size() > MaxReads)
    return;
  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.getFirstNonPHIOrDbgOrAlloca());
  for (auto [Read, Value] : Found) {
    Type *T = Value->getType();
    CallInst *Parameter = B.CreateCall(parameterOf(T, *F.getParent()),
                                       B.getInt32(Count++), Value->getName());
    llvm::Value *Address = Read->getPointerOperand();
    replaceInAddress(*Read, Dependents(*Value), Parameter);
    CallInst *Tie = IRBuilder<>(Read->getNextNode())
                        .CreateCall(tieOf(Read->getType(), T, *F.getParent()),
                                    {Read, Parameter, Value});
    Read->replaceUsesWithIf(Tie, [&](Use &U) { return U.getUser() != Tie; });
    RecursivelyDeleteTriviallyDeadInstructions(Address);
  }
  // Within a SCoP it would be no parameter.
  SplitBlock(&Entry, B.GetInsertPoint());
  FAM.invalidate(F, PreservedAnalyses::none());
}

IndirectReads::~IndirectReads() {
  for (auto &[T, F] : Parameters) {
    for (User *U : make_early_inc_range(F->users())) {
      auto *Parameter = cast<CallInst>(U);
      Dependents D(*Parameter);
      for (LoadInst *Read : D.Reads)
        if (CallInst *Tie = tieFor(*Read, *Parameter))
          replaceInAddress(*Read, D, Tie->getArgOperand(2));
      Parameter->replaceAllUsesWith(Constant::getNullValue(T));
      Parameter->eraseFromParent();
    }
    F->eraseFromParent();
  }
  for (auto &[Types, F] : Ties) {
    for (User *U : make_early_inc_range(F->users())) {
      auto *Tie = cast<CallInst>(U);
      Tie->replaceAllUsesWith(Tie->getArgOperand(0));
      Tie->eraseFromParent();
    }
    F->eraseFromParent();
  }
}
