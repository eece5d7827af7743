//===- SuccessiveModulo.cpp - Mapping along canonical axes ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rows as affine functions, and the mapping by canonical rows (section 2.4 of
/// Bhaskaracharya's thesis).
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/Candidates.h"
#include "isl/aff.h"
#include "isl/set.h"
#include "isl/space.h"

using namespace smolly;

namespace {

/// { Space[] -> Z }: the linear function with the coefficients \p Gamma.
isl::aff linearFunction(isl::space Space, const std::vector<long> &Gamma) {
  isl_aff *Aff =
      isl_aff_zero_on_domain(isl_local_space_from_space(Space.release()));
  for (unsigned I = 0; I < Gamma.size(); ++I)
    Aff = isl_aff_set_coefficient_si(Aff, isl_dim_in, I, Gamma[I]);
  return isl::manage(Aff);
}

} // namespace

unsigned smolly::indexDimensions(const ValueGroup &Group, IndexSpace Space) {
  const ValueLives &First = Group.member(0);
  int Dims = Space == IndexSpace::Iterations
                 ? isl_set_dim(First.Piece.get(), isl_dim_set)
                 : isl_pw_multi_aff_dim(First.Element.get(), isl_dim_out);
  return Dims < 0 ? 0 : Dims;
}

MappingRow smolly::makeRow(const ValueGroup &Group, IndexSpace Space,
                           const std::vector<long> &Gamma) {
  MappingRow Row;
  for (unsigned I = 0; I < Group.size(); ++I) {
    const ValueLives &Lives = Group.member(I);
    if (Space == IndexSpace::Iterations) {
      Row.push_back(isl::pw_aff(linearFunction(Lives.Piece.space(), Gamma)));
      continue;
    }
    isl::space Element = isl::manage(
        isl_space_range(isl_pw_multi_aff_get_space(Lives.Element.get())));
    isl::pw_aff Function(linearFunction(Element, Gamma));
    Row.push_back(Function.pullback(Lives.Element));
  }
  return Row;
}

std::vector<GroupMapping> smolly::finishAll(const MappingBuilder &Builder,
                                            IndexSpace Space,
                                            const CandidateOptions &O) {
  std::vector<GroupMapping> Result;
  for (double Slack : O.Slacks)
    if (std::optional<GroupMapping> Mapping = Builder.finish(Slack)) {
      Mapping->ElementSpace = Space == IndexSpace::Elements;
      Result.push_back(std::move(*Mapping));
    }
  return Result;
}

std::vector<GroupMapping>
smolly::mapBySuccessiveModulo(const ValueGroup &Group,
                              const ParameterPoint &Point, IndexSpace Space,
                              const CandidateOptions &O, unsigned Last) {
  if (Space == IndexSpace::Iterations && Group.size() > 1)
    return {};
  MappingBuilder Builder(Group, Point);
  unsigned Dims = indexDimensions(Group, Space);
  std::vector<unsigned> Order;
  for (unsigned I = 0; I < Dims; ++I)
    if (I != Last)
      Order.push_back(I);
  if (Last < Dims)
    Order.push_back(Last);
  for (unsigned I : Order) {
    if (Builder.isComplete())
      break;
    std::vector<long> Axis(Dims, 0);
    Axis[I] = 1;
    if (!Builder.addRow(makeRow(Group, Space, Axis), I))
      return {};
  }
  return finishAll(Builder, Space, O);
}
