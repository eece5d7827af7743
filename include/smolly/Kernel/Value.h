//===- Value.h - Numbers of isl as floating-point numbers -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers of any size, for estimates.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_VALUE_H
#define SMOLLY_KERNEL_VALUE_H

#include "isl/isl-noexceptions.h"

namespace smolly {

/// \p Value: an integer, a ratio, infinite or not a number; 0 for null. In
/// place of isl_val_get_d, which Polly's isl has wrong from 2^32 on.
/// Complexity: linear in the number of digits.
double asDouble(const isl::val &Value);

} // namespace smolly

#endif // SMOLLY_KERNEL_VALUE_H
