//===- FlatLoops.cpp - Loops over all elements as loops over rows ---------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements FlatLoops.h.
///
/// The new loops are around the old one, whose header and latch become those of
/// the innermost. Blocks, with k for the counter of the old loop:
///
///     preheader -> smolly.rows -> header .. latch -> smolly.next -> exit
///                       ^            ^________/           |
///                       |_________________________________|
///
/// With `k = y * w + x` replaced by `k = 0 + x`, the test of the latch by the
/// one for all elements, and that of smolly.next by `false`, they are the old
/// loop again. So no instruction is copied, and nothing is to be undone in code
/// that was made of the loops.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/FlatLoops.h"
#include "FlatLoopFinder.h"
#include "polly/ScopInfo.h"
#include "polly/Support/SCEVValidator.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// Metadata of the branches back to the beginning of loops.
static constexpr StringLiteral InPlaceMetadata = "smolly.rows";

namespace {

/// A comparison that the branch of a block goes by.
struct Test {
  Use *Condition;
  ICmpInst *Compare;
  BasicBlock *Block;
};

} // namespace

class FlatLoops::Splitter {
public:
  Splitter(FlatLoops &Result, Function &F, const Function &Twin,
           FunctionAnalysisManager &FAM)
      : Result(Result), F(F), Twin(Twin), FAM(FAM),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
        LI(FAM.getResult<LoopAnalysis>(F)),
        DT(FAM.getResult<DominatorTreeAnalysis>(F)), Values(SE, "smolly.size") {
  }
  bool run();

private:
  bool expand(FlatLoop &Flat);
  Value *firstOf(const Counter &C, const FlatLoop &Flat);
  void restore(User *User, unsigned Number, Value *Before);
  std::pair<PHINode *, BasicBlock *> enclose(ArrayRef<PHINode *> Carried,
                                             Value *Count, BasicBlock *Above,
                                             BasicBlock *Latch,
                                             BasicBlock *Below);
  void splitLoop(const FlatLoop &Flat);
  bool startsWithRow(const FlatLoop &Flat, const SCEV *Start);
  ConstantInt *resultFor(const Test &T, const FlatLoop &Flat);
  void addPlaces(const FlatLoop &Flat, BasicBlock *Outermost,
                 ArrayRef<Value *> Tests);

  FlatLoops &Result;
  Function &F;
  const Function &Twin;
  FunctionAnalysisManager &FAM;
  ScalarEvolution &SE;
  LoopInfo &LI;
  DominatorTree &DT;
  SCEVExpander Values;
};

/// Emits where \p C begins. In multiples of the sizes it is seen which row that
/// is.
Value *FlatLoops::Splitter::firstOf(const Counter &C, const FlatLoop &Flat) {
  Instruction *End = Flat.L->getLoopPreheader()->getTerminator();
  const SCEV *Start = C.Start;
  if (!Values.isSafeToExpandAt(Start, End))
    return nullptr;
  SmallVector<Value *, 3> Factors;
  if (!Start->isZero())
    for (auto [Size, Width] :
         zip_equal(reverse(Flat.Sizes), reverse(Flat.Widths))) {
      const SCEV *Quotient = Start;
      if (!divideExactly(Quotient, Size.Count, SE) ||
          !Values.isSafeToExpandAt(Quotient, End))
        break;
      Start = Quotient;
      Factors.push_back(Width);
    }
  Value *Result = Values.expandCodeFor(Start, Start->getType(), End);
  IRBuilder<> B(End);
  for (Value *Factor : reverse(Factors))
    Result = B.CreateMul(Result, Factor);
  return Result;
}

