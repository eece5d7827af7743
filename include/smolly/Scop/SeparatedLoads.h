//===- SeparatedLoads.h - Loads of one place, taken apart -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loads are taken apart by what their address depends on, for Polly to read
/// them (SeparateAccesses.h). Where the loops that they are in stay, beside
/// rewritten ones or because nothing is gained, they become one load of a
/// chosen address again, which takes no branch:
///
///     if (c) u = a[x]; else w = a[y];
///     v = phi(u, w);                      =>       v = a[c ? x : y];
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_SEPARATEDLOADS_H
#define SMOLLY_SCOP_SEPARATEDLOADS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/ValueHandle.h"

namespace llvm {
class PHINode;
}

namespace smolly {

/// Loads that were taken apart, in the order in which that was done.
class SeparatedLoads {
public:
  /// Remembers \p Loaded, one of two loads that stand for one, or what has
  /// become of them.
  void add(llvm::PHINode *Loaded);

  /// Joins those that are still what they were made. Returns whether there are
  /// any; then analyses of the function no longer hold.
  /// Complexity: linear in the number of loads and in the size of the code that
  /// was made for each.
  bool join();

private:
  llvm::SmallVector<llvm::WeakTrackingVH, 8> Loads;
};

} // namespace smolly

#endif // SMOLLY_SCOP_SEPARATEDLOADS_H
