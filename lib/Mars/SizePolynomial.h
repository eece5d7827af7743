//===- SizePolynomial.h - Polynomials of tile sizes -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers of points as functions of tile sizes.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_MARS_SIZEPOLYNOMIAL_H
#define SMOLLY_LIB_MARS_SIZEPOLYNOMIAL_H

#include "smolly/Mars/Lattice.h"
#include "isl/isl-noexceptions.h"
#include <map>
#include <string>

namespace smolly::mars {

/// A polynomial with rational coefficients of any size. All operations are
/// linear in the number of terms.
class SizePolynomial {
public:
  SizePolynomial(isl::ctx Ctx, unsigned Variables)
      : Ctx(Ctx), Variables(Variables) {}
  static SizePolynomial constant(isl::ctx Ctx, unsigned Variables,
                                 const isl::val &Value);

  void add(const SizePolynomial &O);
  /// Times Factor * variable + Constant.
  SizePolynomial timesLinear(unsigned Variable, const isl::val &Factor,
                             const isl::val &Constant) const;

  bool isEqual(const SizePolynomial &O) const;
  /// 0 for a constant.
  unsigned degree() const;
  isl::val at(const Vector &Values) const;
  /// "1/2*s1^2 - s1*s2 + 3".
  std::string str(const std::vector<std::string> &Names) const;

private:
  using Exponents = std::vector<unsigned>;
  void addTerm(const Exponents &E, const isl::val &Coefficient);

  isl::ctx Ctx;
  unsigned Variables;
  /// None of them 0.
  std::map<Exponents, isl::val> Terms;
};

} // namespace smolly::mars

#endif // SMOLLY_LIB_MARS_SIZEPOLYNOMIAL_H
