//===- SplitWraps.cpp - Moduli out of innermost loops ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements SplitWraps.h.
///
/// Remainders with the same divisor M, whose dividends all change by S from one
/// iteration to the next and differ from each other by constants, make a group.
/// With R the remainder of its lowest dividend, and all dividends at most
/// Spread above that, the remainders are R + constant as long as R + Spread <
/// M: the distances between the accesses are then known, as vectorisation wants
/// it. While some group of the loop is astride of a multiple of M, the loop
/// runs as it was. Built is
///
///     chunk:    done = phi (0, done + length)
///               the loop's own counters, from how many iterations are done
///               for each group: R, how many iterations until it wraps
///               all groups within M ? fast : slow
///     fast:     the loop with R + S * k + constant for the remainders
///     slow:     the loop as it was
///     next:     done + length is all ? exit : chunk
///
/// What holds of a remainder holds of it in every iteration and for any values:
/// dividends may be negative or wrap around, in iterations where nobody uses
/// the remainder (then the loop stays slow), and the divisor may be zero
/// (likewise).
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/SplitWraps.h"
#include "LoopAnalyses.h"
#include "UnrollWindows.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace smolly;

/// Chunks shorter than this are not worth their set-up.
static constexpr uint64_t MinModulus = 32;
/// A modulus is to be this many times as large as what a group spreads over, so
/// that most iterations are fast.
static constexpr uint64_t ModulusPerSpread = 4;
static constexpr int64_t MaxSpread = 1 << 20;
static constexpr int64_t MaxStep = 1 << 20;
static constexpr size_t MaxGroups = 6;

namespace {

struct Remainder {
  BinaryOperator *Instruction;
  /// Its dividend minus that of the group's first.
  int64_t Offset;
};

struct WrapGroup {
  Value *Modulus;
  int64_t Step;
  /// The dividend of the group's first remainder in the first iteration.
  const SCEV *Start;
  SmallVector<Remainder, 4> Members;

  int64_t lowest() const {
    int64_t Low = 0;
    for (const Remainder &R : Members)
      Low = std::min(Low, R.Offset);
    return Low;
  }
  uint64_t spread() const {
    int64_t High = 0;
    for (const Remainder &R : Members)
      High = std::max(High, R.Offset);
    return High - lowest();
  }
  /// A modulus is to be larger than this.
  uint64_t smallestModulus() const {
    return MinModulus * std::abs(Step) + ModulusPerSpread * spread();
  }
};

/// A phi of the loop's header, in front of the loop and in each iteration.
struct LoopPhi {
  /// Its value in the first iteration.
  Value *Start;
  /// What an iteration adds, if that is a constant. The value at the beginning
  /// of a chunk is then computed from there: a fast loop of which nothing is
  /// used behind it is vectorised without its counters, and deleted if it was
  /// but a copy that became a call.
  std::optional<int64_t> Step;
};

/// What the chunk's head computes of a group.
struct GroupState {
  /// i64: the group's lowest remainder at the beginning of the chunk.
  Value *Lowest;
  /// i1: no remainder of the group is astride.
  Value *Fits;
  /// i64: after how many further iterations the chunk has to end, fast and
  /// slow.
  Value *FastLength, *SlowLength;
};

class LoopSplitter {
public:
  LoopSplitter(Loop &L, ScalarEvolution &SE) : L(L), SE(SE) {}
  /// Finds the groups and computes in front of the loop what does not change.
  bool analyze();
  /// Changes the loop; the analyses do not hold any more.
  void split();

private:
  bool hasSimpleShape();
  LoopPhi analyzePhi(PHINode &Phi, IRBuilder<> &B);
  Value *emitPhi(IRBuilder<> &B, PHINode &Phi, const LoopPhi &Known);
  bool addRemainder(BinaryOperator &Rem);
  GroupState emitGroup(IRBuilder<> &B, const WrapGroup &G, unsigned Index);
  void emitHead();
  void cloneBody();
  void replaceRemainders();
  Instruction *countIterations(BasicBlock *First, BasicBlock *Last,
                               BasicBlock *Enter, Value *Length);
  void emitNext();

