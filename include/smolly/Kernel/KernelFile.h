//===- KernelFile.h - Kernels as JSON ---------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads and writes kernel files (docs/kernel-files.md describes the format).
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_KERNELFILE_H
#define SMOLLY_KERNEL_KERNELFILE_H

#include "smolly/Kernel/Kernel.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace smolly {

/// Which domains of statements a kernel file may have.
enum class Domains {
  /// Finite ones, for all values of the parameters; any where dependences are
  /// given.
  Bounded,
  /// Any: how far they go is to be found out.
  Any,
};

/// Parses a kernel file, or a .jscop file that Polly has exported. The error
/// message is one line that names the key and says what is wrong and what would
/// be right; it does not name the file.
llvm::Expected<Kernel> parseKernel(isl::ctx Ctx, llvm::StringRef Json,
                                   Domains Allowed = Domains::Bounded);

/// Prints \p K so that parseKernel reads the same kernel back.
void printKernel(llvm::raw_ostream &OS, const Kernel &K);

} // namespace smolly

#endif // SMOLLY_KERNEL_KERNELFILE_H
