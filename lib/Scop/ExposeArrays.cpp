//===- ExposeArrays.cpp - Show who owns an array --------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ExposeArrays.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/ExposeArrays.h"
#include "HeapObjects.h"
#include "RowTables.h"
#include "smolly/Scop/MathErrors.h"
#include "smolly/Scop/ObjectFacts.h"
#include "smolly/Scop/OptionalAllocations.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace smolly;

/// Functions above this size are not worth a copy.
static constexpr unsigned MaxInlineInstructions = 300;
/// The same for functions that only compute.
static constexpr unsigned MaxFormulaInstructions = 50;
/// So many instructions are put into a function in all.
static constexpr unsigned MaxInlined = 8000;
/// So often what was inlined is looked at for more calls.
static constexpr unsigned MaxInlineRounds = 8;

/// The objects that \p Pointer may point into unless it is null.
static SmallVector<const Value *, 4> objectsOf(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects);
  erase_if(Objects, [](const Value *V) { return isa<ConstantPointerNull>(V); });
  return Objects;
}

/// The only one of these; null if there are several.
static const Value *objectOf(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects = objectsOf(Pointer);
  return Objects.size() == 1 ? Objects.front() : nullptr;
}

/// The pointers that are stored in \p Table, which nobody else sees; none if
/// somebody may.
static SmallVector<const Value *, 4> pointersIn(const Value &Table,
                                                const TargetLibraryInfo &TLI) {
  SmallVector<const Value *, 4> Stored;
  SmallVector<const Value *, 8> Worklist = {&Table};
  while (!Worklist.empty()) {
    const Value *Address = Worklist.pop_back_val();
    for (const User *U : Address->users()) {
      if (isa<GetElementPtrInst>(U))
        Worklist.push_back(U);
      else if (const auto *Store = dyn_cast<StoreInst>(U);
               Store && Store->getValueOperand() != Address)
        Stored.push_back(Store->getValueOperand());
      else if (const auto *CB = dyn_cast<CallBase>(U);
               !isa<LoadInst, ICmpInst, IntrinsicInst>(U) &&
               !(CB && getFreedOperand(CB, &TLI) == Address))
        return {};
    }
  }
  return Stored;
}

/// Whether \p Pointer, or if it comes from a private table of pointers each of
/// them, points into candidate arrays only: one of several where these change
/// places after each step.
static bool isOfCandidates(const Value *Pointer, const TargetLibraryInfo &TLI,
                           bool MayBeInTable = true) {
  SmallVector<const Value *, 4> Objects = objectsOf(Pointer);
  return !Objects.empty() && all_of(Objects, [&](const Value *Object) {
    const auto *Load = dyn_cast<LoadInst>(Object);
    if (!Load || !MayBeInTable)
      return isCandidateObject(Object, TLI);
    const Value *Table = getUnderlyingObject(Load->getPointerOperand());
    const auto *Local = dyn_cast<AllocaInst>(Table);
    if (Local ? !Local->getAllocatedType()->isArrayTy()
              : !isAllocLikeFn(Table, &TLI))
      return false;
    SmallVector<const Value *, 4> Stored = pointersIn(*Table, TLI);
    return !Stored.empty() && all_of(Stored, [&](const Value *V) {
      return isOfCandidates(V, TLI, /*MayBeInTable=*/false);
    });
  });
}

static bool isHandedCandidate(const CallBase &CB,
                              const TargetLibraryInfo &TLI) {
  return any_of(CB.args(), [&](const Use &Arg) {
    return Arg->getType()->isPointerTy() && isOfCandidates(Arg, TLI);
  });
}

