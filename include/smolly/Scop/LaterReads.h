//===- LaterReads.h - What rewritten loops read -----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops whose dead iterations were removed read less than the loops that they
/// stand in for. Loops in front of them need not compute the rest, provided
/// that the original loops do not run after all: the choice between the two
/// versions has to be made in front of both loops.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_LATERREADS_H
#define SMOLLY_SCOP_LATERREADS_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include <string>
#include <vector>

namespace smolly {

struct ImportedScop;

/// What the rewritten loops of a SCoP read of arrays that nobody else sees.
struct LaterReads {
  struct Part {
    const llvm::Value *Object = nullptr;
    unsigned ElementBytes = 0;
    /// The sizes of all dimensions but the first, as Polly sees them.
    llvm::SmallVector<const llvm::SCEV *, 4> InnerSizes;
    /// The loads of the original loops.
    llvm::SmallPtrSet<const llvm::Instruction *, 8> Loads;
    /// { Element[] } as text, since each SCoP has an isl context of its own,
    /// and what its parameters stand for, one after the other.
    std::string Elements;
    llvm::SmallVector<const llvm::SCEV *, 4> Parameters;
  };
  std::vector<Part> Parts;
};

/// What the kernel of \p Scop reads, which may have lost iterations since it
/// was imported. Arrays of which that is not known are left out.
/// Complexity: linear in the accesses, with a few operations on sets for each.
LaterReads readsOf(const ImportedScop &Scop);

} // namespace smolly

#endif // SMOLLY_SCOP_LATERREADS_H
