//===- Hyperplanes.cpp - Storage hyperplanes by ILP -----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The integer linear program of FIND-NEXT-HYPERPLANE(S) (Algorithms 1 and 3 of
/// Bhaskaracharya's thesis).
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/Hyperplanes.h"
#include "smolly/Kernel/Emptiness.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/set.h"
#include <cmath>
#include <limits>

using namespace smolly;

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();
constexpr double MaxCoefficient = 10;
constexpr double MaxOffset = 100;
constexpr double MaxParameterCoefficient = 1000;
constexpr double MaxConstant = 1e7;
/// Among hyperplanes of the same size short ones are preferred.
constexpr double TieBreak = 1e-2;
/// One branch and bound node counts as this many iterations.
constexpr unsigned long IterationsPerNode = 400;

double valueOf(const LinearTerms &Terms, const std::vector<double> &Solution) {
  double Sum = 0;
  for (const LinearTerm &T : Terms)
    Sum += T.Coefficient * Solution[T.Variable];
  return Sum;
}

/// The variables of the program and the forms built from them.
class HyperplaneProgram {
public:
  HyperplaneProgram(const std::vector<ConflictPolyhedron> &Polyhedra,
                    unsigned Classes, const ParameterPoint &Point);
  void exclude(const std::vector<bool> &Set);
  std::optional<Hyperplane> solve(unsigned long MaxIterations,
                                  unsigned long &IterationsLeft);

private:
  /// The modulus u.P + w of one value set.
  struct Modulus {
    std::vector<unsigned> U;
    unsigned W = 0;
  };
  Modulus addModulus();
  void addPolyhedron(const ConflictPolyhedron &P);
  void addBound(const ConflictPolyhedron &P, const Modulus &M);
  void addDecision(const ConflictPolyhedron &P);
  void addTradeOff(unsigned Polyhedron, unsigned Class);
  void addDifference(UnknownForm &Form, const ConflictPolyhedron &P,
                     double Sign) const;
  LinearTerms unsatisfied(bool Between) const;
  LinearTerms sizes(const std::vector<Modulus> &Moduli) const;
  Hyperplane read(const std::vector<double> &Solution) const;

  const std::vector<ConflictPolyhedron> &Polyhedra;
  unsigned Classes;
  const ParameterPoint &Point;
  LinearModel Model;
  std::vector<unsigned> Gamma, Offset, Absolute;
  /// Two binary variables a polyhedron.
  std::vector<std::pair<unsigned, unsigned>> Satisfied;
  /// One a class: within the class, and including conflicts with others.
  std::vector<Modulus> Within, Overall;
};

HyperplaneProgram::HyperplaneProgram(
    const std::vector<ConflictPolyhedron> &Polyhedra, unsigned Classes,
    const ParameterPoint &Point)
    : Polyhedra(Polyhedra), Classes(Classes), Point(Point) {
  auto AddAbsolute = [&](unsigned Variable, double Most) {
    Absolute.push_back(Model.addVariable(0, Most, false));
    Model.addRow({{Absolute.back(), 1}, {Variable, -1}}, 0, Infinity);
    Model.addRow({{Absolute.back(), 1}, {Variable, 1}}, 0, Infinity);
  };
  unsigned Dims = Polyhedra.front().Differences.Dims;
  for (unsigned I = 0; I < Dims; ++I) {
    // A row and its negative do the same.
    bool Last = I + 1 == Dims;
    Gamma.push_back(
        Model.addVariable(Last ? 0 : -MaxCoefficient, MaxCoefficient, true));
    AddAbsolute(Gamma.back(), MaxCoefficient);
  }
  for (unsigned C = 0; C < Classes; ++C) {
    double Most = C == 0 ? 0 : MaxOffset;
    Offset.push_back(Model.addVariable(-Most, Most, true));
    AddAbsolute(Offset.back(), MaxOffset);
    Within.push_back(addModulus());
    Overall.push_back(Classes > 1 ? addModulus() : Within.back());
    for (unsigned I = 0; I < Point.values().size() && Classes > 1; ++I)
      Model.addRow({{Overall[C].U[I], 1}, {Within[C].U[I], -1}}, 0, Infinity);
    if (Classes > 1)
      Model.addRow({{Overall[C].W, 1}, {Within[C].W, -1}}, 0, Infinity);
  }
  for (const ConflictPolyhedron &P : Polyhedra)
    addPolyhedron(P);
}