/// Whether \p Callee only computes, or reads: a minimum of three values, a
/// formula, the subscript operator of a class. \p Depth: of calls in it.
static bool isSmallFormula(const Function &Callee, const TargetLibraryInfo &TLI,
                           unsigned Depth = 3) {
  return Depth > 0 && !Callee.isDeclaration() && !Callee.isInterposable() &&
         Callee.getInstructionCount() <= MaxFormulaInstructions &&
         none_of(instructions(Callee), [&](const Instruction &I) {
           const auto *CB = dyn_cast<CallBase>(&I);
           const Function *Inner = CB ? CB->getCalledFunction() : nullptr;
           if (Inner && !Inner->isIntrinsic())
             return mathErrors(*CB, TLI) == NoErrors &&
                    !isSmallFormula(*Inner, TLI, Depth - 1);
           // Arguments whose address is taken lie in local variables.
           if (const auto *Store = dyn_cast<StoreInst>(&I);
               Store && Store->isSimple() &&
               isa<AllocaInst>(Store->getPointerOperand()))
             return false;
           return !I.isLifetimeStartOrEnd() &&
                  (I.mayWriteToMemory() || I.mayHaveSideEffects());
         });
}

/// Whether what \p Callee is made of means the same in \p Caller: instructions
/// of another processor would be an error of the back end.
static bool areCompatible(const Function &Caller, const Function &Callee) {
  for (StringRef Kind : {"target-cpu", "target-features", "tune-cpu"})
    if (Caller.getFnAttribute(Kind) != Callee.getFnAttribute(Kind))
      return false;
  return AttributeFuncs::areInlineCompatible(Caller, Callee);
}

bool smolly::mayBeInlined(const CallBase &CB) {
  const Function *Callee = CB.getCalledFunction();
  return Callee && !Callee->isDeclaration() && Callee != CB.getFunction() &&
         !Callee->isInterposable() && !Callee->isVarArg() &&
         !Callee->hasFnAttribute(Attribute::NoInline) &&
         !Callee->hasFnAttribute(Attribute::OptimizeNone) &&
         !Callee->hasFnAttribute(Attribute::ReturnsTwice) &&
         Callee->getInstructionCount() <= MaxInlineInstructions &&
         areCompatible(*CB.getFunction(), *Callee);
}

/// Whether \p Callee, or a small function that it calls, allocates memory.
/// Looks at no more than \p Budget instructions, and once at each function.
static bool allocates(const Function &Callee, const TargetLibraryInfo &TLI,
                      SmallPtrSetImpl<const Function *> &Seen,
                      unsigned &Budget) {
  if (Callee.isDeclaration() || Callee.isInterposable() ||
      !Seen.insert(&Callee).second)
    return false;
  for (const Instruction &I : instructions(Callee)) {
    if (Budget == 0)
      return false;
    --Budget;
    const auto *CB = dyn_cast<CallBase>(&I);
    if (!CB)
      continue;
    if (isCandidateObject(CB, TLI))
      return true;
    const Function *Inner = CB->getCalledFunction();
    if (Inner && allocates(*Inner, TLI, Seen, Budget))
      return true;
  }
  return false;
}

static bool hasPointer(Type *T) {
  if (auto *Struct = dyn_cast<StructType>(T))
    return any_of(Struct->elements(), hasPointer);
  return T->isPointerTy();
}

static bool isFresh(const Value *V, const TargetLibraryInfo &TLI,
                    unsigned Depth);

/// Whether all that \p Callee returns is fresh in the sense of isFresh.
static bool givesFresh(const Function &Callee, const TargetLibraryInfo &TLI,
                       unsigned Depth) {
  bool Returns = false;
  for (const BasicBlock &BB : Callee)
    if (const auto *Return = dyn_cast<ReturnInst>(BB.getTerminator())) {
      if (!isFresh(Return->getReturnValue(), TLI, Depth))
        return false;
      Returns = true;
    }
  return Returns;
}

