//===- IndirectRelations.h - What indirect reads may find -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The elements that a read may touch whose subscript depends on a value in
/// memory (IndirectReads.h). The conditions under which it happens bound them,
///
///     if (weight[i] <= c) x = best[i - 1][c - weight[i]];
///
/// and that the value is not negative, which is left to a run-time check: here
/// the elements from 0 to c.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_INDIRECTRELATIONS_H
#define SMOLLY_LIB_SCOP_INDIRECTRELATIONS_H

#include "polly/ScopInfo.h"
#include "smolly/Kernel/Kernel.h"
#include "smolly/Scop/IndirectReads.h"

namespace smolly {

struct ImportedScop;

/// Parameters of a SCoP that stand for a value in memory, and sets and maps
/// without them. Complexity of all methods: linear in their argument, beside
/// isl operations.
class IndirectParameters {
public:
  explicit IndirectParameters(polly::Scop &S);

  /// The argument whatever they are.
  isl::set without(isl::set Set) const;
  isl::map without(isl::map Map) const;
  /// What the argument is where all of them are 0: what Polly assumes of them
  /// is checked for that.
  isl::set atZero(isl::set Context) const;
  isl::map atZero(isl::map Relation) const;

  /// Whether \p Object depends on one of them.
  bool occurIn(const isl::map &Object) const;

  /// That of \p MA; null if it has none, or if \p MA depends on more than one.
  const IndirectRead *readBy(const polly::MemoryAccess &MA) const;
  /// The id of \p Read, one of readBy.
  isl::id idOf(const IndirectRead &Read) const;

  /// All of them, with what stands for them in the code.
  std::vector<std::pair<isl::id, llvm::CallInst *>> calls() const;

private:
  std::vector<IndirectRead> Reads;
  std::vector<isl::id> Ids;
};

/// A read of the kernel with one of these parameters.
struct IndirectAccess {
  unsigned Stmt = 0, Access = 0;
  /// { Domain[] -> Element[] } with the parameter, of Polly's array.
  isl::map Whole;
};

/// Completes access \p I of \p Scop, whose relation is that where the parameter
/// is 0, with all that it may find, and adds what has to be checked for that.
/// False, and \p Scop is as it was, where the elements of one row may not be
/// all. All statements are to be there. \p Context, { [params] }: of the kernel.
/// Complexity: linear in the conditions for the read and in the accesses,
/// beside at most \p MaxOperations isl operations.
bool completeIndirectRead(ImportedScop &Scop, const IndirectParameters &Known,
                          const IndirectAccess &I, const isl::set &Context,
                          const llvm::DominatorTree &DT,
                          unsigned long MaxOperations);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_INDIRECTRELATIONS_H
