//===- RunCondition.h - What must hold for rewritten loops ------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The run-time check of a SCoP: what Polly assumed, and that arrays do not
/// overlap.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_RUNCONDITION_H
#define SMOLLY_LIB_SCOP_RUNCONDITION_H

#include "polly/ScopInfo.h"
#include <optional>

namespace smolly {

/// { [params] } with every parameter within +-2^Bits. Complexity: linear in the
/// parameters.
isl::set moderateParameters(isl::space Params, unsigned Bits);

/// The run-time check. IslAst::buildRunCondition of Polly ends the process
/// where isl's operations are used up in it. `long` loop counters come with
/// assumptions such as `n != 2^63 - 1`, which Polly cannot emit: then all
/// parameters are asked to have ModerateBits, which implies them; \p Bits is
/// set then. They are asked for those that are given in it.
/// Null where isl fails. Complexity: quadratic in the arrays that may overlap.
isl::ast_expr buildRunCondition(polly::Scop &S, const isl::ast_build &Build,
                                std::optional<unsigned> &Bits);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_RUNCONDITION_H
