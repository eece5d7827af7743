//===- Everywhere.cpp - Functions without their domains -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Everywhere.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Everywhere.h"
#include "isl/aff.h"

using namespace smolly;

isl::pw_aff smolly::everywhere(const isl::pw_aff &Function) {
  isl::pw_aff Result = Function;
  if (isl_pw_aff_n_piece(Function.get()) == 1)
    Function.foreach_piece([&](const isl::set &, const isl::aff &Expression) {
      Result = isl::pw_aff(Expression);
      return isl::stat::ok();
    });
  return Result;
}

isl::pw_multi_aff smolly::everywhere(const isl::pw_multi_aff &Function) {
  isl::pw_multi_aff Result = Function;
  if (isl_pw_multi_aff_n_piece(Function.get()) == 1)
    Function.foreach_piece(
        [&](const isl::set &, const isl::multi_aff &Expression) {
          Result = isl::pw_multi_aff(Expression);
          return isl::stat::ok();
        });
  return Result;
}
