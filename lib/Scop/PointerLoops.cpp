//===- PointerLoops.cpp - Loops that count pointers up --------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements PointerLoops.h.
///
/// Positions are compared in elements. That is the same as comparing pointers
/// only if these lie in the array, or right behind it: the size of an element
/// times a position does not wrap around then.
///
//===----------------------------------------------------------------------===//

#include "PointerLoops.h"
#include "smolly/Scop/ObjectFacts.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include <numeric>

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

namespace {

/// A pointer that is Step bytes further in each iteration of a loop.
struct PointerCounter {
  PHINode *Phi;
  const Loop *L;
  int64_t Step;
};

/// Where a pointer points to: some bytes, and multiples of numbers, behind
/// another pointer, in the same object or right behind it.
struct Position {
  Value *Start = nullptr;
  int64_t Bytes = 0;
  SmallVector<std::pair<Value *, int64_t>, 4> Multiples;

  /// A number that everything is a multiple of, and \p Unit is.
  uint64_t unit(uint64_t Unit) const {
    Unit = std::gcd(Unit, magnitude(Bytes));
    for (auto &[V, Factor] : Multiples)
      Unit = std::gcd(Unit, magnitude(Factor));
    return Unit;
  }

private:
  static uint64_t magnitude(int64_t V) {
    return V < 0 ? -uint64_t(V) : uint64_t(V);
  }
};

class PointerLoops {
public:
  PointerLoops(Function &F, LoopInfo &LI, const TargetLibraryInfo &TLI)
      : F(F), LI(LI), TLI(TLI) {}
  bool run();

private:
  std::optional<PointerCounter> counterAt(PHINode &Phi);
  bool isArray(Value *Pointer) const;
  bool isInArray(Value *Pointer);
  std::optional<Position> positionOf(Value *Pointer) const;
  bool comparePositions(ICmpInst &Compare);
  bool subtractPositions(BinaryOperator &Difference);

  Function &F;
  LoopInfo &LI;
  const TargetLibraryInfo &TLI;
};

} // namespace

/// Whether \p Pointer is the beginning of an array: of one of several, if these
/// change places.
bool PointerLoops::isArray(Value *Pointer) const {
  constexpr unsigned MaxPointers = 16;
  SmallSetVector<Value *, 8> Pointers;
  Pointers.insert(Pointer);
  for (unsigned Next = 0; Next < Pointers.size(); ++Next) {
    auto *Phi = dyn_cast<PHINode>(Pointers[Next]);
    if (Next == MaxPointers || !(Phi || isCandidateObject(Pointers[Next], TLI)))
      return false;
    if (Phi)
      Pointers.insert_range(Phi->incoming_values());
  }
  return true;
}

/// Whether \p Pointer lies in an array, or right behind it: it is computed from
/// the pointer to one, without leaving it.
bool PointerLoops::isInArray(Value *Pointer) {
  while (!isArray(Pointer)) {
    if (auto *Gep = dyn_cast<GEPOperator>(Pointer); Gep && Gep->isInBounds()) {
      Pointer = Gep->getPointerOperand();
      continue;
    }
    auto *Phi = dyn_cast<PHINode>(Pointer);
    std::optional<PointerCounter> C =
        Phi ? counterAt(*Phi) : std::optional<PointerCounter>();
    if (!C)
      return false;
    Pointer = Phi->getIncomingValueForBlock(C->L->getLoopPredecessor());
  }
  return true;
}

/// What \p Phi counts, of which it is not known where it begins; none if it is
/// something else.
std::optional<PointerCounter> PointerLoops::counterAt(PHINode &Phi) {
  const Loop *L = LI.getLoopFor(Phi.getParent());
  if (!Phi.getType()->isPointerTy() || !L ||
      L->getHeader() != Phi.getParent() || !L->getLoopPredecessor() ||
      !L->getLoopLatch())
    return std::nullopt;
  APInt Step(64, 0);
  Value *Next = Phi.getIncomingValueForBlock(L->getLoopLatch());
  while (auto *Gep = dyn_cast<GEPOperator>(Next)) {
    if (!Gep->isInBounds() ||
        !Gep->accumulateConstantOffset(F.getDataLayout(), Step))
      return std::nullopt;
    Next = Gep->getPointerOperand();
  }
  if (Next != &Phi || Step.isZero() || Step.getSignificantBits() > 32)
    return std::nullopt;
  return PointerCounter{&Phi, L, Step.getSExtValue()};
}

/// Computes the pointers of \p C from a number that is counted up.
static void count(const PointerCounter &C) {
  BasicBlock *Header = C.L->getHeader(), *Latch = C.L->getLoopLatch();
  BasicBlock *Before = C.L->getLoopPredecessor();
  auto *Next = cast<GEPOperator>(C.Phi->getIncomingValueForBlock(Latch));
  Type *Element = Next->getSourceElementType();
  int64_t Bytes = int64_t(
      Header->getDataLayout().getTypeAllocSize(Element).getKnownMinValue());
  IRBuilder<> B(C.Phi);
  if (Bytes == 0 || C.Step % Bytes != 0 || Element->isScalableTy()) {
    Element = B.getInt8Ty();
    Bytes = 1;
  }
  PHINode *Number = B.CreatePHI(B.getInt64Ty(), 2, "smolly.number");
  B.SetInsertPoint(Latch->getTerminator());
  Number->addIncoming(B.getInt64(0), Before);
  Number->addIncoming(B.CreateNSWAdd(Number, B.getInt64(1)), Latch);
  B.SetInsertPoint(Header, Header->getFirstInsertionPt());
  Value *Elements =
      B.CreateNSWMul(Number, B.getInt64(uint64_t(C.Step / Bytes)));
  C.Phi->replaceAllUsesWith(B.CreateInBoundsGEP(
      Element, C.Phi->getIncomingValueForBlock(Before), Elements));
  C.Phi->eraseFromParent();
}

