//===- NodeArrays.cpp - Memory for new arrays -----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of NodeBuilder.h that makes new arrays and says how much memory
/// they save.
///
//===----------------------------------------------------------------------===//

#include "NodeBuilder.h"
#include "smolly/Scop/Footprint.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace smolly;

/// New arrays that are known to be at most this large go to the stack, where
/// they may become registers. Larger ones cannot, and a stack may be small.
static constexpr uint64_t MaxStackBytes = 512;

/// The product of two signed values and whether it wraps around. IRBuilder does
/// not fold smul.with.overflow, and sizes that are constant are to be seen.
static std::pair<Value *, Value *> multiply(polly::PollyIRBuilder &Builder,
                                            Value *Left, Value *Right) {
  const auto *A = dyn_cast<ConstantInt>(Left);
  const auto *B = dyn_cast<ConstantInt>(Right);
  if (A && B) {
    bool Wraps = false;
    APInt Product = A->getValue().smul_ov(B->getValue(), Wraps);
    return {ConstantInt::get(Left->getType(), Product), Builder.getInt1(Wraps)};
  }
  Value *Both =
      Builder.CreateBinaryIntrinsic(Intrinsic::smul_with_overflow, Left, Right);
  return {Builder.CreateExtractValue(Both, 0),
          Builder.CreateExtractValue(Both, 1)};
}

/// Bytes of the array as a 64 bit value, and whether that is not
/// representable or not positive.
std::pair<Value *, Value *> NodeBuilder::bytesOf(const EmittedArray &E,
                                                 unsigned ElementBytes) {
  Value *Bytes = Builder.getInt64(ElementBytes);
  Value *Overflow = Builder.getFalse();
  for (const isl::ast_expr &Size : E.Sizes) {
    Value *Factor = Builder.CreateSExtOrTrunc(emit(Size), Builder.getInt64Ty());
    auto [Product, Wraps] = multiply(Builder, Bytes, Factor);
    Bytes = Product;
    Value *Bad = Builder.CreateOr(
        Wraps, Builder.CreateICmpSLT(Factor, Builder.getInt64(1)));
    Overflow = Builder.CreateOr(Overflow, Bad);
  }
  return {Bytes, Overflow};
}

const polly::ScopArrayInfo *
NodeBuilder::describe(Value *Pointer, unsigned Array, const std::string &Name) {
  return S.getOrCreateScopArrayInfo(
      Pointer, Scop.Arrays[Array].SAI->getElementType(), {nullptr},
      polly::MemoryKind::Array, Name.c_str());
}

EmittedArray NodeBuilder::emitSizes(const StorageArray &A,
                                    const std::string &Name) {
  EmittedArray E;
  for (unsigned I = 0; I < A.Dims.size(); ++I) {
    std::string Suffix = "_" + std::to_string(I);
    E.Sizes.push_back(emitParameter(A.Dims[I].Size, Name + "size" + Suffix));
    E.Bases.push_back(emitParameter(A.Dims[I].Base, Name + "base" + Suffix));
    E.Moduli.push_back(A.Dims[I].NeedsModulo
                           ? emitModulus(E.Sizes[I], Name + "modulus" + Suffix)
                           : isl::ast_expr());
  }
  return E;
}

/// How many bytes of array \p Box.Array are in \p Box, and in whole cache lines
/// if \p AsLines, where rows are what is contiguous; 0 where that is not
/// representable.
Value *NodeBuilder::emitBoxBytes(const StorageArray &Box, bool AsLines) {
  constexpr unsigned LineBytes = 64;
  EmittedArray E = emitSizes(Box, "kept" + std::to_string(Box.Array));
  auto [Bytes, Bad] = bytesOf(E, Box.ElementBytes);
  if (AsLines && !E.Sizes.empty()) {
    EmittedArray Rows = E;
    Rows.Sizes.pop_back();
    auto [InLines, TooMany] = bytesOf(Rows, LineBytes);
    Bytes = Builder.CreateBinaryIntrinsic(Intrinsic::smax, Bytes, InLines);
    Bad = Builder.CreateOr(Bad, TooMany);
  }
  return Builder.CreateSelect(Bad, Builder.getInt64(0), Bytes);
}

