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
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/set.h"
#include "isl/space.h"
#include "isl/val.h"

using namespace smolly;

namespace {

constexpr unsigned ModuloPenalty = 10;
constexpr unsigned StepPenalty = 100;

/// The largest value of \p Function, { Index[] -> Z }, over \p Set; none where
/// there is no largest one.
std::optional<double> largest(const isl::set &Set, const isl::aff &Function) {
  isl::val Value = Set.max_val(Function);
  if (Value.is_null() || isl_val_is_int(Value.get()) != isl_bool_true)
    return std::nullopt;
  return isl_val_get_d(Value.get());
}

bool stepsBy(const isl::set &Steps, const std::vector<long> &Gamma, long By) {
  return Steps.is_subset(whereEqual(Steps, Gamma, By)).is_true();
}

/// A row as a dimension.
struct SizedRow {
  const CandidateRow *Row;
  bool NeedsModulo;
};

/// True when one step of the innermost loop steps through the last of \p Dims
/// and stays at the others.
bool isContiguous(const isl::set &Steps, const std::vector<SizedRow> &Dims) {
  if (Steps.is_null() || Dims.empty())
    return true;
  for (const SizedRow &Dim : llvm::drop_end(Dims))
    if (!stepsBy(Steps, Dim.Row->Gamma, 0))
      return false;
  return !Dims.back().NeedsModulo && stepsBy(Steps, Dims.back().Row->Gamma, 1);
}

unsigned indexPenalty(const IndexConflicts &Conflicts,
                      const std::vector<SizedRow> &Dims) {
  unsigned Penalty = Dims.size();
  for (const SizedRow &Dim : Dims)
    Penalty += Dim.NeedsModulo * ModuloPenalty;
  bool Contiguous = llvm::all_of(Conflicts.Steps, [&](const isl::set &Steps) {
    return isContiguous(Steps, Dims);
  });
  return Contiguous ? Penalty : Penalty + StepPenalty;
}

} // namespace

bool Candidate::isSameAs(const Candidate &Other) const {
  if (Space != Other.Space || Slack != Other.Slack ||
      Rows.size() != Other.Rows.size())
    return false;
  for (unsigned I = 0; I < Rows.size(); ++I)
    if (Rows[I].Gamma != Other.Rows[I].Gamma ||
        Rows[I].Position != Other.Rows[I].Position)
      return false;
  return true;
}

isl::aff smolly::linearFunction(isl::space Space,
                                const std::vector<long> &Gamma) {
  isl_aff *Aff =
      isl_aff_zero_on_domain(isl_local_space_from_space(Space.release()));
  for (unsigned I = 0; I < Gamma.size(); ++I)
    Aff = isl_aff_set_coefficient_si(Aff, isl_dim_in, I, Gamma[I]);
  return isl::manage(Aff);
}

isl::set smolly::whereEqual(const isl::set &Set, const std::vector<long> &Gamma,
                            long Value) {
  isl::aff Function = linearFunction(Set.space(), Gamma);
  isl_constraint *Equal = isl_equality_from_aff(
      isl_aff_add_constant_si(Function.release(), -Value));
  return isl::manage(isl_set_add_constraint(Set.copy(), Equal));
}

bool CandidateBuilder::addRow(const std::vector<long> &Gamma,
                              unsigned Position) {
  CandidateRow Row;
  Row.Gamma = Gamma;
  Row.Position = Position;
  isl::aff Function = linearFunction(RemainingAt.space(), Gamma);
  if (!RemainingAt.is_empty().is_true()) {
    std::optional<double> Above = largest(RemainingAt, Function);
    std::optional<double> Below = largest(RemainingAt, Function.neg());
    if (!Above || !Below)
      return false;
    Row.Modulus = 1 + std::max(*Above, *Below);
  }
  if (!Conflicts.IndicesAt.is_empty().is_true()) {
    std::optional<double> Top = largest(Conflicts.IndicesAt, Function);
    std::optional<double> Low = largest(Conflicts.IndicesAt, Function.neg());
    if (!Top || !Low)
      return false;
    Row.Range = 1 + *Top + *Low;
  }
  Remaining = whereEqual(Remaining, Gamma, 0);
  RemainingAt = whereEqual(RemainingAt, Gamma, 0);
  Rows.push_back(std::move(Row));
  return !Remaining.is_null() && !RemainingAt.is_null();
}

double CandidateBuilder::cells() const {
  double Cells = 1;
  for (const CandidateRow &Row : Rows)
    Cells *= std::min(Row.Modulus, Row.Range);
  return Cells;
}

Candidate CandidateBuilder::finishWith(double Slack) const {
  Candidate Result;
  Result.Space = Conflicts.Space;
  Result.Rows = Rows;
  Result.Slack = Slack;
  std::vector<SizedRow> Dims;
  for (const CandidateRow &Row : Rows) {
    bool NeedsModulo =
        Row.Modulus == 1 || Row.Modulus * (1 + Slack) < Row.Range;
    double Size = NeedsModulo ? Row.Modulus : Row.Range;
    Result.Cells *= Size;
    if (Size != 1)
      Dims.push_back({&Row, NeedsModulo});
  }
  llvm::stable_sort(Dims, [](const SizedRow &A, const SizedRow &B) {
    return A.Row->Position < B.Row->Position;
  });
  Result.Penalty = indexPenalty(Conflicts, Dims);
  return Result;
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