/// Whether \p V is memory that was just allocated, or a struct with a pointer
/// to some. \p Depth: of calls, and of values in a struct.
static bool isFresh(const Value *V, const TargetLibraryInfo &TLI,
                    unsigned Depth) {
  if (Depth == 0)
    return false;
  if (const auto *Insert = dyn_cast<InsertValueInst>(V))
    return isFresh(Insert->getInsertedValueOperand(), TLI, Depth - 1) ||
           isFresh(Insert->getAggregateOperand(), TLI, Depth - 1);
  if (!V->getType()->isPointerTy())
    return false;
  const auto *CB = dyn_cast_or_null<CallBase>(objectOf(V));
  if (!CB || isAllocationFn(CB, &TLI))
    return CB;
  const Function *Callee = CB->getCalledFunction();
  return Callee && !Callee->isDeclaration() && !Callee->isInterposable() &&
         Callee->getInstructionCount() <= MaxInlineInstructions &&
         givesFresh(*Callee, TLI, Depth - 1);
}

bool smolly::mayGiveArray(const CallBase &CB, const TargetLibraryInfo &TLI) {
  constexpr unsigned MaxDepth = 6;
  const Function *Callee = CB.getCalledFunction();
  // Functions of headers allocate nodes of trees, for the most part; those that
  // give arrays are handed the object that is to own it.
  return hasPointer(CB.getType()) && mayBeInlined(CB) &&
         !Callee->hasLinkOnceLinkage() && givesFresh(*Callee, TLI, MaxDepth);
}

bool smolly::isInlinable(const CallBase &CB, const TargetLibraryInfo &TLI) {
  Function *Callee = CB.getCalledFunction();
  return mayBeInlined(CB) &&
         (isHandedCandidate(CB, TLI) || isSmallFormula(*Callee, TLI) ||
          mayGiveArray(CB, TLI)) &&
         isInlineViable(*Callee).isSuccess();
}

/// Whether \p CB, to a small function of a header, is handed null and can be
/// inlined: what a vector does with its elements while it has none.
static bool isHandedNothing(const CallBase &CB) {
  Function *Callee = CB.getCalledFunction();
  return mayBeInlined(CB) && Callee->hasLinkOnceLinkage() &&
         Callee->getInstructionCount() <= MaxFormulaInstructions &&
         any_of(CB.args(),
                [](const Use &Arg) { return isa<ConstantPointerNull>(Arg); }) &&
         isInlineViable(*Callee).isSuccess();
}

bool smolly::mayBecomeInlinable(const CallBase &CB,
                                const TargetLibraryInfo &TLI) {
  return isInlinable(CB, TLI) ||
         (mayBeInlined(CB) && any_of(CB.args(), [&](const Use &Arg) {
            const auto *Object = Arg->getType()->isPointerTy()
                                     ? dyn_cast_or_null<CallBase>(objectOf(Arg))
                                     : nullptr;
            return Object && mayGiveArray(*Object, TLI);
          }));
}

bool smolly::mayOwnArray(const AllocaInst &Object,
                         const TargetLibraryInfo &TLI) {
  if (!Object.getAllocatedType()->isStructTy() ||
      !hasPointer(Object.getAllocatedType()))
    return false;
  SmallPtrSet<const Function *, 16> Seen;
  unsigned Budget = MaxInlineInstructions;
  return any_of(Object.users(), [&](const User *U) {
    const auto *CB = dyn_cast<CallBase>(U);
    return CB && isInlinable(*CB, TLI) &&
           allocates(*CB->getCalledFunction(), TLI, Seen, Budget);
  });
}

/// Whether \p CB makes part of what its function returns, an image with its
/// sizes: as long as it is a call, nothing is known of memory behind it, such as
/// the sizes of images that the function was handed. Not of a vector, which may
/// be one of vectors: what fills its rows would stay.
static bool makesResult(const CallBase &CB, const TargetLibraryInfo &TLI) {
  if (!mayBeInlined(CB) || none_of(CB.args(), [](const Use &Operand) {
        const auto *Object =
            Operand->getType()->isPointerTy()
                ? dyn_cast<Argument>(getUnderlyingObject(Operand))
                : nullptr;
        const auto *Class =
            Object && Object->hasStructRetAttr()
                ? dyn_cast<StructType>(Object->getParamStructRetType())
                : nullptr;
        return Class && Class->getNumElements() > 1;
      }))
    return false;
  SmallPtrSet<const Function *, 16> Seen;
  unsigned Budget = MaxInlineInstructions;
  Function &Callee = *CB.getCalledFunction();
  return (Callee.hasLinkOnceLinkage() ||
          allocates(Callee, TLI, Seen, Budget)) &&
         isInlineViable(Callee).isSuccess();
}

