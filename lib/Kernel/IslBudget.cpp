//===- IslBudget.cpp - A bound on isl's work ------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements IslBudget.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/IslBudget.h"
#include <algorithm>

using namespace smolly;

// isl exports this function, which counts an operation or fails if there were
// too many, but declares it in a header of its own only.
extern "C" isl_stat isl_ctx_next_operation(isl_ctx *Ctx);

static thread_local IslAllowance *Current = nullptr;
/// The innermost budget that counts.
static thread_local IslBudget *Active = nullptr;

/// How many operations isl counted since that number was reset, at most \p
/// Limit. isl does not say: the least limit that the next operation does not
/// exceed is looked for.
/// Complexity: O(log Limit), each step counts as an operation.
static unsigned long operationsDone(isl_ctx *Ctx, unsigned long Limit) {
  unsigned long Low = 0, High = Limit;
  while (Low < High) {
    unsigned long Middle = Low + (High - Low) / 2;
    isl_ctx_set_max_operations(Ctx, Middle + 1);
    if (isl_ctx_next_operation(Ctx) == isl_stat_ok)
      High = Middle;
    else
      Low = Middle + 1;
  }
  return Low;
}

IslAllowance::IslAllowance(unsigned long Operations)
    : Operations(Operations), Outer(Current) {
  Current = this;
}

IslAllowance::~IslAllowance() { Current = Outer; }

bool IslAllowance::isUsedUp() { return Current && Current->exceeded(); }

bool IslAllowance::isHalfUsedUp() {
  return Current && Current->Operations > 0 &&
         Current->Spent >= Current->Operations / 2;
}

unsigned long IslAllowance::shareOfRest(unsigned long Most) {
  if (!Current || Current->Operations == 0)
    return Most;
  unsigned long Spent = std::min(Current->Spent, Current->Operations);
  unsigned long Part = isHalfUsedUp() ? 4 : 2;
  unsigned long Share = std::max(1UL, (Current->Operations - Spent) / Part);
  return Most > 0 ? std::min(Most, Share) : Share;
}

unsigned long IslAllowance::spentOfCurrent() {
  return Current ? Current->Spent : 0;
}

unsigned long IslAllowance::leftOfCurrent() {
  if (!Current || Current->Operations == 0)
    return 0;
  return Current->exceeded() ? 1 : Current->Operations - Current->Spent;
}

bool smolly::countOperation(isl::ctx Ctx) {
  return isl_ctx_next_operation(Ctx.get()) == isl_stat_ok;
}

llvm::Error smolly::limitHit(const llvm::Twine &What) {
  return llvm::createStringError(
      std::make_error_code(std::errc::value_too_large), What);
}

IslBudget::IslBudget(isl::ctx Ctx, unsigned long MaxOperations)
    : Ctx(Ctx.get()), OldOnError(isl_options_get_on_error(Ctx.get())),
      MaxOperations(MaxOperations), Previous(Active),
      Outer(Active && Active->Ctx == this->Ctx ? Active : nullptr),
      Owner(!Outer || Outer->MaxOperations == 0) {
  isl_options_set_on_error(this->Ctx, ISL_ON_ERROR_CONTINUE);
  if (!Owner)
    return;
  if (Outer)
    Outer->stop();
  Active = this;
  start();
}

IslBudget::~IslBudget() {
  if (Owner) {
    stop();
    Active = Previous;
    if (Outer)
      Outer->start();
  }
  isl_options_set_on_error(Ctx, OldOnError);
}

/// Has isl count from zero, up to what may be done.
void IslBudget::start() {
  unsigned long Limit = MaxOperations;
  if (unsigned long Left = IslAllowance::leftOfCurrent(); Left > 0)
    Limit = Limit > 0 ? std::min(Limit, Left) : Left;
  isl_ctx_reset_error(Ctx);
  isl_ctx_reset_operations(Ctx);
  isl_ctx_set_max_operations(Ctx, Limit);
  // All that is asked fails from now on.
  if (IslAllowance::isUsedUp())
    while (isl_ctx_next_operation(Ctx) == isl_stat_ok)
      ;
}

/// Ends what start began.
void IslBudget::stop() {
  if (unsigned long Max = isl_ctx_get_max_operations(Ctx); Max > 0 && Current)
    Current->Spent += operationsDone(Ctx, Max);
  isl_ctx_set_max_operations(Ctx, 0);
  isl_ctx_reset_operations(Ctx);
  isl_ctx_reset_error(Ctx);
}
