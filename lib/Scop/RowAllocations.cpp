//===- RowAllocations.cpp - One allocation for all rows -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RowAllocations.h.
///
//===----------------------------------------------------------------------===//

#include "RowAllocations.h"
#include "FiniteLoops.h"
#include "RegionEffects.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace smolly;

/// No more blocks than this are looked at that clean up.
static constexpr unsigned MaxCleaning = 64;

/// Whether \p CB is of the functions that handle exceptions.
static bool handlesException(const CallBase &CB) {
  const Function *Callee = CB.getCalledFunction();
  return Callee && StringSwitch<bool>(Callee->getName())
                       .Cases({"__cxa_begin_catch", "__cxa_end_catch",
                               "__cxa_rethrow", "__clang_call_terminate"},
                              true)
                       .Default(false);
}

/// Whether \p I says something of memory and does nothing.
static bool saysOnly(const Instruction &I) {
  return I.isLifetimeStartOrEnd() || I.isDebugOrPseudoInst() ||
         isa<NoAliasScopeDeclInst>(I);
}

/// Whether \p V is the exception that has landed, or a part of it.
static bool isOfException(const Value *V, unsigned Depth = 4) {
  if (isa<LandingPadInst, PoisonValue>(V) || Depth == 0)
    return Depth > 0;
  return isa<ExtractValueInst, InsertValueInst>(V) &&
         all_of(cast<Instruction>(V)->operands(), [&](const Use &U) {
           return isOfException(U.get(), Depth - 1);
         });
}

/// Whether what is known in \p BB, which is reached from \p From and from
/// elsewhere, is the same but for the exception.
static bool isSameFrom(const BasicBlock *From, const BasicBlock &BB) {
  return all_of(BB.phis(), [&](const PHINode &Phi) {
    const Value *V = Phi.getIncomingValueForBlock(From);
    return isOfException(V) || all_equal(Phi.incoming_values());
  });
}

/// Whether all that happens where \p Row is not allocated is that memory is
/// freed, until that happens which happens where \p Table is not allocated,
/// too, or the function is left by an exception. Nobody can tell that it was
/// another failure then.
static bool onlyCleans(const InvokeInst &Row, const CallBase &Table,
                       const RowAnalyses &A) {
  SmallPtrSet<const BasicBlock *, 32> Shared;
  if (const auto *Invoke = dyn_cast<InvokeInst>(&Table)) {
    Shared = blocksBehind(Invoke->getUnwindDest(), {Table.getParent()});
    Shared.insert(Invoke->getUnwindDest());
  }
  Blocks Reached;
  auto Reach = [&](const BasicBlock *From, BasicBlock *BB) {
    if (Shared.contains(BB))
      return isSameFrom(From, *BB);
    Reached.insert(BB);
    return true;
  };
  if (!Reach(Row.getParent(), Row.getUnwindDest()))
    return false;
  for (unsigned Next = 0; Next < Reached.size(); ++Next) {
    BasicBlock *BB = Reached[Next];
    if (Reached.size() > MaxCleaning || !comesToAnEnd(*BB, A.LI, A.SE) ||
        isa<ReturnInst>(BB->getTerminator()))
      return false;
    for (const Instruction &I : *BB) {
      const auto *CB = dyn_cast<CallBase>(&I);
      bool IsQuiet = CB ? getFreedOperand(CB, &A.TLI) ||
                              handlesException(*CB) || saysOnly(I)
                        : !I.mayWriteToMemory() && !I.isVolatile() &&
                              (I.isTerminator() || !I.mayThrow());
      if (!IsQuiet)
        return false;
    }
    if (!all_of(successors(BB),
                [&](BasicBlock *After) { return Reach(BB, After); }))
      return false;
  }
  return true;
}

/// What \p Table is in front of in any case; null if that is not there to see.
static Instruction *behind(CallBase &Table) {
  auto *Invoke = dyn_cast<InvokeInst>(&Table);
  if (!Invoke)
    return Table.getNextNode();
  BasicBlock *BB = Invoke->getNormalDest();
  return BB->getSinglePredecessor() && !isa<PHINode>(BB->front())
             ? &*BB->getFirstInsertionPt()
             : nullptr;
}

