//===- StoredValues.cpp - Keys for what writes store ----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredValues.h"
#include "JsonKeys.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace smolly;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

Expected<std::optional<std::string>>
smolly::readConstant(const json::Object &O, const Twine &Path, StringRef Key) {
  if (!O.get(Key))
    return std::nullopt;
  auto Text = readString(O, Path, Key);
  if (!Text)
    return Text.takeError();
  if (Text->empty())
    return failure(Path + Key, "must not be empty; \"0\" is all bits zero");
  return std::move(*Text);
}

Error smolly::readStoredValue(const json::Object &O, const Twine &Path,
                              Access &A) {
  auto Constant = readConstant(O, Path, "constant");
  if (!Constant)
    return Constant.takeError();
  A.Constant = *Constant;
  if (const json::Value *Copied = O.get("copy_of")) {
    auto Number = Copied->getAsInteger();
    if (!Number || *Number < 0 || *Number > std::numeric_limits<int>::max())
      return failure(Path + "copy_of",
                     "must be the number of an access, the first one being 0");
    A.CopyOf = *Number;
  }
  if (A.isRead() && (A.Constant || A.CopyOf))
    return failure(Path + (A.Constant ? "constant" : "copy_of"),
                   "is for writes only");
  if (A.Constant && A.CopyOf)
    return failure(Path + "copy_of", "does not go with 'constant'");
  return Error::success();
}

/// Has the writes of \p S store what its reads read, in order. False if there
/// are not as many of the one as of the other.
static bool makeCopy(Statement &S) {
  std::vector<unsigned> Reads, Writes;
  for (unsigned A = 0; A < S.Accesses.size(); ++A)
    (S.Accesses[A].isRead() ? Reads : Writes).push_back(A);
  if (Reads.size() != Writes.size())
    return false;
  for (unsigned I = 0; I < Writes.size(); ++I)
    S.Accesses[Writes[I]].CopyOf = Reads[I];
  return true;
}

Error smolly::checkCopies(Statement &S, const Twine &Path, bool InOrder) {
  for (unsigned I = 0; I < S.Accesses.size(); ++I)
    if (std::optional<unsigned> Copied = S.Accesses[I].CopyOf;
        Copied &&
        (*Copied >= S.Accesses.size() || !S.Accesses[*Copied].isRead()))
      return failure(Path + "accesses[" + Twine(I) + "].copy_of",
                     "access " + Twine(*Copied) +
                         " is not a read of the same statement");
  if (!InOrder)
    return Error::success();
  if (llvm::any_of(S.Accesses,
                   [](const Access &A) { return A.CopyOf || A.Constant; }))
    return failure(Path + "copies",
                   "does not go with 'copy_of' or 'constant' of an access");
  if (!S.OnlyWrites || !makeCopy(S))
    return failure(Path + "copies",
                   "needs a read for each write, and no 'effects'");
  return Error::success();
}
