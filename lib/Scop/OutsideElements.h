//===- OutsideElements.h - Elements outside of a SCoP -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which elements of an array there are, and which of them a function reads
/// behind a SCoP: in straight-line code, in other loops, in other SCoPs. The
/// others are dead when it ends.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_OUTSIDEELEMENTS_H
#define SMOLLY_LIB_SCOP_OUTSIDEELEMENTS_H

#include "polly/ScopInfo.h"
#include "smolly/Scop/LaterReads.h"
#include "smolly/Scop/ObjectFacts.h"
#include <optional>

namespace smolly {

struct KnownElements {
  /// { Element[] } in the dimensions that Polly sees, for parameters in
  /// Assumed.
  isl::set Elements;
  /// { [params] }
  isl::set Assumed;
};

/// { Element[] } in \p Element, a space with as many dimensions as \p Array:
/// the subscripts are not negative, and within the sizes of all dimensions but
/// the first, as far as these are known.
isl::set innerBounds(const polly::ScopArrayInfo &Array,
                     const isl::space &Element);

/// The same without bounds of the first subscript.
isl::set rowsOf(const polly::ScopArrayInfo &Array, const isl::space &Element);

/// The elements of \p Array, a private object in the function of \p S, that
/// \p Load reads, which runs behind the SCoP, with the same values of its
/// parameters. None where that is not known. May add parameters to the SCoP.
/// Complexity: linear in the size of the address expression, with a few
/// operations on sets for each loop around it.
std::optional<KnownElements> elementsRead(const llvm::LoadInst &Load,
                                          polly::Scop &S,
                                          const polly::ScopArrayInfo &Array,
                                          const llvm::LoopInfo &LI,
                                          const llvm::DominatorTree &DT);

/// The elements of \p Array that rewritten loops behind the SCoP read, with the
/// same values of its parameters. None where that is not known, or where Polly
/// gives the array another shape there. May add parameters to the SCoP.
/// Complexity: that of one operation on sets for each parameter.
std::optional<KnownElements> elementsRead(const LaterReads::Part &Part,
                                          polly::Scop &S,
                                          const polly::ScopArrayInfo &Array,
                                          const llvm::DominatorTree &DT);

/// The elements of \p Array that \p Object has room for, by its type or by the
/// size that was asked for when it was allocated. None where that is not known.
/// May add parameters to the SCoP.
/// Complexity: as that of elementsRead.
std::optional<KnownElements>
allocatedElements(const ObjectFacts &Object, polly::Scop &S,
                  const polly::ScopArrayInfo &Array,
                  const llvm::DominatorTree &DT);

/// Whether \p I may run behind \p S on the same \p Object, that is without
/// passing its allocation, in one call of the function.
/// Complexity: number of basic blocks.
bool isReachedBehind(const polly::Scop &S, const llvm::Instruction &I,
                     const ObjectFacts &Object);

/// Whether what \p I leaves in the object may be there when \p S begins.
/// Complexity: number of basic blocks.
bool isReachedBefore(const polly::Scop &S, const llvm::Instruction &I,
                     const ObjectFacts &Object);

/// Whether \p S may be entered a second time with the same \p Object in place:
/// in a loop behind the allocation, or, for a global, in a second call. An
/// object that is filled anew is as good as another one.
/// Complexity: number of basic blocks.
bool mayRunAgain(const polly::Scop &S, const ObjectFacts &Object);

/// Whether everything between an entry of \p S and a later access \p I to \p
/// Object, that passes no allocation of it, happens once: the parameters of the
/// SCoP still have their values, and it has not run again.
/// Complexity: number of basic blocks.
bool runsOnceBefore(const polly::Scop &S, const llvm::Instruction &I,
                    const llvm::Value &Object, const llvm::LoopInfo &LI,
                    const llvm::DominatorTree &DT);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_OUTSIDEELEMENTS_H
