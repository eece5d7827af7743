//===- Names.h - What the source calls things -------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The names of arrays and variables in the source, for people.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_NAMES_H
#define SMOLLY_SCOP_NAMES_H

#include "llvm/IR/Value.h"
#include <string>

namespace smolly {

/// Name of the array at \p Base for people and for kernel files: the source
/// variable's where debug info has it, else the IR value's, else empty.
std::string objectName(const llvm::Value *Base);

/// The name of the variable of the source that holds \p V; empty if that is not
/// known.
std::string variableName(const llvm::Value *V);

} // namespace smolly

#endif // SMOLLY_SCOP_NAMES_H
