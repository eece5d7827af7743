//===- Candidates.cpp - Candidates at the assumed parameters --------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds candidates row by row, and those along the canonical axes (section
/// 2.4 of Bhaskaracharya's thesis).
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/Candidates.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/Value.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/set.h"
#include "isl/space.h"
#include "isl/val.h"

using namespace smolly;

namespace {

constexpr unsigned ModuloPenalty = 10;

/// The largest value of \p Function, { Index[] -> Z }, over \p Set; none where
/// there is no largest one.
std::optional<double> largest(const isl::set &Set, const isl::aff &Function) {
  isl::val Value = Set.max_val(Function);
  if (Value.is_null() || isl_val_is_int(Value.get()) != isl_bool_true)
    return std::nullopt;
  return asDouble(Value);
}

bool stepsBy(const isl::set &Steps, const std::vector<long> &Gamma, long By) {
  // Of all steps that there might be: to take the parts of a set out of itself
  // takes isl for ever.
  isl::set All = isl::set::universe(Steps.space());
  return isSubset(Steps,
                  whereZero(All, linearFunction(Steps.space(), Gamma, -By)))
      .is_true();
}

/// A row as a dimension.
struct SizedRow {
  const CandidateRow *Row;
  bool NeedsModulo;
};

/// True when one step of the innermost loop stays at all \p Dims, or steps
/// through the last and stays at the others.
bool isContiguous(const isl::set &Steps, const std::vector<SizedRow> &Dims) {
  if (Steps.is_null() || Dims.empty())
    return true;
  for (const SizedRow &Dim : llvm::drop_end(Dims))
    if (!stepsBy(Steps, Dim.Row->Row.Gamma, 0))
      return false;
  const std::vector<long> &Last = Dims.back().Row->Row.Gamma;
  return stepsBy(Steps, Last, 0) ||
         (!Dims.back().NeedsModulo && stepsBy(Steps, Last, 1));
}

/// The loops of the deepest statements count.
unsigned indexPenalty(const IndexConflicts &Conflicts,
                      const std::vector<SizedRow> &Dims) {
  unsigned Penalty = Dims.size();
  for (const SizedRow &Dim : Dims)
    Penalty += Dim.NeedsModulo * ModuloPenalty;
  unsigned Deepest = *llvm::max_element(Conflicts.Depths);
  for (unsigned I = 0; I < Conflicts.Steps.size(); ++I)
    if (Conflicts.Depths[I] == Deepest &&
        !isContiguous(Conflicts.Steps[I], Dims))
      return Penalty + Candidate::StepPenalty;
  return Penalty;
}

} // namespace

/// Whether the row keeps its modulo at the assumed parameters.
static bool needsModulo(const CandidateRow &Row, double Slack) {
  return Row.Modulus == 1 || Row.Modulus * (1 + Slack) < Row.Range;
}

static double sizeOf(const CandidateRow &Row, double Slack) {
  return needsModulo(Row, Slack) ? Row.Modulus : Row.Range;
}

bool Candidate::isSameAs(const Candidate &Other) const {
  if (Space != Other.Space || Offsets != Other.Offsets ||
      Slack != Other.Slack || Rows.size() != Other.Rows.size())
    return false;
  for (unsigned I = 0; I < Rows.size(); ++I)
    if (!(Rows[I].Row == Other.Rows[I].Row) ||
        Rows[I].Ignored != Other.Rows[I].Ignored ||
        Rows[I].Position != Other.Rows[I].Position)
      return false;
  return true;
}

isl::aff smolly::linearFunction(isl::space Space,
                                const std::vector<long> &Gamma, long Constant) {
  isl_aff *Aff =
      isl_aff_zero_on_domain(isl_local_space_from_space(Space.release()));
  for (unsigned I = 0; I < Gamma.size(); ++I)
    Aff = isl_aff_set_coefficient_si(Aff, isl_dim_in, I, Gamma[I]);
  return isl::manage(isl_aff_add_constant_si(Aff, Constant));
}

isl::aff smolly::differenceFunction(const ConflictPiece &Piece,
                                    const IndexRow &Row) {
  return linearFunction(Piece.Differences.space(), Row.Gamma,
                        Row.Offsets[Piece.Later] - Row.Offsets[Piece.Earlier]);
}

isl::set smolly::whereZero(const isl::set &Set, const isl::aff &Function) {
  isl_constraint *Zero = isl_equality_from_aff(Function.copy());
  return isl::manage(isl_set_add_constraint(Set.copy(), Zero));
}

CandidateBuilder::CandidateBuilder(const IndexConflicts &Conflicts)
    : Conflicts(Conflicts) {
  for (const ConflictPiece &Piece : Conflicts.Pieces) {
    Remaining.push_back(Piece.Differences);
    RemainingAt.push_back(Piece.DifferencesAt);
  }
}

bool CandidateBuilder::findModulus(CandidateRow &Row) const {
  for (unsigned I = 0; I < Conflicts.Pieces.size(); ++I) {
    if (Row.Ignored[I] || isEmpty(RemainingAt[I]).is_true())
      continue;
    isl::aff Function =
        linearFunction(RemainingAt[I].space(), Row.Row.Gamma,
                       Row.Row.Offsets[Conflicts.Pieces[I].Later] -
                           Row.Row.Offsets[Conflicts.Pieces[I].Earlier]);
    std::optional<double> Above = largest(RemainingAt[I], Function);
    std::optional<double> Below = largest(RemainingAt[I], Function.neg());
    if (!Above || !Below)
      return false;
    Row.Modulus = std::max({Row.Modulus, 1 + *Above, 1 + *Below});
  }
  return true;
}