/// How much of array \p Array is used at its original place, at most.
Value *NodeBuilder::emitKeptBytes(unsigned Array) {
  KeptBoxes Kept = keptBoxes(Scop.K, Array, Places);
  Value *Whole = emitBoxBytes(Kept.Whole, /*AsLines=*/false);
  if (Kept.Parts.empty())
    return Whole;
  Value *Sum = Builder.getInt64(0);
  for (const StorageArray &Part : Kept.Parts)
    Sum = Builder.CreateBinaryIntrinsic(Intrinsic::sadd_sat, Sum,
                                        emitBoxBytes(Part, /*AsLines=*/true));
  return Builder.CreateBinaryIntrinsic(Intrinsic::smin, Whole, Sum);
}

/// The size of the box of elements of array \p I that the loops access; the
/// largest number where it is not representable, that of one element where it
/// is not known.
Value *NodeBuilder::emitAccessedBytes(unsigned I) {
  StorageArray Box = accessedBox(Scop.K, I);
  auto [Bytes, Overflow] =
      bytesOf(emitSizes(Box, "old" + std::to_string(I)), Box.ElementBytes);
  return Builder.CreateSelect(
      Overflow, Builder.getInt64(std::numeric_limits<int64_t>::max()), Bytes);
}

Value *NodeBuilder::emitAssumptions(isl::ast_expr Assumptions) {
  SmallVector<Value *, 4> Values;
  for (const IndirectParameter &I : Scop.Indirect) {
    Values.push_back(IDToValue[I.Id.get()]);
    IDToValue[I.Id.get()] = ConstantInt::getSigned(
        static_cast<const SCEV *>(I.Id.get_user())->getType(), I.Neutral);
  }
  Value *Condition = createRTC(Assumptions.release());
  for (auto [I, V] : enumerate(Values))
    IDToValue[Scop.Indirect[I].Id.get()] = V;
  return Condition;
}

/// The least, or the greatest, of \p Values; of none unless \p Condition holds.
Value *NodeBuilder::emitExtremeOf(const BoundedValues &Values, Extreme Which,
                                  Value *Condition) {
  Value *Found = Values.Only;
  if (!Found) {
    std::string Name = "bounded" + std::to_string(Names.size());
    isl::ast_expr Index = emitParameter(Values.First, Name + "first");
    Value *First = emit(elementOf(Values.SAI, Index).address_of());
    Value *Count = emit(emitParameter(Values.Count, Name + "count"));
    Count = Builder.CreateSelect(Condition, Count, Builder.getInt64(0));
    Value *Step =
        Builder.getInt64(Values.Step * Values.SAI->getElemSizeInBytes());
    Found = emitExtreme(Builder, Which, Values.Type, First, Count, Step);
  }
  return Builder.CreateSExt(Found, Builder.getInt64Ty());
}

Value *NodeBuilder::emitValueChecks(Value *Condition) {
  Value *AreKnown = Condition;
  for (const BoundedValues &Values : Scop.Bounded) {
    Value *Least = emitExtremeOf(Values, Extreme::Least, Condition);
    AreKnown = Builder.CreateAnd(
        AreKnown, Builder.CreateICmpSGE(Least, Builder.getInt64(Values.Least)));
    if (Values.Below.is_null())
      continue;
    Value *Greatest = emitExtremeOf(Values, Extreme::Greatest, Condition);
    Value *Below = emit(
        emitParameter(Values.Below, "below" + std::to_string(Names.size())));
    AreKnown =
        Builder.CreateAnd(AreKnown, Builder.CreateICmpSLT(Greatest, Below));
  }
  return AreKnown;
}

Value *NodeBuilder::emitFootprintCheck(uint64_t MinBytes) {
  Value *Sum = Builder.getInt64(0);
  for (unsigned I = 0; I < Scop.Arrays.size(); ++I)
    Sum = Builder.CreateBinaryIntrinsic(Intrinsic::sadd_sat, Sum,
                                        emitAccessedBytes(I));
  return Builder.CreateICmpSGE(Sum, Builder.getInt64(MinBytes));
}