HyperplaneProgram::Modulus HyperplaneProgram::addModulus() {
  Modulus M;
  for (unsigned I = 0; I < Point.values().size(); ++I)
    M.U.push_back(Model.addVariable(-MaxParameterCoefficient,
                                    MaxParameterCoefficient, false));
  M.W = Model.addVariable(-MaxConstant, MaxConstant, false);
  return M;
}

/// Adds Sign times the difference that the row makes of a conflict to \p Form.
void HyperplaneProgram::addDifference(UnknownForm &Form,
                                      const ConflictPolyhedron &P,
                                      double Sign) const {
  for (unsigned I = 0; I < P.Differences.Dims; ++I)
    Form.Coefficients[P.Differences.firstIndex() + I].push_back(
        {Gamma[I], Sign});
  if (P.Earlier == P.Later)
    return;
  Form.Coefficients[0].push_back({Offset[P.Later], Sign});
  Form.Coefficients[0].push_back({Offset[P.Earlier], -Sign});
}

/// The bounding constraints (3.4, 4.4).
void HyperplaneProgram::addBound(const ConflictPolyhedron &P,
                                 const Modulus &M) {
  for (double Sign : {1.0, -1.0}) {
    UnknownForm Bound(P.Differences);
    Bound.Coefficients[0].push_back({M.W, 1});
    for (unsigned I = 0; I < P.Differences.Params; ++I)
      Bound.Coefficients[1 + I].push_back({M.U[I], 1});
    addDifference(Bound, P, Sign);
    requireNonnegative(Model, P.Differences, Bound);
  }
}

/// The decision constraints (3.5, 4.5).
void HyperplaneProgram::addDecision(const ConflictPolyhedron &P) {
  unsigned X[2];
  for (int I : {0, 1}) {
    X[I] = Model.addVariable(0, 1, true);
    UnknownForm Decision(P.Differences);
    Decision.Constants[0] = -1;
    addDifference(Decision, P, I == 0 ? 1 : -1);
    requireNonnegative(Model, P.Differences, Decision, X[I]);
  }
  Model.addRow({{X[0], 1}, {X[1], 1}}, 0, 1);
  Satisfied.push_back({X[0], X[1]});
}

/// Satisfying \p Polyhedron must not enlarge the coefficients of the modulus of
/// \p Class (4.7).
void HyperplaneProgram::addTradeOff(unsigned Polyhedron, unsigned Class) {
  if (Point.values().empty())
    return;
  double Most = 2 * MaxParameterCoefficient * Point.values().size();
  LinearTerms Growth = {{Satisfied[Polyhedron].first, Most},
                        {Satisfied[Polyhedron].second, Most}};
  for (unsigned I = 0; I < Point.values().size(); ++I) {
    Growth.push_back({Overall[Class].U[I], 1});
    Growth.push_back({Within[Class].U[I], -1});
  }
  Model.addRow(Growth, -Infinity, Most);
}

void HyperplaneProgram::addPolyhedron(const ConflictPolyhedron &P) {
  addDecision(P);
  if (P.Earlier == P.Later) {
    addBound(P, Within[P.Earlier]);
    return;
  }
  for (unsigned Class : {P.Earlier, P.Later}) {
    addBound(P, Overall[Class]);
    addTradeOff(Satisfied.size() - 1, Class);
  }
}

void HyperplaneProgram::exclude(const std::vector<bool> &Set) {
  LinearTerms Count;
  unsigned Size = 0;
  for (unsigned I = 0; I < Set.size() && I < Satisfied.size(); ++I) {
    if (!Set[I])
      continue;
    ++Size;
    Count.push_back({Satisfied[I].first, 1});
    Count.push_back({Satisfied[I].second, 1});
  }
  Model.addRow(Count, -Infinity, Size - 0.5);
}

/// Minus the number of satisfied polyhedra within or between classes.
LinearTerms HyperplaneProgram::unsatisfied(bool Between) const {
  LinearTerms Terms;
  for (unsigned I = 0; I < Polyhedra.size(); ++I) {
    if ((Polyhedra[I].Earlier != Polyhedra[I].Later) != Between)
      continue;
    Terms.push_back({Satisfied[I].first, -1});
    Terms.push_back({Satisfied[I].second, -1});
  }
  return Terms;
}

