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
#include "isl/set.h"
#include <cmath>
#include <limits>

using namespace smolly;

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();
constexpr double MaxCoefficient = 10;
constexpr double MaxParameterCoefficient = 1000;
constexpr double MaxConstant = 1e7;
/// Among hyperplanes of the same size short ones are preferred.
constexpr double TieBreak = 1e-2;
/// One branch and bound node counts as this many iterations.
constexpr unsigned long IterationsPerNode = 400;

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
    bool Last = I + 1 == First.Dims;
    Gamma.push_back(
        Model.addVariable(Last ? 0 : -MaxCoefficient, MaxCoefficient, true));
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

/// Adds Sign * (Gamma.t - Gamma.s) to \p Form.
void HyperplaneProgram::addDifference(UnknownForm &Form, const Polyhedron &P,
                                      double Sign) {
  for (unsigned I = 0; I < P.Dims; ++I)
    Form.Coefficients[P.firstIndex() + I].push_back({Gamma[I], Sign});
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
  LinearTerms Unsatisfied;
  for (unsigned X : Satisfied)
    Unsatisfied.push_back({X, -1});

  auto Solution = Model.minimize(Unsatisfied, MaxNodes);
  if (!Solution)
    return std::nullopt;
  double Count = std::round(valueOf(Unsatisfied, *Solution));
  Model.addRow(Unsatisfied, -Infinity, Count + 0.5);
  LinearTerms Smallest = size();
  for (unsigned A : Absolute)
    Smallest.push_back({A, TieBreak});
  if (auto Better = Model.minimize(Smallest, MaxNodes))
    Solution = Better;

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

} // namespace

isl::set smolly::splitBySign(const isl::set &Differences) {
  std::vector<isl::set> Parts = {Differences};
  for (int I = 0, E = isl_set_dim(Differences.get(), isl_dim_set); I < E; ++I) {
    isl::set Any = isl::set::universe(Differences.space());
    isl::set Positive = Any.lower_bound_si(isl::dim::set, I, 1);
    isl::set Negative =
        isl::manage(isl_set_upper_bound_si(Any.copy(), isl_dim_set, I, -1));
    isl::set Zero = Any.fix_si(isl::dim::set, I, 0);
    std::vector<isl::set> Cut;
    for (const isl::set &Part : Parts)
      for (const isl::set &Sign : {Positive, Negative, Zero}) {
        isl::set Signed = Part.intersect(Sign);
        if (!Signed.is_empty().is_true())
          Cut.push_back(Signed);
      }
    Parts = std::move(Cut);
  }
  isl::set Result = isl::set::empty(Differences.space());
  for (const isl::set &Part : Parts)
    Result = Result.unite(isl::set(Part.remove_divs().simple_hull()));
  return Result;
}

std::optional<Hyperplane> smolly::findHyperplane(const isl::set &Differences,
                                                 const ParameterPoint &Point,
                                                 unsigned MaxPolyhedra,
                                                 unsigned long MaxIterations) {
  if (isl_set_n_basic_set(Differences.get()) > static_cast<int>(MaxPolyhedra))
    return std::nullopt;
  isl::set Aligned = Differences.align_params(Point.space());
  std::vector<Polyhedron> Polyhedra = polyhedraOf(Aligned);
  if (Polyhedra.empty() || Polyhedra.front().Dims == 0 ||
      Polyhedra.front().Params != Point.values().size())
    return std::nullopt;
  return HyperplaneProgram(Polyhedra, Point)
      .solve(MaxIterations / IterationsPerNode);
}

unsigned smolly::mapByHyperplanes(const IndexConflicts &Conflicts,
                                  const ParameterPoint &Point,
                                  const CandidateOptions &O,
                                  std::vector<Candidate> &Result) {
  CandidateBuilder Builder(Conflicts);
  unsigned Dims = Conflicts.Dims, Programs = 0;
  for (unsigned Row = 0; Row < Dims && !Builder.isComplete(); ++Row) {
    isl::set Differences = Builder.remaining().coalesce();
    if (O.SplitPolyhedra) {
      isl::set Split = splitBySign(Differences);
      if (Row == 0 && isl_set_n_basic_set(Split.get()) ==
                          isl_set_n_basic_set(Differences.get()))
        return Programs;
      Differences = Split;
    }
    if (Differences.is_null() || Builder.cells() > O.MaxCells)
      return Programs;
    ++Programs;
    auto Found =
        findHyperplane(Differences, Point, O.MaxPolyhedra, O.MaxIlpIterations);
    if (!Found || llvm::all_of(Found->Gamma, [](long G) { return G == 0; }))
      break;
    if (!Builder.addRow(Found->Gamma, Row))
      return Programs;
  }
  for (unsigned I = 0; I < Dims && !Builder.isComplete(); ++I) {
    std::vector<long> Axis(Dims, 0);
    Axis[I] = 1;
    if (!Builder.addRow(Axis, Dims + I))
      return Programs;
  }
  Builder.finish(O, Result);
  return Programs;
}