/// The sum saturates: an old size that is not representable is large, and a new
/// one keeps the code from running anyway.
Value *NodeBuilder::emitGainCheck(uint64_t MinBytes) {
  std::vector<bool> Changed = changedArrays(Plan, Scop.Arrays.size());
  Value *Gain = Builder.getInt64(0);
  for (unsigned I = 0; I < Scop.Arrays.size(); ++I) {
    if (!Changed[I])
      continue;
    Gain = Builder.CreateBinaryIntrinsic(Intrinsic::sadd_sat, Gain,
                                         emitAccessedBytes(I));
    if (!Places.LeavesOriginal[I])
      Gain = Builder.CreateBinaryIntrinsic(Intrinsic::ssub_sat, Gain,
                                           emitKeptBytes(I));
  }
  for (Value *Bytes : NewBytes)
    Gain = Builder.CreateBinaryIntrinsic(Intrinsic::ssub_sat, Gain, Bytes);
  return Builder.CreateICmpSGE(Gain, Builder.getInt64(MinBytes));
}

void NodeBuilder::emitArray(const StorageArray &A, GeneratedScop &G) {
  std::string Name = "smolly" + std::to_string(Arrays.size());
  EmittedArray E = emitSizes(A, Name);
  auto [Bytes, Overflow] = bytesOf(E, A.ElementBytes);
  G.Overflow = Builder.CreateOr(G.Overflow, Overflow);
  NewBytes.push_back(Bytes);
  Function &F = S.getFunction();
  Value *Pointer;
  if (auto *Constant = dyn_cast<ConstantInt>(Bytes);
      Constant && Constant->getSExtValue() >= 0 &&
      Constant->getZExtValue() <= MaxStackBytes) {
    IRBuilder<> Entry(&F.getEntryBlock(), F.getEntryBlock().begin());
    AllocaInst *Alloca = Entry.CreateAlloca(
        ArrayType::get(Entry.getInt8Ty(), Constant->getZExtValue()));
    Alloca->setAlignment(Align(64));
    Pointer = Alloca;
  } else {
    FunctionCallee Malloc = F.getParent()->getOrInsertFunction(
        "malloc", Builder.getPtrTy(), Builder.getInt64Ty());
    CallInst *Call = Builder.CreateCall(Malloc, Bytes);
    Call->addRetAttr(Attribute::NoAlias);
    G.Allocations.push_back(Call);
    Pointer = Call;
  }
  E.SAI = describe(Pointer, A.Array, Name);
  Arrays.push_back(std::move(E));
}

void NodeBuilder::emitArrays(GeneratedScop &G) {
  G.Overflow = Builder.getFalse();
  for (const StorageArray &A : Plan.Arrays)
    emitArray(A, G);
  G.Moduli = Moduli;
}

/// Where every read of \p Value goes, of the type of an element of array number
/// \p Array.
const polly::ScopArrayInfo *NodeBuilder::constantCell(unsigned Array,
                                                      Constant *Value) {
  const polly::ScopArrayInfo *&SAI = ConstantCells[Value];
  if (SAI)
    return SAI;
  auto *Cell = new GlobalVariable(
      *S.getFunction().getParent(), Value->getType(), /*isConstant=*/true,
      GlobalValue::PrivateLinkage, Value, "smolly.constant");
  Cell->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return SAI =
             describe(Cell, Array,
                      "smollyconstant" + std::to_string(ConstantCells.size()));
}

const polly::ScopArrayInfo *NodeBuilder::zeroCell(unsigned Array) {
  return constantCell(
      Array, Constant::getNullValue(Scop.Arrays[Array].SAI->getElementType()));
}

/// A stack cell that is written and never read, which LLVM removes.
const polly::ScopArrayInfo *NodeBuilder::unreadCell(unsigned Array) {
  const polly::ScopArrayInfo *&SAI = UnreadCells[Array];
  if (SAI)
    return SAI;
  BasicBlock &Entry = S.getFunction().getEntryBlock();
  IRBuilder<> B(&Entry, Entry.begin());
  Value *Cell = B.CreateAlloca(Scop.Arrays[Array].SAI->getElementType());
  return SAI = describe(Cell, Array, "smollyunread" + std::to_string(Array));
}
