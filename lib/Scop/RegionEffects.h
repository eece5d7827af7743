//===- RegionEffects.h - Who can tell that blocks ran -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Something may happen in front of loops in place of behind them if nobody can
/// tell: they come to an end, call nothing, and if the function may be left
/// behind them, they store to memory only that nobody else knows by then.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_REGIONEFFECTS_H
#define SMOLLY_LIB_SCOP_REGIONEFFECTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/BasicBlock.h"
#include <optional>

namespace llvm {
class CallInst;
class DominatorTree;
class LoopInfo;
class ScalarEvolution;
class TargetLibraryInfo;
} // namespace llvm

namespace smolly {

using Blocks = llvm::SmallSetVector<llvm::BasicBlock *, 16>;
using Objects = llvm::SmallPtrSet<const llvm::Value *, 8>;

/// The blocks on ways from the end of \p First, which dominates \p Last, to
/// that, which is among them; none if they are too many.
/// Complexity: linear in them.
std::optional<Blocks> blocksBetween(llvm::BasicBlock *First,
                                    llvm::BasicBlock *Last);

/// The blocks to which control may get from the end of \p From, but not through
/// \p Barriers, which may be among them. LLVM's own search gives up after a few
/// blocks, which rewritten loops have more of.
/// Complexity: linear in the size of the function.
llvm::SmallPtrSet<const llvm::BasicBlock *, 32>
blocksBehind(const llvm::BasicBlock *From,
             llvm::ArrayRef<const llvm::BasicBlock *> Barriers);

/// Takes blocks out of \p Region, but not \p Fixed, until from none of the
/// others control gets elsewhere; with \p Backwards, until it gets to none of
/// the others from elsewhere.
/// Complexity: linear in the ways between the blocks.
void closeRegion(Blocks &Region, const llvm::BasicBlock *Fixed, bool Backwards);

/// The block in which \p U needs its value.
llvm::BasicBlock *blockOf(const llvm::Use &U);

/// Where something can happen later than in a block.
struct LaterPlaces {
  /// The blocks that have no need of it yet, the old one first, to which
  /// control gets only from each other.
  Blocks Before;
  /// The ways out of these, each from a block to another one, to all blocks in
  /// need of it. Control takes one of them at most before it gets to the old
  /// place again.
  llvm::SmallVector<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>, 4> Ways;
};

/// Where what happens in \p Start can happen instead of there if only the
/// blocks \p InNeed, which Start dominates, have a need of it, and nobody has
/// behind \p Ends; none if that is nowhere, cannot be put there, or is behind
/// more than \p MostBlocks blocks.
/// Complexity: linear in the size of the function.
std::optional<LaterPlaces>
placesLater(llvm::BasicBlock *Start,
            const llvm::SmallPtrSetImpl<const llvm::BasicBlock *> &InNeed,
            unsigned MostBlocks,
            const llvm::SmallPtrSetImpl<const llvm::BasicBlock *> &Ends);

/// The block for what has to happen on the way from \p From to \p To and on all
/// others from where \p Crosses holds: To, at the beginning, if that is so for
/// all that control gets to it from; else at the end of From, or of a new block
/// in between.
llvm::BasicBlock *
placeOnWay(llvm::BasicBlock *From, llvm::BasicBlock *To,
           llvm::function_ref<bool(llvm::BasicBlock *)> Crosses);

/// Copies \p I to all ways in \p Later. Returns the copies, each in a block of
/// its own.
llvm::SmallVector<llvm::Instruction *, 4> copyToWays(const llvm::Instruction &I,
                                                     const LaterPlaces &Later);

/// Whether the function may be left by an exception of \p Call, with nobody in
/// it to catch that.
bool mayThrowHere(const llvm::CallInst &Call);

class RegionEffects {
public:
  RegionEffects(const llvm::DominatorTree &DT, const llvm::LoopInfo &LI,
                llvm::ScalarEvolution &SE, const llvm::TargetLibraryInfo &TLI)
      : DT(DT), LI(LI), SE(SE), TLI(TLI) {}

  /// Whether \p Region has a loop that \p Outside is not in.
  bool hasLoop(const Blocks &Region, const llvm::BasicBlock *Outside) const;

  /// Whether nobody can tell that \p I happens but from memory.
  bool isQuiet(const llvm::Instruction &I) const;

  /// The same for all of \p Region, of its first block only what is in front
  /// of \p End.
  bool isQuiet(const Blocks &Region, const llvm::Instruction *End) const;

  /// Whether a quiet \p Region writes to nothing but memory that nobody else
  /// knows before \p End: \p Written.
  /// Complexity: linear in the uses of what it writes to.
  bool isUnseen(const Blocks &Region, const llvm::Instruction *End,
                Objects &Written) const;

  /// Whether a mathematical function in \p Region may say something of its
  /// argument in errno.
  bool maySetErrno(const Blocks &Region) const;

  /// Whether \p I may read, or lets others read, what is \p Written: it passes
  /// a pointer to that on.
  bool mayRead(const llvm::Instruction &I, const Objects &Written) const;

private:
  bool isKnownElsewhere(const llvm::Value *Object,
                        const llvm::Instruction *End) const;

  const llvm::DominatorTree &DT;
  const llvm::LoopInfo &LI;
  llvm::ScalarEvolution &SE;
  const llvm::TargetLibraryInfo &TLI;
};

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_REGIONEFFECTS_H