std::optional<Position> PointerLoops::positionOf(Value *Pointer) const {
  Position P;
  const DataLayout &DL = F.getDataLayout();
  while (auto *Gep = dyn_cast<GEPOperator>(Pointer)) {
    SmallMapVector<Value *, APInt, 4> Multiples;
    APInt Bytes(64, 0);
    if (!Gep->isInBounds() || Gep->getType()->isVectorTy() ||
        !Gep->collectOffset(DL, 64, Multiples, Bytes))
      return std::nullopt;
    if (AddOverflow(P.Bytes, Bytes.getSExtValue(), P.Bytes))
      return std::nullopt;
    for (auto &[V, Factor] : Multiples) {
      if (V->getType()->getIntegerBitWidth() > 64)
        return std::nullopt;
      P.Multiples.push_back({V, Factor.getSExtValue()});
    }
    Pointer = Gep->getPointerOperand();
  }
  P.Start = Pointer;
  return P;
}

/// Emits \p P in units of \p Unit bytes.
static Value *emitPosition(const Position &P, int64_t Unit, IRBuilder<> &B) {
  Value *Result = B.getInt64(uint64_t(P.Bytes / Unit));
  for (auto &[V, Factor] : P.Multiples) {
    Value *Multiple = B.CreateSExt(V, B.getInt64Ty());
    if (Factor != Unit)
      Multiple = B.CreateNSWMul(Multiple, B.getInt64(uint64_t(Factor / Unit)));
    Result = match(Result, m_Zero()) ? Multiple : B.CreateAdd(Result, Multiple);
  }
  return Result;
}

/// Compares positions in an array in place of the pointers of \p Compare, if
/// both point into the same one.
bool PointerLoops::comparePositions(ICmpInst &Compare) {
  Value *Left = Compare.getOperand(0), *Right = Compare.getOperand(1);
  if (!Left->getType()->isPointerTy() || Compare.isSigned())
    return false;
  std::optional<Position> Positions[] = {positionOf(Left), positionOf(Right)};
  if (!Positions[0] || !Positions[1] ||
      Positions[0]->Start != Positions[1]->Start ||
      !isArray(Positions[0]->Start))
    return false;
  uint64_t Unit = Positions[1]->unit(Positions[0]->unit(0));
  if (Unit > INT32_MAX)
    return false;
  int64_t Bytes = std::max<int64_t>(1, int64_t(Unit));
  IRBuilder<> B(&Compare);
  Value *Both[2];
  for (auto [P, V] : zip_equal(Positions, Both))
    V = emitPosition(*P, Bytes, B);
  Compare.replaceAllUsesWith(
      B.CreateICmp(Compare.getSignedPredicate(), Both[0], Both[1]));
  RecursivelyDeleteTriviallyDeadInstructions(&Compare);
  return true;
}

/// Writes \p Difference, of two pointers into one object, as the number that it
/// is: sizes of vectors are computed so.
bool PointerLoops::subtractPositions(BinaryOperator &Difference) {
  Value *Left, *Right;
  if (!Difference.getType()->isIntegerTy(64) ||
      !match(&Difference,
             m_Sub(m_PtrToInt(m_Value(Left)), m_PtrToInt(m_Value(Right)))))
    return false;
  std::optional<Position> From = positionOf(Left), To = positionOf(Right);
  uint64_t Unit = From && To ? To->unit(From->unit(0)) : 0;
  if (Unit == 0 || Unit > INT32_MAX || From->Start != To->Start)
    return false;
  IRBuilder<> B(&Difference);
  Value *Elements = B.CreateNSWSub(emitPosition(*From, int64_t(Unit), B),
                                   emitPosition(*To, int64_t(Unit), B));
  Difference.replaceAllUsesWith(B.CreateNSWMul(Elements, B.getInt64(Unit)));
  RecursivelyDeleteTriviallyDeadInstructions(&Difference);
  return true;
}

bool PointerLoops::run() {
  SmallVector<PointerCounter, 8> Counters;
  for (const Loop *L : LI.getLoopsInPreorder())
    for (PHINode &Phi : L->getHeader()->phis())
      if (std::optional<PointerCounter> C = counterAt(Phi);
          C && isInArray(&Phi))
        Counters.push_back(*C);
  for (const PointerCounter &C : Counters)
    count(C);
  bool Changed = !Counters.empty();
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Compare = dyn_cast<ICmpInst>(&I))
      Changed |= comparePositions(*Compare);
    else if (auto *Operation = dyn_cast<BinaryOperator>(&I))
      Changed |= subtractPositions(*Operation);
  return Changed;
}

bool smolly::countIterations(Function &F, LoopInfo &LI,
                             const TargetLibraryInfo &TLI) {
  return PointerLoops(F, LI, TLI).run();
}
