//===- Context.h - What holds where the new code runs -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The conditions on parameters that the generated code may rely on.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_CONTEXT_H
#define SMOLLY_SCOP_CONTEXT_H

#include "polly/ScopInfo.h"

namespace smolly {

/// { [params] } that holds whenever the new code of \p S runs: a superset of
/// what Polly knows and what the run-time check will have established, of few
/// and short constraints. May add to the assumptions of S that the parameters
/// are not at the very end of their type's range.
/// Complexity: a bounded number of operations on parameter sets.
isl::set importContext(polly::Scop &S);

/// { [params] }: each far from the ends of its type's range, which the run-time
/// check will have established.
/// Complexity: linear in the number of parameters.
isl::set assumeModerateParameters(polly::Scop &S);

/// { [params] }: each with the range of its type.
/// Complexity: linear in the number of parameters.
isl::set parameterTypes(polly::Scop &S);

/// Whether a constraint of \p Set has a constant of more than 30 bits.
bool hasLargeConstants(const isl::set &Set);

} // namespace smolly

#endif // SMOLLY_SCOP_CONTEXT_H