/// Emits the sizes that \p Flat needs in front of it, if they are known there.
bool FlatLoops::Splitter::expand(FlatLoop &Flat) {
  BasicBlock *Preheader = Flat.L->getLoopPreheader();
  if (!Preheader)
    Preheader = InsertPreheaderForLoop(Flat.L, &DT, &LI, /*MSSAU=*/nullptr,
                                       /*PreserveLCSSA=*/false);
  Instruction *End = Preheader->getTerminator();
  if (!Values.isSafeToExpandAt(Flat.Runs, End) ||
      any_of(Flat.Sizes, [&](const Extent &Each) {
        return !Values.isSafeToExpandAt(Each.Count, End) ||
               !Values.isSafeToExpandAt(Each.Width, End);
      }))
    return false;
  Type *I64 = Flat.Count->getType();
  for (const Extent &Each : Flat.Sizes) {
    Flat.Counts.push_back(Values.expandCodeFor(Each.Count, I64, End));
    Flat.Widths.push_back(Values.expandCodeFor(Each.Width, I64, End));
  }
  Flat.AllCounts = Values.expandCodeFor(Flat.Runs, I64, End);
  for (Counter &C : Flat.Counters) {
    if (!(C.First = firstOf(C, Flat)))
      return false;
    if (C.isPlain())
      append_range(Flat.Numbers, findRowNumbers(*C.Phi, Flat.Sizes, DT, SE));
  }
  return true;
}

/// Lets operand \p Number of \p User be \p Before when the loops become what
/// they were.
void FlatLoops::Splitter::restore(User *User, unsigned Number, Value *Before) {
  Result.Changes.push_back({User, Number, Before});
}

/// Emits a loop around \p Inner, whose \p Latch goes to \p Below when it is
/// done. \p Above goes to Inner now. Returns the counter of the loop, and the
/// block that counts it up.
std::pair<PHINode *, BasicBlock *>
FlatLoops::Splitter::enclose(ArrayRef<PHINode *> Carried, Value *Count,
                             BasicBlock *Above, BasicBlock *Latch,
                             BasicBlock *Below) {
  BasicBlock *Inner = Above->getSingleSuccessor();
  auto *Header = BasicBlock::Create(F.getContext(), "smolly.rows", &F, Inner);
  auto *Next = BasicBlock::Create(F.getContext(), "smolly.next", &F, Below);
  IRBuilder<> B(Header);
  B.SetCurrentDebugLocation(Latch->getTerminator()->getDebugLoc());
  PHINode *Row = B.CreatePHI(B.getInt64Ty(), 2, "smolly.row");
  for (PHINode *Phi : Carried) {
    PHINode *Outer = B.CreatePHI(Phi->getType(), 2);
    Outer->addIncoming(Phi->getIncomingValueForBlock(Above), Above);
    Outer->addIncoming(Phi->getIncomingValueForBlock(Latch), Next);
    Phi->setIncomingValueForBlock(Above, Outer);
  }
  B.CreateBr(Inner);
  Above->getTerminator()->replaceSuccessorWith(Inner, Header);
  Inner->replacePhiUsesWith(Above, Header);
  B.SetInsertPoint(Next);
  Value *NextRow = B.CreateAdd(Row, B.getInt64(1), "", true, true);
  Row->addIncoming(B.getInt64(0), Above);
  Row->addIncoming(NextRow, Next);
  BranchInst *Branch =
      B.CreateCondBr(B.CreateICmpNE(NextRow, Count), Header, Below);
  restore(Branch, 0, B.getFalse());
  Branch->setMetadata(InPlaceMetadata, MDNode::get(F.getContext(), {}));
  Latch->getTerminator()->replaceSuccessorWith(Below, Next);
  Below->replacePhiUsesWith(Latch, Next);
  return {Row, Next};
}