  Loop &L;
  ScalarEvolution &SE;
  SmallVector<WrapGroup, 2> Groups;
  /// In front of the loop: start and divisor of each group, and how often the
  /// loop's back edge is taken.
  SmallVector<Value *, 2> Starts, Moduli;
  Value *BackEdges = nullptr;

  BasicBlock *Preheader, *Header, *Latch, *Exit;
  BasicBlock *Chunk, *SlowEntry, *FastEntry, *Next;
  ValueToValueMapTy Map;
  SmallVector<GroupState, 2> States;
  PHINode *Done;
  /// The phis of the loop's header, in their order.
  SmallVector<LoopPhi, 4> Phis;
  /// For those that no constant is added to, their values at the beginning of
  /// a chunk; else null.
  SmallVector<PHINode *, 4> Carried;
  Value *FastLength, *SlowLength, *Left;
};

} // namespace

/// One latch that is the only exit, and no value that is used behind the loop.
bool LoopSplitter::hasSimpleShape() {
  Preheader = L.getLoopPreheader();
  Header = L.getHeader();
  Latch = L.getLoopLatch();
  Exit = L.getUniqueExitBlock();
  if (!Preheader || !Latch || !Exit || L.getExitingBlock() != Latch ||
      !isa<BranchInst>(Latch->getTerminator()) || !Exit->phis().empty())
    return false;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      if (I.getType()->isTokenTy() || isa<AllocaInst>(I))
        return false;
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && (Call->cannotDuplicate() || Call->isConvergent()))
        return false;
      for (User *U : I.users())
        if (!L.contains(cast<Instruction>(U)))
          return false;
    }
  return true;
}

/// Puts \p Rem into a group. False when there are too many.
bool LoopSplitter::addRemainder(BinaryOperator &Rem) {
  Value *Modulus = Rem.getOperand(1);
  const auto *Dividend =
      dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Rem.getOperand(0)));
  if (!Rem.getType()->isIntegerTy(64) || !L.isLoopInvariant(Modulus) ||
      !Dividend || Dividend->getLoop() != &L || !Dividend->isAffine())
    return true;
  const auto *Step = dyn_cast<SCEVConstant>(Dividend->getStepRecurrence(SE));
  if (!Step || !Step->getAPInt().abs().ule(MaxStep))
    return true;
  if (auto *Constant = dyn_cast<ConstantInt>(Modulus);
      Constant && Constant->getValue().ule(MinModulus))
    return true;
  int64_t By = Step->getAPInt().getSExtValue();
  for (WrapGroup &G : Groups) {
    if (G.Modulus != Modulus || G.Step != By)
      continue;
    const auto *Offset =
        dyn_cast<SCEVConstant>(SE.getMinusSCEV(Dividend->getStart(), G.Start));
    if (!Offset || !Offset->getAPInt().abs().ule(MaxSpread / 2))
      continue;
    G.Members.push_back({&Rem, Offset->getAPInt().getSExtValue()});
    return true;
  }
  Groups.push_back({Modulus, By, Dividend->getStart(), {{&Rem, 0}}});
  return Groups.size() <= MaxGroups;
}

LoopPhi LoopSplitter::analyzePhi(PHINode &Phi, IRBuilder<> &B) {
  Value *Start = Phi.getIncomingValueForBlock(Preheader);
  const auto *Counter = Phi.getType()->isIntegerTy()
                            ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi))
                            : nullptr;
  if (!Counter || Counter->getLoop() != &L || !Counter->isAffine())
    return {Start, std::nullopt};
  const auto *Step = dyn_cast<SCEVConstant>(Counter->getStepRecurrence(SE));
  if (!Step || !Step->getAPInt().abs().ule(MaxStep))
    return {Start, std::nullopt};
  // Each chunk has to begin with the same value.
  if (!isGuaranteedNotToBeUndefOrPoison(Start))
    Start = B.CreateFreeze(Start);
  return {Start, Step->getAPInt().getSExtValue()};
}

