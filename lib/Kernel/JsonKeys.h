//===- JsonKeys.h - Values of JSON objects ----------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the values of a JSON object by key. Errors name the key with its path,
/// say what is wrong and what would be right.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_KERNEL_JSONKEYS_H
#define SMOLLY_LIB_KERNEL_JSONKEYS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace smolly {

/// Values of "effects" for EffectOrder::Kept and Any.
inline constexpr char InOrder[] = "in order", AnyOrder[] = "any order";

/// The error "key 'Key': Message".
llvm::Error failure(const llvm::Twine &Key, const llvm::Twine &Message);

/// Fails when \p O has a key that is not in \p Known.
llvm::Error checkKeys(const llvm::json::Object &O, const llvm::Twine &Path,
                      llvm::ArrayRef<llvm::StringRef> Known);

llvm::Expected<std::string> readString(const llvm::json::Object &O,
                                       const llvm::Twine &Path,
                                       llvm::StringRef Key);

llvm::Expected<const llvm::json::Array *> readList(const llvm::json::Object &O,
                                                   const llvm::Twine &Path,
                                                   llvm::StringRef Key);

/// \p Default where the key is missing.
llvm::Expected<bool> readBool(const llvm::json::Object &O,
                              const llvm::Twine &Path, llvm::StringRef Key,
                              bool Default);

} // namespace smolly

#endif // SMOLLY_LIB_KERNEL_JSONKEYS_H