/// Emits the loops in place of \p Flat.
void FlatLoops::Splitter::splitLoop(const FlatLoop &Flat) {
  BasicBlock *Above = Flat.L->getLoopPreheader(), *Inner = Flat.L->getHeader(),
             *Latch = Flat.L->getLoopLatch(), *Below = Flat.L->getExitBlock();
  auto *Back = cast<BranchInst>(Latch->getTerminator());
  SmallVector<PHINode *, 4> Carried;
  for (PHINode &Phi : Inner->phis())
    if (none_of(Flat.Counters, [&](const Counter &C) { return C.Phi == &Phi; }))
      Carried.push_back(&Phi);
  // The number of the current row, and of its first element.
  Value *Index = nullptr;
  SmallVector<Value *, 3> Levels, Tests;
  for (auto [Count, Width] : zip_equal(ArrayRef(Flat.Counts).drop_back(),
                                       ArrayRef(Flat.Widths).drop_front())) {
    auto [Row, Next] = enclose(Carried, Count, Above, Latch, Below);
    Above = Row->getParent();
    Below = Next;
    Levels.push_back(Row);
    Tests.push_back(cast<BranchInst>(Next->getTerminator())->getCondition());
    IRBuilder<> B(Above->getTerminator());
    Index = Index ? B.CreateAdd(Index, Row, "", true, true) : Row;
    Index = B.CreateMul(Index, Width, "", true, true);
  }
  IRBuilder<> B(Inner, Inner->begin());
  B.SetCurrentDebugLocation(Back->getDebugLoc());
  PHINode *Element = B.CreatePHI(B.getInt64Ty(), 2, "smolly.element");
  B.SetInsertPoint(Inner, Inner->getFirstInsertionPt());
  Index = B.CreateAdd(Index, Element, "", true, true);
  restore(cast<User>(Index), 0, B.getInt64(0));
  Levels.push_back(Element);
  for (const RowNumber &Number : Flat.Numbers) {
    Value *V = Levels[Number.First];
    for (unsigned I = Number.First + 1; I <= Number.Last; ++I)
      V = B.CreateAdd(B.CreateMul(V, Flat.Widths[I], "", true, true), Levels[I],
                      "", true, true);
    replaceUses(Number, V, *Flat.L,
                [&](User *U, unsigned Operand, Value *Before) {
                  restore(U, Operand, Before);
                });
  }
  for (const Counter &C : Flat.Counters) {
    Value *V = B.CreateTrunc(Index, C.Phi->getType());
    V = C.step()->isOne() ? V : B.CreateMul(V, C.step()->getValue());
    V = C.Start->isZero() ? V : B.CreateAdd(C.First, V);
    C.Phi->replaceAllUsesWith(V);
    C.Phi->eraseFromParent();
  }
  B.SetInsertPoint(Back);
  Value *Next = B.CreateAdd(Element, B.getInt64(1), "", true, true);
  Element->addIncoming(B.getInt64(0), Above);
  Element->addIncoming(Next, Latch);
  auto Repeats =
      Back->getSuccessor(0) == Inner ? CmpInst::ICMP_NE : CmpInst::ICMP_EQ;
  restore(Back, 0, B.CreateICmp(Repeats, Next, Flat.AllCounts));
  Value *Before = Back->getCondition();
  Back->setCondition(B.CreateICmp(Repeats, Next, Flat.Counts.back()));
  RecursivelyDeleteTriviallyDeadInstructions(Before);
  Back->setMetadata(InPlaceMetadata, MDNode::get(F.getContext(), {}));
  Tests.push_back(Back->getCondition());
  addPlaces(Flat, cast<PHINode>(Levels.front())->getParent(), Tests);
}

/// Notes where the loops in place of \p Flat, of which the first has the header
/// \p Outermost and which \p Tests come to their ends, are relied on.
void FlatLoops::Splitter::addPlaces(const FlatLoop &Flat, BasicBlock *Outermost,
                                    ArrayRef<Value *> Tests) {
  uint64_t Limit = largestCount(Flat.Sizes, 1).getZExtValue();
  Place P;
  for (auto [Size, Test] : zip_equal(Flat.Sizes, Tests))
    if (!isa<SCEVConstant>(Size.Count))
      P.Sizes.push_back({Test, Limit});
  P.Block = Flat.L->getHeader();
  P.Outermost = Outermost;
  Result.Places.push_back(P);
  P.Outermost = nullptr;
  for (BasicBlock *Guard : Flat.Guards) {
    P.Block = Guard;
    Result.Places.push_back(P);
  }
}