bool LoopSplitter::analyze() {
  if (!hasSimpleShape())
    return false;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (I.getOpcode() == Instruction::URem &&
          !addRemainder(cast<BinaryOperator>(I)))
        return false;
  if (Groups.empty())
    return false;
  const SCEV *Count = SE.getBackedgeTakenCount(&L);
  Type *Int64 = Type::getInt64Ty(Header->getContext());
  if (isa<SCEVCouldNotCompute>(Count) ||
      SE.getTypeSizeInBits(Count->getType()) > 64)
    return false;
  SCEVExpander Expander(SE, "smolly");
  Instruction *Point = Preheader->getTerminator();
  if (!Expander.isSafeToExpandAt(Count, Point))
    return false;
  for (const WrapGroup &G : Groups)
    if (!Expander.isSafeToExpandAt(G.Start, Point))
      return false;
  IRBuilder<> B(Point);
  // What is frozen here may be undefined where nobody would have used it.
  auto Expand = [&](const SCEV *S) {
    return B.CreateFreeze(Expander.expandCodeFor(S, Int64, Point));
  };
  BackEdges = Expand(SE.getNoopOrZeroExtend(Count, Int64));
  for (const WrapGroup &G : Groups) {
    const SCEV *Low = SE.getAddExpr(
        G.Start, SE.getConstant(Int64, G.lowest(), /*isSigned=*/true));
    Starts.push_back(Expand(Low));
    Moduli.push_back(isa<Constant>(G.Modulus) ? G.Modulus
                                              : B.CreateFreeze(G.Modulus));
  }
  for (PHINode &Phi : Header->phis())
    Phis.push_back(analyzePhi(Phi, B));
  return true;
}

GroupState LoopSplitter::emitGroup(IRBuilder<> &B, const WrapGroup &G,
                                   unsigned Index) {
  Value *Modulus = Moduli[Index];
  Value *Spread = B.getInt64(G.spread());
  Value *Stride = B.getInt64(std::abs(G.Step));
  Value *Dividend = B.CreateAdd(
      Starts[Index], B.CreateMul(Done, B.getInt64(G.Step)), "smolly.dividend");
  Value *Usable =
      B.CreateAnd(B.CreateICmpSGE(Dividend, B.getInt64(0)),
                  B.CreateICmpSGT(Modulus, B.getInt64(G.smallestModulus())));
  Value *Divisor =
      B.CreateBinaryIntrinsic(Intrinsic::umax, Modulus, B.getInt64(1));
  GroupState State;
  State.Lowest = B.CreateURem(Dividend, Divisor, "smolly.remainder");
  Value *Highest = B.CreateAdd(State.Lowest, Spread);
  Value *Within = B.CreateICmpULT(Highest, Modulus);
  State.Fits = B.CreateAnd(Usable, Within);
  Value *Last = B.CreateSub(Modulus, B.getInt64(1));
  Value *UntilNext;
  if (G.Step > 0) {
    State.FastLength = B.CreateUDiv(B.CreateSub(Last, Highest), Stride);
    UntilNext = B.CreateUDiv(B.CreateSub(Last, State.Lowest), Stride);
  } else {
    State.FastLength = B.CreateUDiv(State.Lowest, Stride);
    UntilNext = B.CreateUDiv(B.CreateSub(Highest, Modulus), Stride);
  }
  Value *Slow = B.CreateSelect(Within, B.getInt64(0), UntilNext);
  State.SlowLength = B.CreateSelect(Usable, Slow, Left);
  return State;
}

/// The value of \p Phi at the beginning of a chunk.
Value *LoopSplitter::emitPhi(IRBuilder<> &B, PHINode &Phi,
                             const LoopPhi &Known) {
  Type *Ty = Phi.getType();
  Value *Iterations = B.CreateZExtOrTrunc(Done, Ty);
  Value *By = ConstantInt::getSigned(Ty, *Known.Step);
  return B.CreateAdd(Known.Start, B.CreateMul(Iterations, By));
}

