//===- SizePolynomial.cpp - Polynomials of tile sizes ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizePolynomial.h"
#include "isl/val.h"
#include <algorithm>
#include <cstdlib>
#include <numeric>

using namespace smolly;
using namespace smolly::mars;

SizePolynomial SizePolynomial::constant(isl::ctx Ctx, unsigned Variables,
                                        const isl::val &Value) {
  SizePolynomial Result(Ctx, Variables);
  Result.addTerm(Exponents(Variables, 0), Value);
  return Result;
}

void SizePolynomial::addTerm(const Exponents &E, const isl::val &Coefficient) {
  auto Old = Terms.find(E);
  isl::val Sum =
      Old == Terms.end() ? Coefficient : Old->second.add(Coefficient);
  if (Old != Terms.end())
    Terms.erase(Old);
  if (!Sum.is_zero().is_true())
    Terms.emplace(E, Sum);
}

void SizePolynomial::add(const SizePolynomial &O) {
  for (const auto &[E, Coefficient] : O.Terms)
    addTerm(E, Coefficient);
}

SizePolynomial SizePolynomial::timesLinear(unsigned Variable,
                                           const isl::val &Factor,
                                           const isl::val &Constant) const {
  SizePolynomial Result(Ctx, Variables);
  for (const auto &[E, Coefficient] : Terms) {
    Exponents Higher = E;
    ++Higher[Variable];
    Result.addTerm(Higher, Coefficient.mul(Factor));
    Result.addTerm(E, Coefficient.mul(Constant));
  }
  return Result;
}

bool SizePolynomial::isEqual(const SizePolynomial &O) const {
  return std::equal(Terms.begin(), Terms.end(), O.Terms.begin(), O.Terms.end(),
                    [](const auto &A, const auto &B) {
                      return A.first == B.first &&
                             A.second.eq(B.second).is_true();
                    });
}

unsigned SizePolynomial::degree() const {
  unsigned Most = 0;
  for (const auto &[E, Coefficient] : Terms)
    Most = std::max(Most, std::accumulate(E.begin(), E.end(), 0u));
  return Most;
}

isl::val SizePolynomial::at(const Vector &Values) const {
  isl::val Sum(Ctx, 0L);
  for (const auto &[E, Coefficient] : Terms) {
    isl::val Term = Coefficient;
    for (unsigned V = 0; V < Variables; ++V)
      for (unsigned I = 0; I < E[V]; ++I)
        Term = Term.mul(isl::val(Ctx, Values[V]));
    Sum = Sum.add(Term);
  }
  return Sum;
}

/// "s1^2*s2"; empty if all exponents are 0.
static std::string powers(const std::vector<unsigned> &Exponents,
                          const std::vector<std::string> &Names) {
  std::string Text;
  for (size_t V = 0; V < Exponents.size(); ++V) {
    if (Exponents[V] == 0)
      continue;
    Text += (Text.empty() ? "" : "*") + Names[V];
    if (Exponents[V] > 1)
      Text += "^" + std::to_string(Exponents[V]);
  }
  return Text;
}

static std::string text(const isl::val &Value) {
  char *Text = isl_val_to_str(Value.get());
  std::string Result = Text ? Text : "?";
  std::free(Text);
  return Result;
}

/// Terms of higher degree come first.
std::string SizePolynomial::str(const std::vector<std::string> &Names) const {
  std::vector<std::pair<Exponents, isl::val>> Sorted(Terms.rbegin(),
                                                     Terms.rend());
  auto Degree = [](const auto &Term) {
    return std::accumulate(Term.first.begin(), Term.first.end(), 0u);
  };
  std::stable_sort(
      Sorted.begin(), Sorted.end(),
      [&](const auto &A, const auto &B) { return Degree(A) > Degree(B); });
  std::string Text;
  for (const auto &[E, Coefficient] : Sorted) {
    bool IsNegative = Coefficient.is_neg().is_true();
    std::string Factor = text(Coefficient.abs()), Power = powers(E, Names);
    if (!Text.empty())
      Text += IsNegative ? " - " : " + ";
    else if (IsNegative)
      Text += "-";
    if (Power.empty())
      Text += Factor;
    else
      Text += (Factor == "1" ? "" : Factor + "*") + Power;
  }
  return Text.empty() ? "0" : Text;
}
