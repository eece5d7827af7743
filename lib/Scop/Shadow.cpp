//===- Shadow.cpp - Checks in the compiled program ------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Shadow.h. What is done at each access is in functions of the
/// compiled module, so that the loops keep their form:
///
///     struct state { long *words, count, last; };
///
///     long *begin(struct state *s, long count);
///     long read(struct state *s, long *element, long *cell, char *what);
///     void write(struct state *s, long *element, long *cell, long number,
///                char *what);
///
//===----------------------------------------------------------------------===//

#include "Shadow.h"
#include "smolly/Scop/Footprint.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace smolly;

/// What a program ends with that finds a wrong value.
static constexpr int ExitStatus = 86;
static constexpr unsigned WordBytes = 8;
/// Words of our own in front of those that are asked for.
static constexpr unsigned OwnWords = 2;
static constexpr int64_t NewNumber = -1;

Expected<std::vector<Value *>>
smolly::emitElementCounts(const ImportedScop &Scop, const StoragePlan &Plan,
                          const TargetLibraryInfo &TLI) {
  Function &F = Scop.S->getFunction();
  std::vector<bool> Changed = changedArrays(Plan, Scop.Arrays.size());
  ObjectSizeOffsetEvaluator Sizes(F.getDataLayout(), &TLI, F.getContext());
  std::vector<Value *> Counts(Scop.Arrays.size());
  for (unsigned I = 0; I < Scop.Arrays.size(); ++I) {
    if (!Changed[I])
      continue;
    Value *Base = Scop.Arrays[I].Object.Base;
    SizeOffsetValue Size = Sizes.compute(Base);
    if (!Size.bothKnown())
      return createStringError("no checks can be added, as the size of an "
                               "array is not known");
    BasicBlock::iterator Point = F.getEntryBlock().getFirstInsertionPt();
    if (auto *Allocation = dyn_cast<Instruction>(Base))
      Point = Allocation->getIterator();
    IRBuilder<> B(Point->getParent(), Point);
    Value *Bytes = B.CreateZExtOrTrunc(Size.Size, B.getInt64Ty());
    uint64_t Each = Scop.K.Arrays[I].ElementBytes;
    Value *Whole = B.CreateUDiv(Bytes, B.getInt64(Each));
    Counts[I] = B.CreateAdd(Whole, B.getInt64(1));
  }
  return Counts;
}

namespace {

/// Writes the functions.
class RuntimeBuilder {
public:
  explicit RuntimeBuilder(Module &M)
      : M(M), B(M.getContext()), Pointer(B.getPtrTy()), Word(B.getInt64Ty()),
        State(StructType::get(Pointer, Word, Word)) {}

  FunctionCallee begin();
  FunctionCallee read();
  FunctionCallee write();
  StructType *stateType() const { return State; }

private:
  Function *start(StringRef Name, Type *Result, ArrayRef<Type *> Parameters);
  BasicBlock *block() {
    return BasicBlock::Create(M.getContext(), "",
                              B.GetInsertBlock()->getParent());
  }
  Value *field(Value *Of, unsigned Index) {
    return B.CreateStructGEP(State, Of, Index);
  }
  void stop(StringRef Format, ArrayRef<Value *> Arguments);
  void demandInside(Function *F);

  Module &M;
  IRBuilder<> B;
  Type *Pointer, *Word;
  StructType *State;
};

} // namespace

/// A new function with the builder in its first block; null if there is one of
/// that name already.
Function *RuntimeBuilder::start(StringRef Name, Type *Result,
                                ArrayRef<Type *> Parameters) {
  if (M.getFunction(Name))
    return nullptr;
  auto *F = Function::Create(FunctionType::get(Result, Parameters, false),
                             GlobalValue::InternalLinkage, Name, M);
  F->addFnAttr(Attribute::NoInline);
  F->addFnAttr(Attribute::NoUnwind);
  B.SetInsertPoint(BasicBlock::Create(M.getContext(), "", F));
  return F;
}

/// Prints a line to standard error and ends the program.
void RuntimeBuilder::stop(StringRef Format, ArrayRef<Value *> Arguments) {
  FunctionCallee Print = M.getOrInsertFunction(
      "dprintf", FunctionType::get(B.getInt32Ty(), {B.getInt32Ty(), Pointer},
                                   /*isVarArg=*/true));
  SmallVector<Value *, 5> All = {B.getInt32(2), B.CreateGlobalString(Format)};
  All.append(Arguments.begin(), Arguments.end());
  B.CreateCall(Print, All);
  FunctionCallee Exit = M.getOrInsertFunction(
      "_exit", FunctionType::get(B.getVoidTy(), {B.getInt32Ty()}, false));
  B.CreateCall(Exit, B.getInt32(ExitStatus));
  B.CreateUnreachable();
}

/// Continues only if the second and third argument of \p F, pointers to words,
/// point into the block of the first, a state. The last says what is accessed.
void RuntimeBuilder::demandInside(Function *F) {
  Value *S = F->getArg(0);
  Value *Begin = B.CreatePtrToInt(B.CreateLoad(Pointer, field(S, 0)), Word);
  Value *Bytes =
      B.CreateMul(B.CreateLoad(Word, field(S, 1)), B.getInt64(WordBytes));
  Value *Inside = B.getTrue();
  for (unsigned I : {1, 2}) {
    Value *Offset = B.CreateSub(B.CreatePtrToInt(F->getArg(I), Word), Begin);
    Inside = B.CreateAnd(Inside, B.CreateICmpULT(Offset, Bytes));
  }
  BasicBlock *Good = block(), *Bad = block();
  B.CreateCondBr(Inside, Good, Bad);
  B.SetInsertPoint(Bad);
  stop("smolly: %s: there is no such element or cell\n",
       F->getArg(F->arg_size() - 1));
  B.SetInsertPoint(Good);
}

