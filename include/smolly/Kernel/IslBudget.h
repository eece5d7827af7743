//===- IslBudget.h - A bound on isl's work ----------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bounds what isl computes, by a count of operations and never by time, and
/// keeps isl from printing or aborting on errors. When the budget is used up
/// every isl function returns a null object; users check for that once, at the
/// end of a chain of operations.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_ISLBUDGET_H
#define SMOLLY_KERNEL_ISLBUDGET_H

#include "llvm/Support/Error.h"
#include "isl/ctx.h"
#include "isl/isl-noexceptions.h"
#include "isl/options.h"

namespace smolly {

/// While an object of this class lives, all IslBudgets of its thread get at
/// most the given number of operations together (0: no limit). One inside
/// another counts on its own, and the outer one does not count meanwhile.
class IslAllowance {
public:
  explicit IslAllowance(unsigned long Operations);
  ~IslAllowance();
  IslAllowance(const IslAllowance &) = delete;
  IslAllowance &operator=(const IslAllowance &) = delete;

  /// What the budgets that have ended took.
  unsigned long spent() const { return Spent; }
  /// True when nothing is left: all that is asked of isl fails from then on.
  bool exceeded() const { return Operations > 0 && Spent >= Operations; }
  /// True when nothing is left of the innermost allowance of this thread.
  static bool isUsedUp();
  /// True when half of it is gone: time to make do with what was found.
  static bool isHalfUsedUp();
  /// \p Most (0: no limit), but no more than half of what is left, or a quarter
  /// once half of all is gone: for what may fail without harm, ahead of what
  /// may not.
  static unsigned long shareOfRest(unsigned long Most);
  /// What the budgets that have ended took of the innermost allowance of this
  /// thread; 0 without one.
  static unsigned long spentOfCurrent();
  /// What is left of it; 0, which means no limit, without one.
  static unsigned long leftOfCurrent();

private:
  friend class IslBudget;
  unsigned long Operations, Spent = 0;
  IslAllowance *Outer;
};

/// Counts something done beside isl as one of its operations; false if there
/// were too many.
bool countOperation(isl::ctx Ctx);

/// An error with the code value_too_large: what was asked takes more than it
/// may.
llvm::Error limitHit(const llvm::Twine &What);

/// While an object of this class lives, isl does at most the given number of
/// operations (0: no limit of its own), and no more than are left of the
/// allowance, and reports errors by null objects. A budget inside one with a
/// limit of its own is governed by that; one inside another without interrupts
/// it. The destructor restores isl's settings and clears the error state that
/// the budget caused.
class IslBudget {
public:
  IslBudget(isl::ctx Ctx, unsigned long MaxOperations);
  ~IslBudget();
  IslBudget(const IslBudget &) = delete;
  IslBudget &operator=(const IslBudget &) = delete;

  /// True when an operation failed because the budget was used up.
  bool exceeded() const { return isl_ctx_last_error(Ctx) == isl_error_quota; }

private:
  void start();
  void stop();

  isl_ctx *Ctx;
  int OldOnError;
  unsigned long MaxOperations;
  /// The innermost one before this, and that if it is of the same isl_ctx.
  IslBudget *Previous, *Outer;
  bool Owner;
};

} // namespace smolly

#endif // SMOLLY_KERNEL_ISLBUDGET_H