/// Adds the comparisons that the branch of \p BB goes by.
static void collectTests(BasicBlock &BB, SmallVectorImpl<Test> &Tests) {
  auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
  if (!Branch || !Branch->isConditional())
    return;
  SmallVector<Use *, 4> Worklist = {&Branch->getOperandUse(0)};
  while (!Worklist.empty()) {
    Use *U = Worklist.pop_back_val();
    if (auto *Compare = dyn_cast<ICmpInst>(U->get())) {
      if (Compare->getType()->isIntegerTy(1) &&
          Compare->getOperand(0)->getType()->isIntegerTy() &&
          Compare->getOperand(0)->getType()->getIntegerBitWidth() <= 64)
        Tests.push_back({U, Compare, &BB});
    } else if (auto *Logic = dyn_cast<BinaryOperator>(U->get());
               Logic && Logic->hasOneUse() && Logic->getParent() == &BB &&
               (match(Logic, m_And(m_Value(), m_Value())) ||
                match(Logic, m_Or(m_Value(), m_Value())))) {
      for (Use &Operand : Logic->operands())
        Worklist.push_back(&Operand);
    }
  }
}

/// Whether \p Flat begins with a row whose number is a constant, and not too
/// large.
bool FlatLoops::Splitter::startsWithRow(const FlatLoop &Flat,
                                        const SCEV *Start) {
  for (const Extent &Size : drop_begin(Flat.Sizes))
    if (!divideExactly(Start, Size.Count, SE))
      return false;
  const auto *Row = dyn_cast<SCEVConstant>(Start);
  // With rows in place of the outermost size, the product is small enough.
  return Row && !isa<SCEVConstant>(Flat.Sizes.front().Count) &&
         Row->getAPInt().ule(largestCount(Flat.Sizes, 1));
}

/// What \p T says of sizes with which \p Flat runs, if it asks whether it does;
/// null if it asks something else.
ConstantInt *FlatLoops::Splitter::resultFor(const Test &T,
                                            const FlatLoop &Flat) {
  const SCEV *Sides[] = {
      polynomialOf(T.Compare->getOperand(0), T.Block, DT, SE),
      polynomialOf(T.Compare->getOperand(1), T.Block, DT, SE)};
  CmpInst::Predicate Predicate = T.Compare->getPredicate();
  if (isa<SCEVConstant>(Sides[1]) && isEqual(Sides[0], Flat.Count, SE)) {
    const APInt &Bound = cast<SCEVConstant>(Sides[1])->getAPInt();
    ConstantRange Positive(APInt(64, 1), APInt::getSignedMinValue(64));
    for (bool Result : {true, false}) {
      if (ConstantRange::makeExactICmpRegion(Predicate, Bound)
              .contains(Positive))
        return ConstantInt::getBool(F.getContext(), Result);
      Predicate = CmpInst::getInversePredicate(Predicate);
    }
    return nullptr;
  }
  bool IsForward = isEqual(SE.getMinusSCEV(Sides[1], Sides[0]), Flat.Count, SE);
  if ((!IsForward &&
       !isEqual(SE.getMinusSCEV(Sides[0], Sides[1]), Flat.Count, SE)) ||
      !startsWithRow(Flat, Sides[IsForward ? 0 : 1]))
    return nullptr;
  if (!IsForward)
    Predicate = CmpInst::getSwappedPredicate(Predicate);
  return ConstantInt::getBool(
      F.getContext(), ICmpInst::isLT(Predicate) || ICmpInst::isLE(Predicate) ||
                          Predicate == CmpInst::ICMP_NE);
}

