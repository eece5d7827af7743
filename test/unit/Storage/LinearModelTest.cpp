//===- LinearModelTest.cpp - Integer programs -----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Storage/LinearModel.h"
#include "gtest/gtest.h"
#include <functional>
#include <limits>
#include <random>

using namespace smolly;

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();

using Solver = std::optional<std::vector<double>> (LinearModel::*)(
    const LinearTerms &, unsigned long &) const;

/// With the build's solver and with our own; they are the same one without
/// GLPK.
class LinearModelTest : public testing::TestWithParam<Solver> {
protected:
  static std::optional<std::vector<double>>
  minimize(const LinearModel &Model, const LinearTerms &Objective,
           unsigned long MaxNodes = 1000) {
    return (Model.*GetParam())(Objective, MaxNodes);
  }
};

TEST_P(LinearModelTest, FindsTheSmallestIntegerSolution) {
  LinearModel Model;
  unsigned X = Model.addVariable(0, 10, true);
  unsigned Y = Model.addVariable(0, 10, true);
  Model.addRow({{X, 2}, {Y, 3}}, 12, Infinity);
  auto Solution = minimize(Model, {{X, 1}, {Y, 1}});
  ASSERT_TRUE(Solution.has_value());
  EXPECT_NEAR((*Solution)[X] + (*Solution)[Y], 4, 1e-6);
}

TEST_P(LinearModelTest, AddsUpRepeatedTerms) {
  LinearModel Model;
  unsigned X = Model.addVariable(-Infinity, Infinity, false);
  Model.addRow({{X, 1}, {X, 1}}, 6, 6);
  auto Solution = minimize(Model, {{X, 1}});
  ASSERT_TRUE(Solution.has_value());
  EXPECT_NEAR((*Solution)[X], 3, 1e-6);
}

TEST_P(LinearModelTest, SeesInfeasibility) {
  LinearModel Model;
  unsigned X = Model.addVariable(0, 1, true);
  Model.addRow({{X, 1}}, 2, Infinity);
  EXPECT_FALSE(minimize(Model, {{X, 1}}).has_value());
  LinearModel Empty;
  Empty.addVariable(0, 1, true);
  Empty.addRow({}, 1, Infinity);
  EXPECT_FALSE(minimize(Empty, {}).has_value());
  LinearModel Between;
  Between.addVariable(0.25, 0.75, true);
  EXPECT_FALSE(minimize(Between, {}).has_value());
}

TEST_P(LinearModelTest, SolvesWithoutVariables) {
  auto Solution = minimize(LinearModel(), {});
  ASSERT_TRUE(Solution.has_value());
  EXPECT_TRUE(Solution->empty());
}

TEST_P(LinearModelTest, EndsWhereNothingIsSmallest) {
  LinearModel Model;
  unsigned X = Model.addVariable(-Infinity, Infinity, false);
  EXPECT_FALSE(minimize(Model, {{X, 1}}).has_value());
}

TEST_P(LinearModelTest, EndsWithoutNodes) {
  LinearModel Model;
  LinearTerms Sum, Twice;
  for (unsigned I = 0; I < 12; ++I) {
    unsigned X = Model.addVariable(0, 1, true);
    Sum.push_back({X, 1});
    Twice.push_back({X, 2});
  }
  Model.addRow(Twice, 11, 11);
  EXPECT_FALSE(minimize(Model, Sum, 1).has_value());
}

/// A program over a few integers between -3 and 3, to be solved by trying all.
struct RandomProgram {
  explicit RandomProgram(unsigned Seed);
  std::optional<double> smallest() const;
  double valueOf(const std::vector<int> &Coefficients,
                 const std::vector<double> &Point) const {
    double Sum = 0;
    for (unsigned I = 0; I < Point.size(); ++I)
      Sum += Coefficients[I] * Point[I];
    return Sum;
  }
  bool allows(const std::vector<double> &Point) const;
  LinearTerms terms(const std::vector<int> &Coefficients) const {
    LinearTerms Terms;
    for (unsigned I = 0; I < Coefficients.size(); ++I)
      Terms.push_back({I, static_cast<double>(Coefficients[I])});
    return Terms;
  }

  static constexpr int Bound = 3;
  std::vector<int> Objective;
  std::vector<std::vector<int>> Rows;
  std::vector<std::pair<double, double>> Bounds;
};

RandomProgram::RandomProgram(unsigned Seed) {
  // Distributions differ between libraries; the generator itself does not.
  std::minstd_rand Random(Seed + 1);
  auto Below = [&](int N) { return static_cast<int>(Random() % N); };
  unsigned Variables = 2 + Below(3);
  auto Coefficients = [&] {
    std::vector<int> Result;
    for (unsigned I = 0; I < Variables; ++I)
      Result.push_back(Below(11) - 5);
    return Result;
  };
  Objective = Coefficients();
  for (int I = 0, E = 1 + Below(5); I < E; ++I) {
    Rows.push_back(Coefficients());
    double Lower = Below(15) - 10;
    Bounds.push_back({Lower, Below(2) ? Infinity : Lower + Below(8)});
  }
}

bool RandomProgram::allows(const std::vector<double> &Point) const {
  for (unsigned I = 0; I < Rows.size(); ++I) {
    double Value = valueOf(Rows[I], Point);
    if (Value < Bounds[I].first - 1e-6 || Value > Bounds[I].second + 1e-6)
      return false;
  }
  return true;
}

std::optional<double> RandomProgram::smallest() const {
  std::optional<double> Least;
  std::vector<double> Point;
  std::function<void()> Extend = [&] {
    if (Point.size() < Objective.size()) {
      for (int X = -Bound; X <= Bound; ++X) {
        Point.push_back(X);
        Extend();
        Point.pop_back();
      }
    } else if (allows(Point)) {
      double Value = valueOf(Objective, Point);
      Least = Least ? std::min(*Least, Value) : Value;
    }
  };
  Extend();
  return Least;
}

TEST_P(LinearModelTest, AgreesWithTryingAll) {
  for (unsigned Seed = 0; Seed < 300; ++Seed) {
    RandomProgram Program(Seed);
    LinearModel Model;
    for (unsigned I = 0; I < Program.Objective.size(); ++I)
      Model.addVariable(-Program.Bound, Program.Bound, true);
    for (unsigned I = 0; I < Program.Rows.size(); ++I)
      Model.addRow(Program.terms(Program.Rows[I]), Program.Bounds[I].first,
                   Program.Bounds[I].second);
    auto Solution = minimize(Model, Program.terms(Program.Objective));
    std::optional<double> Least = Program.smallest();
    ASSERT_EQ(Solution.has_value(), Least.has_value()) << "seed " << Seed;
    if (!Least)
      continue;
    EXPECT_TRUE(Program.allows(*Solution)) << "seed " << Seed;
    EXPECT_NEAR(Program.valueOf(Program.Objective, *Solution), *Least, 1e-6)
        << "seed " << Seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, LinearModelTest,
                         testing::Values(&LinearModel::minimize,
                                         &LinearModel::minimizeBySimplex),
                         [](const testing::TestParamInfo<Solver> &Info) {
                           return Info.index == 0 ? "Default" : "Simplex";
                         });

} // namespace
