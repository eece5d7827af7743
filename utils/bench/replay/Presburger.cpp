//===- Presburger.cpp - Questions asked of MLIR's library -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements what Replay.h says of MLIR's Presburger library.
///
//===----------------------------------------------------------------------===//

#include "Replay.h"

using namespace smolly;
using namespace smolly::replay;

#ifndef SMOLLY_WITH_PRESBURGER

bool replay::hasPresburger() { return false; }

std::optional<Timed> replay::askPresburger(const sdbm::Question &) {
  return std::nullopt;
}

#else

#include "mlir/Analysis/Presburger/PresburgerRelation.h"

using mlir::presburger::IntegerRelation;
using mlir::presburger::PresburgerSet;
using mlir::presburger::PresburgerSpace;
using Kind = sdbm::Question::Kind;

bool replay::hasPresburger() { return true; }

/// The rows of one disjunct. Columns are dimensions, parameters, existentially
/// quantified variables, and the constant.
static mlir::presburger::IntegerPolyhedron convert(const sdbm::Rows &R,
                                                   const sdbm::Question &Q) {
  unsigned Constant = R.variables() + R.existentials();
  mlir::presburger::IntegerPolyhedron Result(PresburgerSpace::getSetSpace(
      Q.Dimensions, Q.Parameters, R.existentials()));
  std::vector<int64_t> Row;
  bool IsEquality = false;
  auto Finish = [&] {
    if (Row.empty())
      return;
    if (IsEquality)
      Result.addEquality(Row);
    else
      Result.addInequality(Row);
  };
  R.forEach(
      [&](bool Equality, sdbm::Integer C) {
        Finish();
        IsEquality = Equality;
        Row.assign(Constant + 1, 0);
        Row[Constant] = C;
      },
      [&](unsigned Column, sdbm::Integer Coefficient) {
        unsigned Place = Column - 1;
        if (Place < Q.Parameters)
          Place += Q.Dimensions;
        else if (Place < R.variables())
          Place -= Q.Parameters;
        Row[Place] = Coefficient;
      });
  Finish();
  return Result;
}

static PresburgerSet convert(const std::vector<sdbm::Rows> &Union,
                             const sdbm::Question &Q) {
  PresburgerSet Result = PresburgerSet::getEmpty(
      PresburgerSpace::getSetSpace(Q.Dimensions, Q.Parameters));
  for (const sdbm::Rows &R : Union)
    Result.unionInPlace(convert(R, Q));
  return Result;
}

std::optional<Timed> replay::askPresburger(const sdbm::Question &Q) {
  PresburgerSet A = convert(Q.A, Q), B = convert(Q.B, Q);
  return timed([&]() -> std::optional<bool> {
    switch (Q.What) {
    case Kind::Empty:
      return A.isIntegerEmpty();
    case Kind::Disjoint:
      return A.intersect(B).isIntegerEmpty();
    case Kind::Subset:
      break;
    }
    return A.isSubsetOf(B);
  });
}

#endif
