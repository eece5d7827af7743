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

namespace smolly {

/// { [params] } with every parameter within +-2^48. Complexity: linear in the
/// parameters.
isl::set moderateParameters(isl::space Params);

/// The run-time check. IslAst::buildRunCondition of Polly ends the process
/// where isl's operations are used up in it. `long` loop counters come with
/// assumptions such as `n != 2^63 - 1`, which Polly cannot emit: then all
/// parameters are asked to be \p Moderate, which implies them. It is set then.
/// Null where isl fails. Complexity: quadratic in the arrays that may overlap.
isl::ast_expr buildRunCondition(polly::Scop &S, const isl::ast_build &Build,
                                bool &Moderate);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_RUNCONDITION_H