/// Returns whether a call was inlined. \p Room: for so many instructions, from
/// which those that are inlined are taken.
static bool inlineUsersOfCandidates(Function &F, const TargetLibraryInfo &TLI,
                                    unsigned &Room) {
  SmallVector<WeakVH, 32> Calls;
  for (Instruction &I : instructions(F))
    if (auto *CB = dyn_cast<CallBase>(&I))
      Calls.push_back(CB);
  bool Changed = false;
  // First come, first served: a constructor before what uses its object.
  for (unsigned Next = 0; Next < Calls.size(); ++Next) {
    auto *Call = cast_or_null<CallBase>(static_cast<Value *>(Calls[Next]));
    if (!Call || (!isInlinable(*Call, TLI) && !isHandedNothing(*Call) &&
                  !makesResult(*Call, TLI)))
      continue;
    const Function &Callee = *Call->getCalledFunction();
    unsigned Size = Callee.getInstructionCount();
    if (Size > Room)
      break;
    Room -= Size;
    bool GivesArray = mayGiveArray(*Call, TLI);
    DebugLoc Place = Call->getDebugLoc();
    InlineFunctionInfo Info;
    if (!InlineFunction(*Call, Info).isSuccess())
      continue;
    // Who asked for the array is to be told of it, not the malloc that is
    // shared by all.
    for (CallBase *Inner : Info.InlinedCallSites)
      if (GivesArray && Place &&
          (isCandidateObject(Inner, TLI) || mayGiveArray(*Inner, TLI)))
        Inner->setDebugLoc(Place);
    AttributeFuncs::mergeAttributesForInlining(F, Callee);
    Changed = true;
    append_range(Calls, Info.InlinedCallSites);
  }
  return Changed;
}

/// How many objects with pointers are left in \p F that are not values yet.
static size_t countOwners(Function &F) {
  return count_if(F.getEntryBlock(), [](const Instruction &I) {
    const auto *Object = dyn_cast<AllocaInst>(&I);
    return Object && Object->getAllocatedType()->isStructTy() &&
           hasPointer(Object->getAllocatedType());
  });
}

/// Makes values of objects that own an array, std::vector for one; then more
/// calls are seen to be handed the array, and an empty one to have nothing that
/// could be moved, where others are called.
static void takeApart(Function &F, FunctionAnalysisManager &FAM) {
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FAM.invalidate(F, FPM.run(F, FAM));
  removeDeadBranches(F);
  FAM.invalidate(F, PreservedAnalyses::none());
}

bool smolly::exposeOwned(Function &F, FunctionAnalysisManager &FAM) {
  size_t Before = countOwners(F);
  if (Before == 0)
    return false;
  takeApart(F, FAM);
  if (countOwners(F) == Before)
    return false;
  exposeArrays(F, FAM);
  return true;
}

void smolly::exposeArrays(Function &F, FunctionAnalysisManager &FAM) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  unsigned Room = MaxInlined;
  // What was inlined last may leave an object to be taken apart.
  unsigned Idle = 0;
  for (unsigned Round = 0; Idle < 2 && Round < MaxInlineRounds; ++Round) {
    Idle = inlineUsersOfCandidates(F, TLI, Room) ? 0 : Idle + 1;
    if (Idle > Round)
      break;
    FAM.invalidate(F, PreservedAnalyses::none());
    if (keepObjectsLocal(F, FAM.getResult<CycleAnalysis>(F), TLI))
      FAM.invalidate(F, PreservedAnalyses::none());
    takeApart(F, FAM);
  }

  if (allocateAlways(F, TLI))
    FAM.invalidate(F, PreservedAnalyses::none());
  joinRows(F, FAM);
}