/// The sum of \p Moduli at the assumed parameters.
LinearTerms HyperplaneProgram::sizes(const std::vector<Modulus> &Moduli) const {
  LinearTerms Terms;
  for (const Modulus &M : Moduli) {
    Terms.push_back({M.W, 1});
    for (unsigned I = 0; I < M.U.size(); ++I)
      Terms.push_back({M.U[I], static_cast<double>(Point.values()[I])});
  }
  return Terms;
}

Hyperplane HyperplaneProgram::read(const std::vector<double> &Solution) const {
  Hyperplane Result;
  for (unsigned G : Gamma)
    Result.Row.Gamma.push_back(std::lround(Solution[G]));
  for (unsigned O : Offset)
    Result.Row.Offsets.push_back(std::lround(Solution[O]));
  for (const auto &X : Satisfied)
    Result.Satisfied.push_back(Solution[X.first] + Solution[X.second] > 0.5);
  std::vector<bool> Shares(Classes, false);
  for (unsigned I = 0; I < Polyhedra.size(); ++I)
    if (Polyhedra[I].Earlier != Polyhedra[I].Later && Result.Satisfied[I])
      Shares[Polyhedra[I].Earlier] = Shares[Polyhedra[I].Later] = true;
  for (unsigned C = 0; C < Classes; ++C) {
    double Spread = 0;
    for (unsigned U : (Shares[C] ? Overall : Within)[C].U)
      Spread += Solution[U];
    Result.Spread.push_back(Spread);
  }
  auto Last = llvm::find_if(llvm::reverse(Result.Row.Gamma),
                            [](long G) { return G != 0; });
  if (Last != Result.Row.Gamma.rend() && *Last < 0) {
    for (long &G : Result.Row.Gamma)
      G = -G;
    for (long &O : Result.Row.Offsets)
      O = -O;
  }
  return Result;
}

std::optional<Hyperplane>
HyperplaneProgram::solve(unsigned long MaxIterations,
                         unsigned long &IterationsLeft) {
  unsigned long PerNode = IterationsPerNode + 4 * Model.rows();
  unsigned long MaxNodes = std::min(MaxIterations, IterationsLeft) / PerNode;
  std::vector<LinearTerms> Objectives = {unsatisfied(false), sizes(Within)};
  if (Classes > 1) {
    Objectives.push_back(unsatisfied(true));
    Objectives.push_back(sizes(Overall));
  }
  for (unsigned A : Absolute)
    Objectives.back().push_back({A, TieBreak});
  std::optional<std::vector<double>> Best;
  for (const LinearTerms &Objective : Objectives) {
    unsigned long NodesLeft = MaxNodes;
    auto Solution = Model.minimize(Objective, NodesLeft);
    IterationsLeft -=
        std::min(IterationsLeft, (1 + MaxNodes - NodesLeft) * PerNode);
    if (!Solution)
      return Best ? std::optional(read(*Best)) : std::nullopt;
    Best = Solution;
    Model.addRow(Objective, -Infinity, valueOf(Objective, *Best) + 0.01);
  }
  return read(*Best);
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
        if (!isEmpty(Signed).is_true())
          Cut.push_back(Signed);
      }
    Parts = std::move(Cut);
  }
  isl::set Result = isl::set::empty(Differences.space());
  for (const isl::set &Part : Parts)
    Result = Result.unite(isl::set(Part.remove_divs().simple_hull()));
  return Result;
}

std::optional<Hyperplane>
smolly::findHyperplane(const std::vector<ConflictPolyhedron> &Polyhedra,
                       unsigned Classes, const ParameterPoint &Point,
                       const HyperplaneOptions &Options,
                       unsigned long &IterationsLeft) {
  if (Polyhedra.empty() || Polyhedra.size() > Options.MaxPolyhedra)
    return std::nullopt;
  for (const ConflictPolyhedron &P : Polyhedra)
    if (P.Differences.Dims == 0 ||
        P.Differences.Params != Point.values().size())
      return std::nullopt;
  HyperplaneProgram Program(Polyhedra, Classes, Point);
  for (const std::vector<bool> &Set : Options.Excluded)
    Program.exclude(Set);
  return Program.solve(Options.MaxIterations, IterationsLeft);
}
