//===- Limits.h - Errors of analyses of tiles -------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What analyses of tiles answer where something is too large.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_MARS_LIMITS_H
#define SMOLLY_LIB_MARS_LIMITS_H

#include "llvm/Support/Error.h"

namespace smolly::mars {

/// An error with the code value_too_large.
llvm::Error limitHit(const llvm::Twine &What);

} // namespace smolly::mars

#endif // SMOLLY_LIB_MARS_LIMITS_H
