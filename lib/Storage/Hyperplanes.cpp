//===- Hyperplanes.cpp - Storage hyperplanes by ILP -----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The integer linear program of FIND-NEXT-HYPERPLANE and the loop of
/// FIND-MODULO-MAPPING (Algorithm 1 of Bhaskaracharya's thesis).
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/Hyperplanes.h"
#include "smolly/Storage/Candidates.h"
#include "smolly/Storage/Farkas.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include <cmath>
#include <limits>

using namespace smolly;

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();
constexpr double MaxCoefficient = 10;
constexpr double MaxParameterCoefficient = 1000;
constexpr double MaxConstant = 1e7;
constexpr double Tolerance = 1e-6;
/// One branch and bound node counts as this many iterations.
constexpr unsigned long IterationsPerNode = 20;

/// The variables of the program and the forms built from them.
class HyperplaneProgram {
public:
  HyperplaneProgram(const std::vector<Polyhedron> &Polyhedra,
                    const ParameterPoint &Point);
  std::optional<Hyperplane> solve(unsigned long MaxNodes);

private:
  void addPolyhedron(const Polyhedron &P);
  void addDifference(UnknownForm &Form, const Polyhedron &P, double Sign);
  LinearTerms size() const;

  const ParameterPoint &Point;
  LinearModel Model;
  std::vector<unsigned> Gamma, Absolute, U, Satisfied;
  unsigned W = 0;
};

HyperplaneProgram::HyperplaneProgram(const std::vector<Polyhedron> &Polyhedra,
                                     const ParameterPoint &Point)
    : Point(Point) {
  const Polyhedron &First = Polyhedra.front();
  for (unsigned I = 0; I < First.Dims; ++I) {
    Gamma.push_back(Model.addVariable(-MaxCoefficient, MaxCoefficient, true));
    Absolute.push_back(Model.addVariable(0, MaxCoefficient, false));
    Model.addRow({{Absolute[I], 1}, {Gamma[I], -1}}, 0, Infinity);
    Model.addRow({{Absolute[I], 1}, {Gamma[I], 1}}, 0, Infinity);
  }
  for (unsigned I = 0; I < First.Params; ++I)
    U.push_back(Model.addVariable(-MaxParameterCoefficient,
                                  MaxParameterCoefficient, false));
  W = Model.addVariable(-MaxConstant, MaxConstant, false);
  for (const Polyhedron &P : Polyhedra)
    addPolyhedron(P);
}

/// Adds Sign * (Gamma.s - Gamma.t) to \p Form.
void HyperplaneProgram::addDifference(UnknownForm &Form, const Polyhedron &P,
                                      double Sign) {
  for (unsigned I = 0; I < P.Dims; ++I) {
    Form.Coefficients[P.firstIndex() + I].push_back({Gamma[I], Sign});
    Form.Coefficients[P.secondIndex() + I].push_back({Gamma[I], -Sign});
  }
}

/// The bounding constraints (3.4) and the decision constraints (3.5).
void HyperplaneProgram::addPolyhedron(const Polyhedron &P) {
  LinearTerms Both;
  for (double Sign : {1.0, -1.0}) {
    UnknownForm Bound(P);
    Bound.Coefficients[0].push_back({W, 1});
    for (unsigned I = 0; I < P.Params; ++I)
      Bound.Coefficients[1 + I].push_back({U[I], 1});
    addDifference(Bound, P, Sign);
    requireNonnegative(Model, P, Bound);

    unsigned X = Model.addVariable(0, 1, true);
    UnknownForm Decision(P);
    Decision.Constants[0] = -1;
    addDifference(Decision, P, Sign);
    requireNonnegative(Model, P, Decision, X);
    Satisfied.push_back(X);
    Both.push_back({X, 1});
  }
  Model.addRow(Both, 0, 1);
}

/// u.P + w at the assumed parameters.
LinearTerms HyperplaneProgram::size() const {
  LinearTerms Terms = {{W, 1}};
  for (unsigned I = 0; I < U.size(); ++I)
    Terms.push_back({U[I], static_cast<double>(Point.values()[I])});
  return Terms;
}

double valueOf(const LinearTerms &Terms, const std::vector<double> &Solution) {
  double Sum = 0;
  for (const LinearTerm &T : Terms)
    Sum += T.Coefficient * Solution[T.Variable];
  return Sum;
}

std::optional<Hyperplane> HyperplaneProgram::solve(unsigned long MaxNodes) {
  LinearTerms Unsatisfied, Length;
  for (unsigned X : Satisfied)
    Unsatisfied.push_back({X, -1});
  for (unsigned A : Absolute)
    Length.push_back({A, 1});

  auto Solution = Model.minimize(Unsatisfied, MaxNodes);
  if (!Solution)
    return std::nullopt;
  double Count = std::round(valueOf(Unsatisfied, *Solution));
  Model.addRow(Unsatisfied, -Infinity, Count + 0.5);
  for (const LinearTerms &Objective : {size(), Length}) {
    auto Better = Model.minimize(Objective, MaxNodes);
    if (!Better)
      break;
    Solution = Better;
    double Value = valueOf(Objective, *Solution);
    Model.addRow(Objective, -Infinity,
                 Value + Tolerance * std::max(1.0, std::fabs(Value)));
  }

  Hyperplane Result;
  Result.Satisfied = static_cast<unsigned>(-Count);
  for (unsigned G : Gamma)
    Result.Gamma.push_back(std::lround((*Solution)[G]));
  auto Last =
      llvm::find_if(llvm::reverse(Result.Gamma), [](long G) { return G != 0; });
  if (Last != Result.Gamma.rend() && *Last < 0)
    for (long &G : Result.Gamma)
      G = -G;
  return Result;
}