bool FlatLoops::Splitter::run() {
  SmallVector<FlatLoop, 4> Loops = FlatLoopFinder(F, Twin, FAM).find();
  bool Changed = !Loops.empty();
  // All of the arithmetic before any of the loops: these change what is known
  // of the function.
  erase_if(Loops, [&](FlatLoop &Flat) { return !expand(Flat); });
  SmallVector<Test, 8> Tests;
  for (BasicBlock &BB : F)
    collectTests(BB, Tests);
  for (const Test &T : Tests)
    for (FlatLoop &Flat : Loops)
      if (ConstantInt *Always = resultFor(T, Flat)) {
        // A comparison of its own: that in the program may be in other loops,
        // of which nothing would be left that is known here.
        auto *User = cast<Instruction>(T.Condition->getUser());
        Instruction *Before = T.Compare->clone();
        Before->insertBefore(User->getIterator());
        restore(User, T.Condition->getOperandNo(), Before);
        T.Condition->set(Always);
        Flat.Guards.push_back(T.Block);
        break;
      }
  for (const FlatLoop &Flat : Loops)
    splitLoop(Flat);
  return Changed;
}

void FlatLoops::split(Function &F, const Function &Twin,
                      FunctionAnalysisManager &FAM) {
  if (Splitter(*this, F, Twin, FAM).run())
    FAM.invalidate(F, PreservedAnalyses::none());
}

/// Whether all that \p Expr is computed from is known in front of \p S.
static bool isKnownBefore(const SCEV *Expr, polly::Scop &S) {
  return !SCEVExprContains(Expr, [&](const SCEV *Part) {
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    const auto *I =
        Unknown ? dyn_cast<Instruction>(Unknown->getValue()) : nullptr;
    return I && !S.getDT()->dominates(I, &S.getEntry()->front());
  });
}

void FlatLoops::assumeEqual(polly::Scop &S) const {
  if (Places.empty())
    return;
  ScalarEvolution &SE = *S.getSE();
  SmallSet<std::pair<const SCEV *, uint64_t>, 8> Asked;
  isl::set Equal = isl::set::universe(S.getParamSpace());
  for (const Place &P : Places) {
    const auto *Block = cast_or_null<BasicBlock>(P.Block);
    if (!Block || !S.contains(Block))
      continue;
    // What is around the rows becomes one loop again.
    if (const auto *Outermost = cast_or_null<BasicBlock>(P.Outermost);
        Outermost && !S.contains(Outermost))
      Equal = isl::set::empty(S.getParamSpace());
    for (const auto &[Test, Limit] : P.Sizes) {
      const auto *Compare = cast_or_null<ICmpInst>(Test);
      const SCEV *Expr = Compare ? SE.getSCEV(Compare->getOperand(1)) : nullptr;
      if (!Expr || !isKnownBefore(Expr, S)) {
        Equal = isl::set::empty(S.getParamSpace());
        break;
      }
      if (!Asked.insert({Expr, Limit}).second)
        continue;
      S.addParams(
          polly::getParamsInAffineExpr(&S.getRegion(), nullptr, Expr, SE));
      polly::PWACtx Value = S.getPwAff(Expr);
      isl::pw_aff Least(Value.first.domain(), isl::val::one(S.getIslCtx()));
      isl::pw_aff Most(Value.first.domain(),
                       isl::val(S.getIslCtx(), long(Limit)));
      Equal = Equal.intersect(Value.first.ge_set(Least).params())
                  .intersect(Value.first.le_set(Most).params())
                  .subtract(Value.second.params());
    }
  }
  S.addAssumption(polly::INBOUNDS, Equal, DebugLoc(), polly::AS_ASSUMPTION,
                  nullptr);
}

FlatLoops::~FlatLoops() {
  for (const Change &C : reverse(Changes))
    if (auto *User = cast_or_null<llvm::User>(C.User)) {
      User->setOperand(C.Operand, C.Before);
      if (auto *Branch = dyn_cast<BranchInst>(User))
        Branch->setMetadata(InPlaceMetadata, nullptr);
    }
}

bool smolly::isInPlaceOfFlatLoop(const Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch();
  return Latch && Latch->getTerminator()->hasMetadata(InPlaceMetadata);
}