/// Whether nobody can tell that the rows of \p S are allocated at \p At in
/// place of one after another.
static bool isUnseenFrom(const RowSetting &S, Instruction *At,
                         const RowAnalyses &A) {
  BasicBlock *First = At->getParent();
  RegionEffects Effects(A.DT, A.LI, A.SE, A.TLI);
  auto Region = blocksBetween(First, S.Row->getParent());
  // Nobody else knows the table and its rows. What else is written might be
  // read where the rows could not be allocated.
  Objects Written = {S.Table, S.Row};
  if (S.RowUnlessEmpty)
    Written.insert(S.RowUnlessEmpty);
  unsigned Own = Written.size();
  auto IsQuiet = [&](const Instruction &I) {
    return saysOnly(I) || Effects.isQuiet(I);
  };
  auto IsQuietBlock = [&](const BasicBlock *BB) {
    auto End = S.Row->getParent() == BB ? S.Row->getIterator() : BB->end();
    return comesToAnEnd(*BB, A.LI, A.SE) &&
           all_of(make_range(BB->begin(), BasicBlock::const_iterator(End)),
                  IsQuiet);
  };
  return Region && all_of(*Region, IsQuietBlock) &&
         Effects.isUnseen(*Region, S.Row, Written) && Written.size() == Own &&
         all_of(make_range(At->getIterator(), First->end()),
                [&](const Instruction &I) {
                  return saysOnly(I) ||
                         (!I.mayWriteToMemory() && Effects.isQuiet(I));
                });
}

/// The function that frees what \p Allocation gives, without its size; nothing
/// if it is not of C++.
static std::optional<StringRef> deleteFor(const CallBase &Allocation,
                                          const TargetLibraryInfo &TLI) {
  LibFunc Function;
  if (!TLI.getLibFunc(Allocation, Function))
    return std::nullopt;
  if (Function == LibFunc_Znwm)
    return "_ZdlPv";
  if (Function == LibFunc_Znam)
    return "_ZdaPv";
  return std::nullopt;
}

Instruction *smolly::placeOfRows(const RowSetting &S, const RowAnalyses &A) {
  const auto *Row = dyn_cast_or_null<InvokeInst>(S.Row);
  if (!Row)
    return S.end();
  const auto *Table = dyn_cast<InvokeInst>(S.Table);
  Instruction *At = behind(*S.Table);
  bool CanClean = Table ? Table->getUnwindDest()->isLandingPad()
                        : !S.Table->getFunction()->doesNotThrow();
  return At && CanClean && Row->getUnwindDest()->isLandingPad() &&
                 deleteFor(*S.Table, A.TLI) && onlyCleans(*Row, *S.Table, A) &&
                 isUnseenFrom(S, At, A)
             ? At
             : nullptr;
}

static CallInst *createDelete(Value *Pointer, StringRef Name, Instruction *At) {
  IRBuilder<> B(At);
  FunctionCallee Delete = At->getModule()->getOrInsertFunction(
      Name, B.getVoidTy(), Pointer->getType());
  CallInst *Call = B.CreateCall(Delete, Pointer);
  Call->setDoesNotThrow();
  Call->addFnAttr(Attribute::Builtin);
  return Call;
}

void smolly::freeRows(Value *Rows, const CallInst &FreeRow, Instruction *At) {
  CallInst *FreeAll;
  if (FreeRow.arg_size() == 1) {
    FreeAll = cast<CallInst>(FreeRow.clone());
    FreeAll->setArgOperand(0, Rows);
    FreeAll->insertBefore(At->getIterator());
  } else {
    StringRef WithSize = FreeRow.getCalledFunction()->getName();
    FreeAll = createDelete(Rows, WithSize.drop_back(), At);
  }
  FreeAll->setDebugLoc(At->getDebugLoc());
}

