//===- LexOrder.cpp - Which instances come first --------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements LexOrder.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/LexOrder.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/ExplicitMap.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/mat.h"
#include "isl/space.h"
#include "isl/val.h"
#include <limits>

using namespace smolly;
using sdbm::Integer;

namespace {

bool isStrict(Lex Is) { return Is == Lex::Less || Is == Lex::Greater; }
bool isGreater(Lex Is) { return Is == Lex::Greater || Is == Lex::GreaterEqual; }

/// Makes the polyhedra of { First[] -> Second[] } for pairs of pieces.
class OrderBuilder {
public:
  OrderBuilder(Lex Is, isl::space Pairs)
      : Is(Is), Pairs(std::move(Pairs)), Ctx(this->Pairs.ctx().get()) {
    Parameters = isl_space_dim(this->Pairs.get(), isl_dim_param);
    In = isl_space_dim(this->Pairs.get(), isl_dim_in);
    Out = isl_space_dim(this->Pairs.get(), isl_dim_out);
  }

  /// Null on failure.
  isl::map build(const ExplicitPiece &A, const ExplicitPiece &B);

private:
  using Row = ExplicitPiece::Row;
  AffineSum placed(const AffineSum &Sum, bool IsSecond) const;
  isl_mat *matrix(const std::vector<Row> &Rows, bool Equalities) const;
  void addPolyhedron(const std::vector<Row> &Rows);

  Lex Is;
  isl::space Pairs;
  isl_ctx *Ctx;
  int Parameters, In, Out;
  isl::map OfPair;
};

} // namespace

/// \p Sum over the parameters and the iterators of one statement, over those of
/// both.
AffineSum OrderBuilder::placed(const AffineSum &Sum, bool IsSecond) const {
  AffineSum Result = {Sum.Constant,
                      std::vector<Integer>(Parameters + In + Out, 0)};
  for (int I = 0, E = Sum.Factors.size(); I < E; ++I)
    Result.Factors[IsSecond && I >= Parameters ? I + In : I] = Sum.Factors[I];
  return Result;
}

isl_mat *OrderBuilder::matrix(const std::vector<Row> &Rows,
                              bool Equalities) const {
  unsigned Count = llvm::count_if(
      Rows, [&](const Row &R) { return R.IsEquality == Equalities; });
  isl_mat *Result = isl_mat_alloc(Ctx, Count, 1 + Parameters + In + Out);
  auto Set = [&](unsigned Row, unsigned Column, Integer Value) {
    if (std::numeric_limits<int>::min() <= Value &&
        Value <= std::numeric_limits<int>::max())
      Result = isl_mat_set_element_si(Result, Row, Column, int(Value));
    else
      Result = isl_mat_set_element_val(Result, Row, Column,
                                       isl_val_int_from_si(Ctx, Value));
  };
  unsigned Number = 0;
  for (const Row &R : Rows) {
    if (R.IsEquality != Equalities)
      continue;
    Set(Number, 0, R.Sum.Constant);
    for (unsigned I = 0; I < R.Sum.Factors.size(); ++I)
      Set(Number, I + 1, R.Sum.Factors[I]);
    ++Number;
  }
  return Result;
}

/// Those of one pair of pieces have nothing in common.
void OrderBuilder::addPolyhedron(const std::vector<Row> &Rows) {
  isl_map *New = isl_map_from_basic_map(isl_basic_map_from_constraint_matrices(
      Pairs.copy(), matrix(Rows, true), matrix(Rows, false), isl_dim_cst,
      isl_dim_param, isl_dim_in, isl_dim_out, isl_dim_div));
  OfPair = isl::manage(isl_map_union_disjoint(OfPair.release(), New));
}

/// One polyhedron for each component of time: those before it are the same.
isl::map OrderBuilder::build(const ExplicitPiece &A, const ExplicitPiece &B) {
  OfPair = isl::map::empty(Pairs);
  std::vector<Row> Rows;
  for (const Row &R : A.Domain)
    Rows.push_back({R.IsEquality, placed(R.Sum, false)});
  for (const Row &R : B.Domain)
    Rows.push_back({R.IsEquality, placed(R.Sum, true)});
  Integer Sign = isGreater(Is) ? -1 : 1;
  for (unsigned T = 0; T < A.Outputs.size(); ++T) {
    AffineSum Ahead = {0, std::vector<Integer>(Parameters + In + Out, 0)};
    Ahead.add(Sign, placed(B.Outputs[T].Of, true));
    Ahead.add(-Sign, placed(A.Outputs[T].Of, false));
    if (Ahead.isConstant() && Ahead.Constant == 0)
      continue;
    if (Ahead.isConstant()) {
      if (Ahead.Constant > 0)
        addPolyhedron(Rows);
      return OfPair;
    }
    Rows.push_back({false, Ahead});
    --Rows.back().Sum.Constant;
    addPolyhedron(Rows);
    Rows.back() = {true, std::move(Ahead)};
  }
  if (!isStrict(Is))
    addPolyhedron(Rows);
  return OfPair;
}

static isl_map *lexOrderByIsl(Lex Is, const isl::map &A, const isl::map &B) {
  switch (Is) {
  case Lex::Less:
    return isl_map_lex_lt_map(A.copy(), B.copy());
  case Lex::LessEqual:
    return isl_map_lex_le_map(A.copy(), B.copy());
  case Lex::Greater:
    return isl_map_lex_gt_map(A.copy(), B.copy());
  case Lex::GreaterEqual:
    return isl_map_lex_ge_map(A.copy(), B.copy());
  }
  return nullptr;
}

/// Those of \p Map if all of their outputs are sums.
static std::optional<std::vector<ExplicitPiece>> piecesOf(const isl::map &Map) {
  auto Pieces = explicitPieces(Map);
  if (Pieces && !llvm::all_of(*Pieces, [](const ExplicitPiece &P) {
        return llvm::all_of(P.Outputs,
                            [](const Quotient &Q) { return Q.Divisor == 1; });
      }))
    Pieces.reset();
  return Pieces;
}

ComparedTimes::ComparedTimes(isl::map Times)
    : Times(std::move(Times)),
      Pieces(this->Times.is_null() ? std::nullopt : piecesOf(this->Times)) {}

isl::map smolly::lexOrder(Lex Is, const ComparedTimes &A,
                          const ComparedTimes &B) {
  if (A.Times.is_null() || B.Times.is_null() || !countOperation(A.Times.ctx()))
    return {};
  isl::space SpaceOfA = A.Times.space(), SpaceOfB = B.Times.space();
  if (!A.Pieces || !B.Pieces ||
      isl_space_has_equal_params(SpaceOfA.get(), SpaceOfB.get()) !=
          isl_bool_true ||
      isl_space_tuple_is_equal(SpaceOfA.get(), isl_dim_out, SpaceOfB.get(),
                               isl_dim_out) != isl_bool_true)
    return isl::manage(lexOrderByIsl(Is, A.Times, B.Times));
  isl::space Pairs = isl::manage(isl_space_map_from_domain_and_range(
      isl_space_domain(SpaceOfA.release()),
      isl_space_domain(SpaceOfB.release())));
  if (Pairs.is_null())
    return {};
  OrderBuilder Builder(Is, Pairs);
  std::vector<isl::map> Orders;
  for (const ExplicitPiece &First : *A.Pieces)
    for (const ExplicitPiece &Second : *B.Pieces)
      Orders.push_back(Builder.build(First, Second));
  return unionOf(std::move(Orders), Pairs);
}
