//===- Question.cpp - What is asked about sets ----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Question.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/SDBM/Question.h"
#include "smolly/SDBM/Lattice.h"
#include <algorithm>
#include <optional>

using namespace smolly;
using namespace smolly::sdbm;

const char *sdbm::nameOf(Question::Kind What) {
  switch (What) {
  case Question::Kind::Empty:
    return "empty";
  case Question::Kind::Disjoint:
    return "disjoint";
  case Question::Kind::Subset:
    break;
  }
  return "subset";
}

/// "x1, x2"
static std::string list(char Letter, unsigned Count) {
  std::string Result;
  for (unsigned I = 1; I <= Count; ++I)
    Result += (I == 1 ? "" : ", ") + (Letter + std::to_string(I));
  return Result;
}

/// A union in isl's notation.
static std::string text(const std::vector<Rows> &Union, const Question &Q) {
  std::string Tuple = "[" + list('x', Q.Dimensions) + "] : ";
  std::string Result = "[" + list('p', Q.Parameters) + "] -> { ";
  for (const Rows &R : Union)
    Result += (&R == &Union.front() ? "" : "; ") + Tuple + R.text(Q.Parameters);
  return Result + (Union.empty() ? Tuple + "false }" : " }");
}

std::string sdbm::text(const Question &Q) {
  std::string Result = nameOf(Q.What);
  Result += '\t' + ::text(Q.A, Q);
  if (Q.What != Question::Kind::Empty)
    Result += '\t' + ::text(Q.B, Q);
  return Result;
}

static std::optional<SDBM> readSet(Rows &R) {
  SDBM Result;
  if (!R.read(Purpose::Set, Result) || Result.isTooLarge())
    return std::nullopt;
  return Result;
}

Class sdbm::classify(Rows &R) {
  std::optional<SDBM> System = readSet(R);
  return System ? System->classify() : Class::Other;
}

Class sdbm::classify(Question &Q) {
  Class Result = Class::Dbm;
  std::vector<SDBM> Second;
  for (Rows &R : Q.B) {
    std::optional<SDBM> System = readSet(R);
    if (!System)
      return Class::Other;
    Result = std::max(Result, System->classify());
    Second.push_back(std::move(*System));
  }
  for (Rows &R : Q.A) {
    std::optional<SDBM> First = readSet(R);
    if (!First)
      return Class::Other;
    Result = std::max(Result, First->classify());
    for (const SDBM &S : Second)
      Result = std::max(Result, intersection(*First, S).classify());
  }
  return Result;
}