/// { Index[] -> Index[] }: the remaining conflicts in the index space.
isl::map remainingConflicts(const ValueGroup &Group,
                            const MappingBuilder &Builder, IndexSpace Space) {
  if (Space == IndexSpace::Iterations)
    return Builder.remaining(0, 0);
  isl::map Result;
  for (unsigned I = 0; I < Group.size(); ++I)
    for (unsigned J = 0; J < Group.size(); ++J) {
      auto ElementOf = [&](unsigned Member) {
        return isl::manage(
            isl_map_from_pw_multi_aff(Group.member(Member).Element.copy()));
      };
      isl::map Elements = Builder.remaining(I, J)
                              .apply_domain(ElementOf(I))
                              .apply_range(ElementOf(J));
      Result = Result.is_null() ? Elements : Result.unite(Elements);
      if (Result.is_null())
        return {};
    }
  return Result.coalesce();
}

} // namespace

isl::map smolly::splitBySign(const isl::map &Conflicts, unsigned MaxPolyhedra) {
  isl::map Result = Conflicts;
  isl::space Space = Conflicts.space();
  for (int I = 0, E = isl_map_dim(Conflicts.get(), isl_dim_in); I < E; ++I) {
    isl::map Any = isl::map::universe(Space);
    isl::map Grows = isl::manage(
        isl_map_order_lt(Any.copy(), isl_dim_in, I, isl_dim_out, I));
    isl::map Shrinks = isl::manage(
        isl_map_order_gt(Any.copy(), isl_dim_in, I, isl_dim_out, I));
    isl::map Stays = Any.equate(isl::dim::in, I, isl::dim::out, I);
    isl::map Cut = isl::map::empty(Space);
    isl::stat Ok = Result.foreach_basic_map([&](isl::basic_map Basic) {
      isl::map Part(Basic);
      if (Part.is_disjoint(Grows).is_true() ||
          Part.is_disjoint(Shrinks).is_true()) {
        Cut = Cut.unite(Part);
        return isl::stat::ok();
      }
      for (const isl::map &Sign : {Grows, Shrinks, Stays})
        Cut = Cut.unite(Part.intersect(Sign));
      return isl::stat::ok();
    });
    if (Ok.is_error() || Cut.is_null() ||
        isl_map_n_basic_map(Cut.get()) > static_cast<int>(MaxPolyhedra))
      return Result;
    Result = Cut;
  }
  return Result;
}

std::optional<Hyperplane> smolly::findHyperplane(const isl::map &Conflicts,
                                                 const ParameterPoint &Point,
                                                 unsigned MaxPolyhedra,
                                                 unsigned long MaxIterations) {
  if (isl_map_n_basic_map(Conflicts.get()) > static_cast<int>(MaxPolyhedra))
    return std::nullopt;
  isl::map Aligned = Conflicts.align_params(Point.space());
  std::vector<Polyhedron> Polyhedra = polyhedraOf(Aligned);
  if (Polyhedra.empty() || Polyhedra.front().Dims == 0 ||
      Polyhedra.front().Params != Point.values().size())
    return std::nullopt;
  return HyperplaneProgram(Polyhedra, Point)
      .solve(MaxIterations / IterationsPerNode);
}

std::optional<GroupMapping>
smolly::mapByHyperplanes(const ValueGroup &Group, const ParameterPoint &Point,
                         IndexSpace Space, const CandidateOptions &O,
                         unsigned &Attempts) {
  if (Space == IndexSpace::Iterations && Group.size() > 1)
    return std::nullopt;
  MappingBuilder Builder(Group, Point, O.Slack);
  unsigned Dims = indexDimensions(Group, Space);
  for (unsigned Row = 0; Row < Dims && !Builder.isComplete(); ++Row) {
    isl::map Conflicts = remainingConflicts(Group, Builder, Space);
    if (O.SplitPolyhedra)
      Conflicts = splitBySign(Conflicts, O.MaxPolyhedra);
    if (Conflicts.is_null())
      return std::nullopt;
    ++Attempts;
    auto Found =
        findHyperplane(Conflicts, Point, O.MaxPolyhedra, O.MaxIlpIterations);
    if (!Found || llvm::all_of(Found->Gamma, [](long G) { return G == 0; }))
      break;
    if (!Builder.addRow(makeRow(Group, Space, Found->Gamma)))
      return std::nullopt;
  }
  for (unsigned I = 0; I < Dims && !Builder.isComplete(); ++I) {
    std::vector<long> Axis(Dims, 0);
    Axis[I] = 1;
    if (!Builder.addRow(makeRow(Group, Space, Axis)))
      return std::nullopt;
  }
  std::optional<GroupMapping> Mapping = Builder.finish();
  if (Mapping)
    Mapping->ElementSpace = Space == IndexSpace::Elements;
  return Mapping;
}
