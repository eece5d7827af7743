//===- JsonKeys.cpp - Values of JSON objects ------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonKeys.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace smolly;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

Error smolly::failure(const Twine &Key, const Twine &Message) {
  return llvm::createStringError("key '" + Key + "': " + Message);
}

Error smolly::checkKeys(const json::Object &O, const Twine &Path,
                        llvm::ArrayRef<StringRef> Known) {
  std::vector<std::string> Unknown;
  for (const auto &Entry : O)
    if (!llvm::is_contained(Known, StringRef(Entry.first)))
      Unknown.push_back(Entry.first.str());
  if (Unknown.empty())
    return Error::success();
  return failure(Path + *llvm::min_element(Unknown),
                 "unknown; known here: " + llvm::join(Known, ", "));
}

Expected<std::string> smolly::readString(const json::Object &O,
                                         const Twine &Path, StringRef Key) {
  const json::Value *Value = O.get(Key);
  if (!Value)
    return failure(Path + Key, "missing; a string is needed");
  if (auto Text = Value->getAsString())
    return Text->str();
  return failure(Path + Key, "must be a string");
}

Expected<const json::Array *>
smolly::readList(const json::Object &O, const Twine &Path, StringRef Key) {
  const json::Value *Value = O.get(Key);
  if (!Value)
    return failure(Path + Key, "missing; a list is needed");
  if (const json::Array *List = Value->getAsArray())
    return List;
  return failure(Path + Key, "must be a list");
}

Expected<bool> smolly::readBool(const json::Object &O, const Twine &Path,
                                StringRef Key, bool Default) {
  const json::Value *Value = O.get(Key);
  if (!Value)
    return Default;
  if (auto Flag = Value->getAsBoolean())
    return *Flag;
  return failure(Path + Key, "must be true or false");
}
