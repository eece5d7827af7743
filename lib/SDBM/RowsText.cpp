//===- RowsText.cpp - Affine constraints in isl's notation ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Rows::text.
///
//===----------------------------------------------------------------------===//

#include "smolly/SDBM/Rows.h"

using namespace smolly;
using namespace smolly::sdbm;

/// "+ 2 x1" or "- x1".
static std::string termText(Integer Coefficient, const std::string &Name) {
  std::string Sign = Coefficient < 0 ? " - " : " + ";
  Integer Size = Coefficient < 0 ? -Coefficient : Coefficient;
  return Sign + (Size == 1 ? "" : std::to_string(Size) + " ") + Name;
}

std::string Rows::text(unsigned Parameters) const {
  auto NameOf = [&](unsigned Column) {
    if (Column <= Parameters)
      return "p" + std::to_string(Column);
    if (Column <= Variables)
      return "x" + std::to_string(Column - Parameters);
    return "e" + std::to_string(Column - Variables);
  };
  std::string Result;
  for (const Row &R : All) {
    if (!Result.empty())
      Result += " and ";
    Result += std::to_string(R.Constant);
    for (unsigned T = R.Begin; T < R.End; ++T)
      Result += termText(Terms[T].Coefficient, NameOf(Terms[T].Column));
    Result += R.IsEquality ? " = 0" : " >= 0";
  }
  if (Result.empty())
    return "true";
  std::string Quantified;
  for (unsigned E = 1; E <= existentials(); ++E)
    Quantified += (E == 1 ? "" : ", ") + NameOf(Variables + E);
  return Quantified.empty() ? Result
                            : "exists (" + Quantified + " : " + Result + ")";
}
