//===- UnreadArrays.cpp - Arrays that nobody reads ------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements UnreadArrays.h: aggressive dead code elimination in which a store
/// to a private object is live only if a load from the object is. Branches are
/// live, so that whether a loop ends stays as it is.
///
//===----------------------------------------------------------------------===//

#include "UnreadArrays.h"
#include "CandidateArrays.h"
#include "smolly/Scop/ObjectFacts.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace smolly;

namespace {

class UnreadArrays {
public:
  UnreadArrays(Function &F, const Function *Twin, const TargetLibraryInfo &TLI);

  /// Marks what contributes to anything else.
  void mark();
  bool isUnread(const ObjectFacts &Object) const {
    return !LiveObjects.contains(Object.Base);
  }
  void remove();

  /// Private objects with stores.
  SmallVector<ObjectFacts, 8> Objects;

private:
  void markInstruction(Instruction *I);
  void markObject(const Value *Base);
  bool isHeldByObject(const Instruction &I) const {
    return ObjectOf.contains(&I);
  }

  Function &F;
  /// The object that a store, load, or filling call accesses.
  DenseMap<const Instruction *, const Value *> ObjectOf;
  SmallPtrSet<const Value *, 8> LiveObjects;
  SmallPtrSet<const Instruction *, 32> Live;
  SmallVector<Instruction *, 32> Worklist;
};

} // namespace

UnreadArrays::UnreadArrays(Function &F, const Function *Twin,
                           const TargetLibraryInfo &TLI)
    : F(F) {
  for (Value *Base : objectsOf(F, TLI)) {
    // Most objects of unoptimised code are variables.
    if (!isArray(Base, TLI))
      continue;
    ObjectFacts Facts = analyzeObject(Base, F, Twin, TLI);
    if (!Facts.isPrivate() || !Facts.HiddenCalls.empty() ||
        none_of(Facts.Accesses,
                [](const Instruction *I) { return isa<StoreInst>(I); }))
      continue;
    for (const Instruction *I : Facts.Accesses)
      ObjectOf[I] = Base;
    for (const Instruction *I : Facts.ZeroFills)
      ObjectOf[I] = Base;
    Objects.push_back(std::move(Facts));
  }
}

void UnreadArrays::markInstruction(Instruction *I) {
  if (Live.insert(I).second)
    Worklist.push_back(I);
}

/// Something is read from the object at \p Base.
void UnreadArrays::markObject(const Value *Base) {
  if (!LiveObjects.insert(Base).second)
    return;
  const auto *Object =
      find_if(Objects, [&](const ObjectFacts &O) { return O.Base == Base; });
  for (Instruction *I : Object->Accesses)
    if (isa<StoreInst>(I))
      markInstruction(I);
}

void UnreadArrays::mark() {
  for (Instruction &I : instructions(F))
    if ((I.mayHaveSideEffects() || I.isTerminator()) && !isHeldByObject(I))
      markInstruction(&I);
  while (!Worklist.empty()) {
    Instruction *I = Worklist.pop_back_val();
    if (isa<LoadInst>(I))
      if (const Value *Base = ObjectOf.lookup(I))
        markObject(Base);
    for (Value *Operand : I->operands())
      if (auto *Source = dyn_cast<Instruction>(Operand))
        markInstruction(Source);
  }
}

/// Removes the accesses to unread objects, and all that is computed from what
/// they load: a division by nothing would be undefined.
void UnreadArrays::remove() {
  SmallSetVector<Instruction *, 32> Dead;
  for (const ObjectFacts &Object : Objects) {
    if (!isUnread(Object))
      continue;
    Dead.insert(Object.Accesses.begin(), Object.Accesses.end());
    Dead.insert(Object.ZeroFills.begin(), Object.ZeroFills.end());
  }
  for (unsigned I = 0; I < Dead.size(); ++I)
    for (User *U : Dead[I]->users())
      Dead.insert(cast<Instruction>(U));
  for (Instruction *I : Dead) {
    assert(!Live.contains(I) && "what is live depends on what is not");
    if (!I->getType()->isVoidTy())
      I->replaceAllUsesWith(PoisonValue::get(I->getType()));
    I->dropAllReferences();
  }
  for (Instruction *I : Dead)
    I->eraseFromParent();
}

unsigned smolly::removeUnreadArrays(Function &F, const Function *Twin,
                                    const TargetLibraryInfo &TLI,
                                    unsigned Limit, RemarkList &Remarks) {
  UnreadArrays Arrays(F, Twin, TLI);
  if (Arrays.Objects.empty())
    return 0;
  Arrays.mark();
  unsigned Unread = count_if(Arrays.Objects, [&](const ObjectFacts &Object) {
    return Arrays.isUnread(Object);
  });
  if (Unread == 0 || Unread > Limit)
    return 0;
  for (const ObjectFacts &Object : Arrays.Objects)
    if (Arrays.isUnread(Object))
      Remarks.add(RemarkList::Kind::Passed, "Unread",
                  dyn_cast<Instruction>(Object.Base),
                  describeObject(Object.Base) + " removed: nobody reads it",
                  Object.Base);
  Arrays.remove();
  return Unread;
}
