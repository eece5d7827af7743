//===- FreeDimensions.h - The dimension of a set ----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many dimensions a set really has.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_FREEDIMENSIONS_H
#define SMOLLY_KERNEL_FREEDIMENSIONS_H

#include "isl/isl-noexceptions.h"

namespace smolly {

/// Number of dimensions of \p Set that are not determined by others.
unsigned freeDimensions(const isl::set &Set);

} // namespace smolly

#endif // SMOLLY_KERNEL_FREEDIMENSIONS_H
