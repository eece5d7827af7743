//===- Locals.cpp - Existentially quantified variables --------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts the variables that isl calls local.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Locals.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

bool smolly::hasManyLocals(const isl::set &Set, int Most) {
  bool Result = false;
  Set.foreach_basic_set([&](const isl::basic_set &Piece) {
    Result |= isl_basic_set_dim(Piece.get(), isl_dim_div) > Most;
    return isl::stat::ok();
  });
  return Result;
}

bool smolly::hasManyLocals(const isl::map &Map, int Most) {
  return hasManyLocals(Map.wrap(), Most);
}