/// The head of the chunks; ends with the choice between slow and fast loop.
void LoopSplitter::emitHead() {
  Function &F = *Header->getParent();
  LLVMContext &Context = F.getContext();
  Chunk = BasicBlock::Create(Context, "smolly.chunk", &F, Header);
  SlowEntry = BasicBlock::Create(Context, "smolly.astride", &F, Header);
  FastEntry = BasicBlock::Create(Context, "smolly.within", &F, Header);
  Next = BasicBlock::Create(Context, "smolly.next", &F, Exit);
  Preheader->getTerminator()->replaceSuccessorWith(Header, Chunk);

  IRBuilder<> B(Chunk);
  Done = B.CreatePHI(B.getInt64Ty(), 2, "smolly.done");
  Done->addIncoming(B.getInt64(0), Preheader);
  for (auto [Phi, Known] : zip_equal(Header->phis(), Phis)) {
    PHINode *New = nullptr;
    if (!Known.Step) {
      New = PHINode::Create(Phi.getType(), 2, "", Done->getIterator());
      New->addIncoming(Known.Start, Preheader);
    }
    Carried.push_back(New);
    Phi.setIncomingValueForBlock(Preheader, New ? New : emitPhi(B, Phi, Known));
    Phi.replaceIncomingBlockWith(Preheader, SlowEntry);
  }
  Left = B.CreateSub(BackEdges, Done);
  Value *Fits = B.getTrue();
  FastLength = SlowLength = nullptr;
  for (unsigned I = 0; I < Groups.size(); ++I) {
    GroupState State = emitGroup(B, Groups[I], I);
    Fits = B.CreateAnd(Fits, State.Fits);
    FastLength = B.CreateBinaryIntrinsic(
        Intrinsic::umin, FastLength ? FastLength : Left, State.FastLength);
    SlowLength = SlowLength ? B.CreateBinaryIntrinsic(
                                  Intrinsic::umax, SlowLength, State.SlowLength)
                            : State.SlowLength;
    States.push_back(State);
  }
  SlowLength = B.CreateBinaryIntrinsic(Intrinsic::umin, SlowLength, Left);
  B.CreateCondBr(Fits, FastEntry, SlowEntry);
  IRBuilder<>(SlowEntry).CreateBr(Header);
}

/// Copies the loop for the fast chunks, entered by FastEntry.
void LoopSplitter::cloneBody() {
  SmallVector<BasicBlock *, 8> Copies;
  for (BasicBlock *BB : L.blocks()) {
    BasicBlock *Copy = CloneBasicBlock(BB, Map, ".within", Header->getParent());
    Copy->moveBefore(Next);
    Map[BB] = Copy;
    Copies.push_back(Copy);
  }
  Map[SlowEntry] = FastEntry;
  remapInstructionsInBlocks(Copies, Map);
  IRBuilder<>(FastEntry).CreateBr(cast<BasicBlock>(Map[Header]));
}

void LoopSplitter::replaceRemainders() {
  auto *FastHeader = cast<BasicBlock>(Map[Header]);
  auto *FastLatch = cast<BasicBlock>(Map[Latch]);
  for (unsigned I = 0; I < Groups.size(); ++I) {
    IRBuilder<> B(FastHeader, FastHeader->begin());
    PHINode *Lowest = B.CreatePHI(B.getInt64Ty(), 2, "smolly.lowest");
    B.SetInsertPoint(FastLatch->getTerminator());
    Lowest->addIncoming(States[I].Lowest, FastEntry);
    Lowest->addIncoming(B.CreateNSWAdd(Lowest, B.getInt64(Groups[I].Step)),
                        FastLatch);
    for (const Remainder &R : Groups[I].Members) {
      auto *Rem = cast<Instruction>(Map[R.Instruction]);
      B.SetInsertPoint(Rem);
      Value *New =
          B.CreateAdd(Lowest, B.getInt64(R.Offset - Groups[I].lowest()), "",
                      /*HasNUW=*/true, /*HasNSW=*/true);
      Rem->replaceAllUsesWith(New);
      Rem->eraseFromParent();
    }
  }
}

