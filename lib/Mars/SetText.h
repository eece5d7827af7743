//===- SetText.h - Statements in isl's notation -----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pieces of sets of a statement's instances in isl's notation.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_MARS_SETTEXT_H
#define SMOLLY_LIB_MARS_SETTEXT_H

#include "smolly/Mars/TiledProgram.h"

namespace smolly::mars {

/// "S[x0, x1]".
std::string tupleText(const TiledStatement &S);
/// "(0 + 1x0 + -1x1) mod 8".
std::string residueText(const TiledStatement &S, unsigned Family, long Size);

} // namespace smolly::mars

#endif // SMOLLY_LIB_MARS_SETTEXT_H
