//===- MemoryCalls.h - memcpy and memset as loops ---------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `memcpy(u, v, sizeof(double) * n * m)` copies elements like two loops would,
/// and only of loops it is known which elements they copy:
///
///     if (0 <= n && n <= 2^30 && 0 <= m && m <= 2^30)
///       for (i = 0; i < n; ++i)
///         for (j = 0; j < m; ++j)
///           u[i * m + j] = v[i * m + j];
///     else
///       memcpy(u, v, sizeof(double) * n * m);
///
/// The call copies something else where the product wraps around, or is
/// positive because both sizes are negative. Rewritten loops run only where no
/// call is executed; until then the calls are hidden behind those of stand-ins
/// that access no memory. When all loops are rewritten, what was not is a call
/// again, and nothing else.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_MEMORYCALLS_H
#define SMOLLY_SCOP_MEMORYCALLS_H

#include "smolly/Scop/StandIns.h"
#include "llvm/IR/PassManager.h"
#include "isl/isl-noexceptions.h"

namespace llvm {
class CallBase;
class Function;
class Instruction;
} // namespace llvm

namespace polly {
class Scop;
} // namespace polly

namespace smolly {

/// Lets loops do what calls in a function do, until it goes.
class HiddenMemoryCalls {
public:
  HiddenMemoryCalls() = default;
  ~HiddenMemoryCalls();
  HiddenMemoryCalls(const HiddenMemoryCalls &) = delete;
  HiddenMemoryCalls &operator=(const HiddenMemoryCalls &) = delete;

  /// Hides the calls in \p F, the working copy of \p Twin, of memset, memcpy
  /// and memmove on arrays of which all else is known. Invalidates the analyses
  /// if there are any.
  /// Complexity: linear in the size of F and in the uses of the arrays.
  void hide(llvm::Function &F, const llvm::Function &Twin,
            llvm::FunctionAnalysisManager &FAM);

private:
  StandIns Hidden;
};

/// Whether \p I is a call that was hidden.
bool isHiddenMemoryCall(const llvm::Instruction &I);

/// Whether \p Call, which was hidden, is executed for no size at all.
bool isNeverExecuted(const llvm::CallBase &Call);

/// Restricts \p S to where none of the hidden calls in it would be executed,
/// even if the loops around them were not. Returns that, { [params] }.
/// Complexity: linear in the size of S.
isl::set assumeNoHiddenCalls(polly::Scop &S);

} // namespace smolly

#endif // SMOLLY_SCOP_MEMORYCALLS_H
