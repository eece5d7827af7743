//===- Breaker.h - Wrong plans, to test what finds them ---------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes a plan wrong on purpose, after it was verified, so that a test can see
/// that the checks in the compiled program find it. The option `break=KIND`,
/// which is not listed anywhere else, is for our own tests only:
///
///   modulus   the first dimension with a modulus is one cell too small
///   offset    one of several value sets in an array is moved by one
///   cell      the values of the first array all go to one cell
///   read      the first read of a new array looks one cell too far
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_PLUGIN_BREAKER_H
#define SMOLLY_PLUGIN_BREAKER_H

#include "smolly/Scop/Placement.h"
#include "llvm/ADT/StringRef.h"

namespace smolly {

bool isKnownBreak(llvm::StringRef Kind);

/// Does what \p Kind says; empty: nothing.
void breakPlan(llvm::StringRef Kind, StoragePlan &Plan);
void breakPlaces(llvm::StringRef Kind, const Kernel &K, AccessPlan &Places);

} // namespace smolly

#endif // SMOLLY_PLUGIN_BREAKER_H
