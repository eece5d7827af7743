//===- ExplicitMap.cpp - Maps as integer functions ------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ExplicitMap.h: Gaussian elimination of the outputs.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/ExplicitMap.h"
#include "smolly/SDBM/IslQuestions.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include <utility>

using namespace smolly;
using sdbm::Integer;

static bool isZero(Integer Value) { return Value == 0; }

static bool isAtMost(Integer Value, Integer Limit) {
  return -Limit <= Value && Value <= Limit;
}

bool AffineSum::isSmall() const {
  return isAtMost(Constant, ExplicitPiece::MaxConstant) &&
         llvm::all_of(Factors, [](Integer F) {
           return isAtMost(F, ExplicitPiece::MaxFactor);
         });
}

bool AffineSum::isConstant() const { return llvm::all_of(Factors, isZero); }

void AffineSum::add(Integer Times, const AffineSum &Other) {
  Constant += Times * Other.Constant;
  for (unsigned I = 0; I < Factors.size(); ++I)
    Factors[I] += Times * Other.Factors[I];
}

namespace {

/// Reads one disjunct after the other.
class PieceReader {
public:
  /// Outputs have the last columns.
  PieceReader(unsigned Variables, unsigned Outputs)
      : Variables(Variables), Columns(Variables + Outputs) {}

  std::optional<ExplicitPiece> read(const sdbm::Rows &Rows);

private:
  bool readRows(const sdbm::Rows &Rows);
  bool solveFor(unsigned Column);
  bool divideFor(unsigned Column);
  bool dependsOnOutputs(const AffineSum &Sum) const {
    return !llvm::all_of(llvm::drop_begin(Sum.Factors, Variables), isZero);
  }

  unsigned Variables, Columns;
  /// What no output has been found from yet.
  std::vector<ExplicitPiece::Row> Pending;
  /// Divisors are 0 for outputs that are not known.
  std::vector<Quotient> Outputs;
};

} // namespace

bool PieceReader::readRows(const sdbm::Rows &Rows) {
  if (Rows.isTooLarge() || Rows.existentials() > 0 ||
      Rows.variables() != Columns || Columns > ExplicitPiece::MaxVariables)
    return false;
  Pending.clear();
  Rows.forEach(
      [&](bool IsEquality, Integer Constant) {
        Pending.push_back(
            {IsEquality, {Constant, std::vector<Integer>(Columns, 0)}});
      },
      [&](unsigned Column, Integer Factor) {
        Pending.back().Sum.Factors[Column - 1] = Factor;
      });
  return llvm::all_of(
      Pending, [](const ExplicitPiece::Row &R) { return R.Sum.isSmall(); });
}

/// Takes an equality out of those that are left by which the column is a sum of
/// others, and puts that into the rest. False if a number becomes too large.
bool PieceReader::solveFor(unsigned Column) {
  Quotient &Result = Outputs[Column - Variables];
  auto Pivot = llvm::find_if(Pending, [&](const ExplicitPiece::Row &R) {
    return R.IsEquality && isAtMost(R.Sum.Factors[Column], 1) &&
           R.Sum.Factors[Column] != 0;
  });
  if (Pivot == Pending.end())
    return true;
  AffineSum By = std::move(Pivot->Sum);
  Pending.erase(Pivot);
  Integer Sign = -std::exchange(By.Factors[Column], 0);
  Result = {{0, std::vector<Integer>(Columns, 0)}, 1};
  Result.Of.add(Sign, By);
  auto Insert = [&](AffineSum &Sum) {
    if (Integer Times = std::exchange(Sum.Factors[Column], 0))
      Sum.add(Times, Result.Of);
    return Sum.isSmall();
  };
  bool AreSmall = true;
  for (ExplicitPiece::Row &R : Pending)
    AreSmall &= Insert(R.Sum);
  for (Quotient &Other : Outputs)
    if (&Other != &Result && Other.Divisor > 0)
      AreSmall &= Insert(Other.Of);
  return AreSmall;
}

/// Takes the two inequalities out that say of which sum the column is the
/// quotient, if nothing else is said of it.
bool PieceReader::divideFor(unsigned Column) {
  auto Has = [&](const ExplicitPiece::Row &R) {
    return R.Sum.Factors[Column] != 0;
  };
  auto First = llvm::find_if(Pending, Has);
  if (First == Pending.end() || llvm::count_if(Pending, Has) != 2)
    return false;
  auto Second = std::find_if(std::next(First), Pending.end(), Has);
  if (First->Sum.Factors[Column] > 0)
    std::swap(*First, *Second);
  Quotient Result = {First->Sum, -First->Sum.Factors[Column]};
  Result.Of.Factors[Column] = 0;
  AffineSum Both = First->Sum;
  Both.add(1, Second->Sum);
  if (First->IsEquality || Second->IsEquality || Result.Divisor < 2 ||
      !Both.isConstant() || Both.Constant != Result.Divisor - 1)
    return false;
  Outputs[Column - Variables] = std::move(Result);
  llvm::erase_if(Pending, Has);
  return true;
}

std::optional<ExplicitPiece> PieceReader::read(const sdbm::Rows &Rows) {
  if (!readRows(Rows))
    return std::nullopt;
  Outputs.assign(Columns - Variables, {{}, 0});
  for (unsigned Column = Variables; Column < Columns; ++Column)
    if (!solveFor(Column))
      return std::nullopt;
  for (unsigned Column = Variables; Column < Columns; ++Column)
    if (Outputs[Column - Variables].Divisor == 0 && !divideFor(Column))
      return std::nullopt;
  ExplicitPiece Result;
  for (ExplicitPiece::Row &R : Pending)
    R.Sum.Factors.resize(Variables);
  Result.Domain = std::move(Pending);
  for (Quotient &Q : Outputs) {
    // What depends on a quotient is none.
    if (dependsOnOutputs(Q.Of))
      return std::nullopt;
    Q.Of.Factors.resize(Variables);
  }
  Result.Outputs = std::move(Outputs);
  return Result;
}

std::optional<std::vector<ExplicitPiece>>
smolly::explicitPieces(const isl::map &Map) {
  isl_size Parameters = isl_map_dim(Map.get(), isl_dim_param);
  isl_size In = isl_map_dim(Map.get(), isl_dim_in);
  isl_size Out = isl_map_dim(Map.get(), isl_dim_out);
  if (Parameters < 0 || In < 0 || Out < 0)
    return std::nullopt;
  std::vector<ExplicitPiece> Result;
  PieceReader Reader(Parameters + In, Out);
  for (const auto &Rows : sdbm::IslQuestions::readDisjuncts(Map)) {
    auto Piece = Rows ? Reader.read(*Rows) : std::nullopt;
    if (!Piece)
      return std::nullopt;
    Result.push_back(std::move(*Piece));
  }
  return Result;
}
