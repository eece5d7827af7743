//===- KernelChecks.h - What a kernel must fulfil ---------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What needs the whole kernel to be checked: bounds of domains, the schedules
/// as one injective function, tuples of union maps.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_KERNEL_KERNELCHECKS_H
#define SMOLLY_LIB_KERNEL_KERNELCHECKS_H

#include "smolly/Kernel/KernelFile.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace smolly {

/// Every domain tuple of \p Map, and with \p RangeToo every range tuple, must
/// be a statement of \p K with the right number of dimensions. \p Path names
/// the key in the error.
llvm::Error checkTuples(const Kernel &K, const llvm::Twine &Path,
                        const isl::union_map &Map, bool RangeToo);

/// Pads schedules to one length, aligns parameters and checks that domains are
/// as \p Allowed and no two instances have the same time.
llvm::Error completeKernel(Kernel &K, Domains Allowed);

/// The name of a tuple of \p Map; empty if it has none.
std::string tupleName(__isl_keep isl_map *Map, isl_dim_type Type);

} // namespace smolly

#endif // SMOLLY_LIB_KERNEL_KERNELCHECKS_H