/// How many bytes all rows of \p S have, computed in front of \p At.
static Value *bytesOfAll(const RowSetting &S, Value *RowBytes,
                         SCEVExpander &Expander, Instruction *At,
                         ScalarEvolution &SE) {
  Type *Size = RowBytes->getType();
  auto Expand = [&](const SCEV *V) {
    return Expander.expandCodeFor(V, Size, At);
  };
  IRBuilder<> B(At);
  Value *Wraps = B.getFalse();
  auto Apply = [&](Intrinsic::ID Operation, Value *First, Value *Second) {
    Value *Both = B.CreateBinaryIntrinsic(Operation, First, Second);
    Wraps = B.CreateOr(Wraps, B.CreateExtractValue(Both, 1));
    return B.CreateExtractValue(Both, 0);
  };
  Value *Rows = Expand(S.Counts.front());
  for (auto [Step, Count] : drop_begin(zip(S.Steps, S.Counts))) {
    // As far as all iterations but the last go on.
    Value *Others = B.CreateBinaryIntrinsic(Intrinsic::usub_sat, Expand(Count),
                                            ConstantInt::get(Size, 1));
    Value *Before = Apply(Intrinsic::umul_with_overflow, Others,
                          Expand(SE.getSMaxExpr(Step, SE.getZero(Size))));
    Rows = Apply(Intrinsic::uadd_with_overflow, Rows, Before);
  }
  Value *Bytes = Apply(Intrinsic::umul_with_overflow, RowBytes, Rows);
  return B.CreateSelect(Wraps, Constant::getAllOnesValue(Size), Bytes);
}

/// Lets a call with \p Arguments like that of the rows of \p S end the block in
/// front of \p At. Where it fails, the table is freed.
static CallBase *invokeBehindTable(const RowSetting &S,
                                   ArrayRef<Value *> Arguments, Instruction *At,
                                   RowAnalyses &A) {
  Function &F = *At->getFunction();
  BasicBlock *BB = At->getParent();
  BasicBlock *Rest = SplitBlock(BB, At, &A.DT, &A.LI);
  BB->getTerminator()->eraseFromParent();
  auto *Table = dyn_cast<InvokeInst>(S.Table);
  BasicBlock *Failure = nullptr;
  if (Table) {
    Failure = Table->getUnwindDest();
    for (PHINode &Phi : Failure->phis())
      Phi.addIncoming(Phi.getIncomingValueForBlock(Table->getParent()), BB);
  } else {
    Failure = BasicBlock::Create(F.getContext(), "", &F);
    Type *Exception = cast<InvokeInst>(S.Row)->getLandingPadInst()->getType();
    IRBuilder<> B(Failure);
    LandingPadInst *Pad = B.CreateLandingPad(Exception, 0);
    Pad->setCleanup(true);
    B.CreateResume(Pad);
  }
  auto *All =
      InvokeInst::Create(S.Row->getFunctionType(), S.Row->getCalledOperand(),
                         Rest, Failure, Arguments, "", BB);
  if (Table) {
    SmallVector<BasicBlock *, 2> Split;
    SplitLandingPadPredecessors(Failure, {BB}, ".rows", ".rest", Split);
    Failure = Split.front();
  }
  createDelete(S.Table, *deleteFor(*S.Table, A.TLI),
               &*Failure->getFirstInsertionPt());
  return All;
}

CallBase *smolly::allocateRows(const RowSetting &S, Instruction *At,
                               RowAnalyses &A) {
  SCEVExpander Expander(A.SE, "rows");
  SmallVector<Value *, 2> Arguments;
  for (Use &Argument : S.Row->args())
    Arguments.push_back(Expander.expandCodeFor(A.SE.getSCEV(Argument),
                                               Argument->getType(), At));
  Arguments[0] = bytesOfAll(S, Arguments[0], Expander, At, A.SE);
  CallBase *All;
  if (isa<InvokeInst>(S.Row))
    All = invokeBehindTable(S, Arguments, At, A);
  else
    All = CallInst::Create(S.Row->getFunctionType(), S.Row->getCalledOperand(),
                           Arguments, "", At->getIterator());
  All->setAttributes(S.Row->getAttributes());
  // There may be no rows.
  All->removeRetAttr(Attribute::Dereferenceable);
  All->removeRetAttr(Attribute::DereferenceableOrNull);
  All->setCallingConv(S.Row->getCallingConv());
  All->setDebugLoc(S.Table->getDebugLoc());
  return All;
}
