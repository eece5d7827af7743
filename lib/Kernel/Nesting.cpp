//===- Nesting.cpp - Input that parsers can survive -----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One pass over the characters of a kernel file. It need not be JSON: the
/// parser will say so.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Nesting.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace {

constexpr unsigned MaxNesting = 500;
constexpr unsigned MaxDigits = 1000;

class Scanner {
public:
  Error run(StringRef Text);

private:
  Error open();
  void close();
  Error readInString(StringRef Rest);

  bool InString = false;
  /// Open brackets, and those in the current string.
  unsigned Outside = 0, Inside = 0;
  /// "exists" in the current disjunct: each reaches to its end.
  unsigned Quantifiers = 0;
  unsigned Digits = 0;
};

Error tooDeep() {
  return createStringError("brackets are nested more than " +
                           Twine(MaxNesting) + " deep");
}

Error Scanner::open() {
  if (++(InString ? Inside : Outside) > MaxNesting)
    return tooDeep();
  return Error::success();
}

void Scanner::close() {
  unsigned &Depth = InString ? Inside : Outside;
  if (Depth > 0)
    --Depth;
  if (Depth <= 1)
    Quantifiers = 0;
}

/// Reads the first character of \p Rest within a string.
Error Scanner::readInString(StringRef Rest) {
  Digits = isDigit(Rest.front()) ? Digits + 1 : 0;
  if (Digits > MaxDigits)
    return createStringError("a number has more than " + Twine(MaxDigits) +
                             " digits");
  if (Rest.front() == ';')
    Quantifiers = 0;
  if (Rest.starts_with("exists") && ++Quantifiers > MaxNesting)
    return tooDeep();
  return Error::success();
}

Error Scanner::run(StringRef Text) {
  for (size_t I = 0; I < Text.size(); ++I) {
    if (InString)
      if (Error Err = readInString(Text.drop_front(I)))
        return Err;
    switch (Text[I]) {
    case '"':
      InString = !InString;
      Inside = Quantifiers = Digits = 0;
      break;
    case '\\':
      ++I;
      break;
    case '(':
    case '[':
    case '{':
      if (Error Err = open())
        return Err;
      break;
    case ')':
    case ']':
    case '}':
      close();
      break;
    }
  }
  return Error::success();
}

} // namespace

Error smolly::checkNesting(StringRef Text) { return Scanner().run(Text); }