FunctionCallee RuntimeBuilder::begin() {
  constexpr StringLiteral Name = "smolly.shadow.begin";
  Function *F = start(Name, Pointer, {Pointer, Word});
  if (!F)
    return M.getFunction(Name);
  Value *Count = F->getArg(1);
  FunctionCallee Calloc = M.getOrInsertFunction(
      "calloc", FunctionType::get(Pointer, {Word, Word}, false));
  Value *Words = B.CreateCall(Calloc, {Count, B.getInt64(WordBytes)});
  B.CreateStore(Words, field(F->getArg(0), 0));
  B.CreateStore(Count, field(F->getArg(0), 1));
  B.CreateStore(B.getInt64(0), field(F->getArg(0), 2));
  BasicBlock *Good = block(), *Bad = block();
  B.CreateCondBr(B.CreateIsNull(Words), Bad, Good);
  B.SetInsertPoint(Bad);
  stop("smolly: there is no memory for the numbers of %lu values\n", Count);
  B.SetInsertPoint(Good);
  B.CreateRet(Words);
  return F;
}

FunctionCallee RuntimeBuilder::read() {
  constexpr StringLiteral Name = "smolly.shadow.read";
  Function *F = start(Name, Word, {Pointer, Pointer, Pointer, Pointer});
  if (!F)
    return M.getFunction(Name);
  demandInside(F);
  Value *Wanted = B.CreateLoad(Word, F->getArg(1));
  Value *Found = B.CreateLoad(Word, F->getArg(2));
  BasicBlock *Good = block(), *Bad = block();
  B.CreateCondBr(B.CreateICmpEQ(Wanted, Found), Good, Bad);
  B.SetInsertPoint(Bad);
  stop("smolly: %s: finds value number %ld in place of number %ld\n",
       {F->getArg(3), Found, Wanted});
  B.SetInsertPoint(Good);
  B.CreateRet(Found);
  return F;
}

FunctionCallee RuntimeBuilder::write() {
  constexpr StringLiteral Name = "smolly.shadow.write";
  Function *F =
      start(Name, B.getVoidTy(), {Pointer, Pointer, Pointer, Word, Pointer});
  if (!F)
    return M.getFunction(Name);
  demandInside(F);
  Value *Last = field(F->getArg(0), 2);
  Value *Next = B.CreateAdd(B.CreateLoad(Word, Last), B.getInt64(1));
  B.CreateStore(Next, Last);
  Value *IsNew = B.CreateICmpEQ(F->getArg(3), B.getInt64(NewNumber));
  Value *Number = B.CreateSelect(IsNew, Next, F->getArg(3));
  B.CreateStore(Number, F->getArg(1));
  B.CreateStore(Number, F->getArg(2));
  B.CreateRetVoid();
  return F;
}

static Module &moduleOf(const ShadowState::IRBuilder &Builder) {
  return *Builder.GetInsertBlock()->getModule();
}

ShadowState::ShadowState(IRBuilder &Builder, Value *Words) {
  RuntimeBuilder Runtime(moduleOf(Builder));
  BasicBlock &Entry = Builder.GetInsertBlock()->getParent()->getEntryBlock();
  State = llvm::IRBuilder<>(&Entry, Entry.begin())
              .CreateAlloca(Runtime.stateType());
  Value *All = Builder.CreateBinaryIntrinsic(Intrinsic::uadd_sat, Words,
                                             Builder.getInt64(OwnWords));
  Begin = Builder.CreateCall(Runtime.begin(), {State, All});
  Unread = Builder.CreateGEP(Builder.getInt64Ty(), Begin, Builder.getInt64(1));
}

Value *ShadowState::word(IRBuilder &Builder, Value *Offset) const {
  Value *Behind = Builder.CreateAdd(Offset, Builder.getInt64(OwnWords));
  return Builder.CreateGEP(Builder.getInt64Ty(), Begin, Behind);
}

Value *ShadowState::textFor(IRBuilder &Builder, StringRef What) const {
  return Builder.CreateGlobalString(What, "smolly.access");
}

Value *ShadowState::emitRead(IRBuilder &Builder, Value *Element, Value *Cell,
                             StringRef What) const {
  return Builder.CreateCall(RuntimeBuilder(moduleOf(Builder)).read(),
                            {State, Element, Cell, textFor(Builder, What)});
}

void ShadowState::emitWrite(IRBuilder &Builder, Value *Element, Value *Cell,
                            Value *Number, StringRef What) const {
  if (!Number)
    Number = Builder.getInt64(NewNumber);
  Builder.CreateCall(RuntimeBuilder(moduleOf(Builder)).write(),
                     {State, Element, Cell, Number, textFor(Builder, What)});
}

void ShadowState::emitEnd(Instruction *Before) const {
  llvm::IRBuilder<> B(Before);
  FunctionCallee Free = Before->getModule()->getOrInsertFunction(
      "free", B.getVoidTy(), B.getPtrTy());
  B.CreateCall(Free, Begin);
}
