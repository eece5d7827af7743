//===- Everywhere.h - Functions without their domains -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// isl computes with the domain of a function whatever is done to it, which
/// takes most of the time where the function is a single expression and its
/// domain has divisions.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_EVERYWHERE_H
#define SMOLLY_KERNEL_EVERYWHERE_H

#include "isl/isl-noexceptions.h"

namespace smolly {

/// \p Function, { Domain[] -> Any[] }, as an expression that holds beyond its
/// domain, if it is one expression; else as it is.
/// Complexity: constant.
isl::pw_aff everywhere(const isl::pw_aff &Function);
isl::pw_multi_aff everywhere(const isl::pw_multi_aff &Function);

} // namespace smolly

#endif // SMOLLY_KERNEL_EVERYWHERE_H