/// Lets the loop from \p First to \p Last end after \p Length + 1 iterations,
/// to go on at Next. Returns the new end of the latch.
Instruction *LoopSplitter::countIterations(BasicBlock *First, BasicBlock *Last,
                                           BasicBlock *Enter, Value *Length) {
  IRBuilder<> B(First, First->begin());
  PHINode *Count = B.CreatePHI(B.getInt64Ty(), 2, "smolly.count");
  Instruction *Old = Last->getTerminator();
  B.SetInsertPoint(Old);
  Count->addIncoming(B.getInt64(0), Enter);
  Count->addIncoming(B.CreateNUWAdd(Count, B.getInt64(1)), Last);
  Instruction *New = B.CreateCondBr(B.CreateICmpEQ(Count, Length), Next, First);
  Old->eraseFromParent();
  return New;
}

/// Keeps a loop that runs for few iterations from growing.
static void keepSmall(Instruction *LoopEnd) {
  LLVMContext &Context = LoopEnd->getContext();
  auto Flag = [&](StringRef Name, ArrayRef<Metadata *> Values) -> Metadata * {
    SmallVector<Metadata *, 2> Operands = {MDString::get(Context, Name)};
    Operands.append(Values.begin(), Values.end());
    return MDNode::get(Context, Operands);
  };
  Metadata *False = ConstantAsMetadata::get(ConstantInt::getFalse(Context));
  MDNode *Node = MDNode::getDistinct(
      Context, {nullptr, Flag("llvm.loop.vectorize.enable", {False}),
                Flag("llvm.loop.unroll.disable", {})});
  Node->replaceOperandWith(0, Node);
  LoopEnd->setMetadata(LLVMContext::MD_loop, Node);
}

void LoopSplitter::emitNext() {
  auto *FastLatch = cast<BasicBlock>(Map[Latch]);
  IRBuilder<> B(Next);
  for (auto [Phi, Begin] : zip_equal(Header->phis(), Carried)) {
    if (!Begin)
      continue;
    Value *Slow = Phi.getIncomingValueForBlock(Latch);
    auto Copied = Map.find(Slow);
    Value *Fast = Copied == Map.end() ? Slow : &*Copied->second;
    PHINode *New = B.CreatePHI(Phi.getType(), 2);
    New->addIncoming(Slow, Latch);
    New->addIncoming(Fast, FastLatch);
    Begin->addIncoming(New, Next);
  }
  PHINode *Length = B.CreatePHI(B.getInt64Ty(), 2, "smolly.length");
  Length->addIncoming(SlowLength, Latch);
  Length->addIncoming(FastLength, FastLatch);
  Done->addIncoming(B.CreateAdd(B.CreateAdd(Done, Length), B.getInt64(1)),
                    Next);
  B.CreateCondBr(B.CreateICmpEQ(Length, Left), Exit, Chunk);
}

void LoopSplitter::split() {
  emitHead();
  cloneBody();
  emitNext();
  replaceRemainders();
  countIterations(cast<BasicBlock>(Map[Header]), cast<BasicBlock>(Map[Latch]),
                  FastEntry, FastLength);
  keepSmall(countIterations(Header, Latch, SlowEntry, SlowLength));
}

void smolly::hideRemainders(ArrayRef<Value *> Moduli) {
  for (Value *Modulus : Moduli)
    for (User *U : make_early_inc_range(Modulus->users())) {
      auto *Rem = dyn_cast<BinaryOperator>(U);
      if (!Rem || Rem->getOpcode() != Instruction::URem ||
          Rem->getOperand(1) != Modulus)
        continue;
      IRBuilder<> B(Rem);
      Value *New = B.CreateSRem(Rem->getOperand(0), Modulus);
      New->takeName(Rem);
      Rem->replaceAllUsesWith(New);
      Rem->eraseFromParent();
    }
}

void smolly::splitWraps(Function &F, ArrayRef<BasicBlock *> Starts,
                        TargetLibraryInfo &TLI) {
  LoopAnalyses Analyses(F, TLI);
  std::vector<std::unique_ptr<LoopSplitter>> Splitters;
  for (Loop *L : Analyses.innermostBehind(Starts)) {
    if (unrollWindow(*L, Analyses.SE))
      continue;
    auto Splitter = std::make_unique<LoopSplitter>(*L, Analyses.SE);
    if (Splitter->analyze())
      Splitters.push_back(std::move(Splitter));
  }
  for (auto &Splitter : Splitters)
    Splitter->split();
}
