//===- Nesting.h - Input that parsers can survive ---------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Refuses what would make a parser use up its stack or an age.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_NESTING_H
#define SMOLLY_KERNEL_NESTING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace smolly {

/// An error if brackets or quantifiers of the JSON \p Text are nested too deep,
/// or those of isl's notation in one of its strings, or if a number there is
/// too long. Both parsers call themselves at each level, and isl limits neither
/// that nor the time it takes for a number. Complexity: linear.
llvm::Error checkNesting(llvm::StringRef Text);

} // namespace smolly

#endif // SMOLLY_KERNEL_NESTING_H
