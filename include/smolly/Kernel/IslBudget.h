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

#include "isl/ctx.h"
#include "isl/isl-noexceptions.h"
#include "isl/options.h"

namespace smolly {

/// While an object of this class lives, isl does at most the given number of
/// operations (0: no limit) and reports errors by null objects. A budget inside
/// another limited budget is governed by the outer one. The destructor restores
/// isl's settings and clears the error state that the budget caused.
class IslBudget {
public:
  IslBudget(isl::ctx Ctx, unsigned long MaxOperations)
      : Ctx(Ctx.get()), OldOnError(isl_options_get_on_error(Ctx.get())),
        Owner(isl_ctx_get_max_operations(Ctx.get()) == 0) {
    isl_options_set_on_error(this->Ctx, ISL_ON_ERROR_CONTINUE);
    if (!Owner)
      return;
    isl_ctx_reset_error(this->Ctx);
    isl_ctx_reset_operations(this->Ctx);
    isl_ctx_set_max_operations(this->Ctx, MaxOperations);
  }
  ~IslBudget() {
    isl_options_set_on_error(Ctx, OldOnError);
    if (!Owner)
      return;
    isl_ctx_set_max_operations(Ctx, 0);
    isl_ctx_reset_operations(Ctx);
    isl_ctx_reset_error(Ctx);
  }
  IslBudget(const IslBudget &) = delete;
  IslBudget &operator=(const IslBudget &) = delete;

  /// True when an operation failed because the budget was used up.
  bool exceeded() const { return isl_ctx_last_error(Ctx) == isl_error_quota; }

private:
  isl_ctx *Ctx;
  int OldOnError;
  bool Owner;
};

} // namespace smolly

#endif // SMOLLY_KERNEL_ISLBUDGET_H
