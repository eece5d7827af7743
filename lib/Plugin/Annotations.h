//===- Annotations.h - What the source says of a function -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `__attribute__((annotate("...")))`, which clang collects in a global
/// variable.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_PLUGIN_ANNOTATIONS_H
#define SMOLLY_LIB_PLUGIN_ANNOTATIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"

namespace smolly {

/// The annotations of \p F. Complexity: linear in those of the module.
llvm::SmallVector<llvm::StringRef, 2> annotationsOf(const llvm::Function &F);

} // namespace smolly

#endif // SMOLLY_LIB_PLUGIN_ANNOTATIONS_H
