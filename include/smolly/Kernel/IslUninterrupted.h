//===- IslUninterrupted.h - What must not fail ------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Within an IslBudget, lets isl finish what must not fail.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_ISLUNINTERRUPTED_H
#define SMOLLY_KERNEL_ISLUNINTERRUPTED_H

#include "isl/ctx.h"
#include "isl/isl-noexceptions.h"

namespace smolly {

/// While an object of this class lives, isl does what it is asked; budgets go
/// on counting. For what little Polly is asked: it ends the process where isl
/// fails.
class IslUninterrupted {
public:
  explicit IslUninterrupted(isl::ctx Ctx)
      : Ctx(Ctx.get()), MaxOperations(isl_ctx_get_max_operations(Ctx.get())) {
    isl_ctx_set_max_operations(this->Ctx, 0);
  }
  ~IslUninterrupted() { isl_ctx_set_max_operations(Ctx, MaxOperations); }
  IslUninterrupted(const IslUninterrupted &) = delete;
  IslUninterrupted &operator=(const IslUninterrupted &) = delete;

private:
  isl_ctx *Ctx;
  unsigned long MaxOperations;
};

} // namespace smolly

#endif // SMOLLY_KERNEL_ISLUNINTERRUPTED_H