bool CandidateBuilder::findRange(CandidateRow &Row) const {
  double Top = -std::numeric_limits<double>::infinity(), Low = Top;
  for (unsigned C = 0; C < Conflicts.Classes; ++C) {
    const isl::set &Indices = Conflicts.IndicesAt[C];
    if (isEmpty(Indices).is_true())
      continue;
    isl::aff Function =
        linearFunction(Indices.space(), Row.Row.Gamma, Row.Row.Offsets[C]);
    std::optional<double> Above = largest(Indices, Function);
    std::optional<double> Below = largest(Indices, Function.neg());
    if (!Above || !Below)
      return false;
    Top = std::max(Top, *Above);
    Low = std::max(Low, *Below);
  }
  if (Top + Low >= 0)
    Row.Range = 1 + Top + Low;
  return true;
}

bool CandidateBuilder::addRow(const std::vector<long> &Gamma,
                              unsigned Position) {
  return addRow({Gamma, std::vector<long>(Conflicts.Classes, 0)}, Position,
                std::vector<bool>(Conflicts.Pieces.size(), false));
}

bool CandidateBuilder::addRow(const IndexRow &Function, unsigned Position,
                              const std::vector<bool> &Ignored) {
  CandidateRow Row;
  Row.Row = Function;
  Row.Position = Position;
  Row.Ignored = Ignored;
  if (!findModulus(Row) || !findRange(Row))
    return false;
  for (unsigned I = 0; I < Remaining.size(); ++I) {
    if (Ignored[I])
      continue;
    const ConflictPiece &Piece = Conflicts.Pieces[I];
    Remaining[I] = whereZero(Remaining[I], differenceFunction(Piece, Function));
    RemainingAt[I] = whereZero(
        RemainingAt[I], linearFunction(RemainingAt[I].space(), Function.Gamma,
                                       Function.Offsets[Piece.Later] -
                                           Function.Offsets[Piece.Earlier]));
    if (Remaining[I].is_null() || RemainingAt[I].is_null())
      return false;
  }
  Rows.push_back(std::move(Row));
  return true;
}

bool CandidateBuilder::isComplete() const {
  return llvm::all_of(
      Remaining, [](const isl::set &Set) { return isEmpty(Set).is_true(); });
}

double CandidateBuilder::cells() const {
  double Cells = 1;
  for (const CandidateRow &Row : Rows)
    Cells *= std::min(Row.Modulus, Row.Range);
  return Cells;
}

Candidate CandidateBuilder::finishWith(double Slack) const {
  Candidate Result;
  Result.Space = Conflicts.Layout.Space;
  Result.Offsets = Conflicts.Offsets;
  Result.Rows = Rows;
  Result.Slack = Slack;
  for (const CandidateRow &Row : Rows)
    Result.Cells *= sizeOf(Row, Slack);
  Result.Penalty = penaltyOf(Result);
  return Result;
}

unsigned CandidateBuilder::penaltyOf(const Candidate &C) const {
  std::vector<SizedRow> Dims;
  for (const CandidateRow &Row : C.Rows)
    if (sizeOf(Row, C.Slack) != 1)
      Dims.push_back({&Row, needsModulo(Row, C.Slack)});
  llvm::stable_sort(Dims, [](const SizedRow &A, const SizedRow &B) {
    return A.Row->Position < B.Row->Position;
  });
  return indexPenalty(Conflicts, Dims);
}

void CandidateBuilder::finishInBestOrder(const CandidateOptions &O,
                                         std::vector<Candidate> &Result) const {
  size_t First = Result.size();
  finish(O, Result);
  for (Candidate &C : llvm::drop_begin(Result, First)) {
    Candidate Best = C;
    for (unsigned Last = 0; Last < C.Rows.size(); ++Last) {
      Candidate Other = C;
      for (unsigned I = 0; I < C.Rows.size(); ++I)
        Other.Rows[I].Position = I == Last ? C.Rows.size() : I;
      Other.Penalty = penaltyOf(Other);
      if (Other.Penalty < Best.Penalty)
        Best = Other;
    }
    C = Best;
  }
}

void CandidateBuilder::finish(const CandidateOptions &O,
                              std::vector<Candidate> &Result) const {
  if (isComplete())
    for (double Slack : O.Slacks)
      Result.push_back(finishWith(Slack));
}

void smolly::mapBySuccessiveModulo(const IndexConflicts &Conflicts,
                                   const CandidateOptions &O,
                                   std::vector<Candidate> &Result,
                                   unsigned Last) {
  CandidateBuilder Builder(Conflicts);
  std::vector<unsigned> Order;
  for (unsigned I = 0; I < Conflicts.Dims; ++I)
    if (I != Last)
      Order.push_back(I);
  if (Last < Conflicts.Dims)
    Order.push_back(Last);
  for (unsigned I : Order) {
    if (Builder.isComplete())
      break;
    std::vector<long> Axis(Conflicts.Dims, 0);
    Axis[I] = 1;
    if (!Builder.addRow(Axis, I))
      return;
  }
  Builder.finish(O, Result);
}
