//===- StoredValues.h - Keys for what writes store --------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The keys of kernel files that say what a write stores, and what is in an
/// array before the first instance.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_KERNEL_STOREDVALUES_H
#define SMOLLY_LIB_KERNEL_STOREDVALUES_H

#include "smolly/Kernel/Kernel.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace smolly {

/// The text of a constant, if the key \p Key of \p O has one.
llvm::Expected<std::optional<std::string>>
readConstant(const llvm::json::Object &O, const llvm::Twine &Path,
             llvm::StringRef Key);

/// Reads `constant` and `copy_of` of the access \p O into \p A.
llvm::Error readStoredValue(const llvm::json::Object &O,
                            const llvm::Twine &Path, Access &A);

/// Checks that each copy in \p S is one of a read. With \p InOrder, has the
/// first write store what the first read reads, and so on.
llvm::Error checkCopies(Statement &S, const llvm::Twine &Path, bool InOrder);

} // namespace smolly

#endif // SMOLLY_LIB_KERNEL_STOREDVALUES_H
