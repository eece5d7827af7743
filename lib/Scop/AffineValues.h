//===- AffineValues.h - Values outside of a SCoP as sets --------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Polly models the values in a SCoP. Here are those outside of it, in its
/// parameters: subscripts of later loops, sizes of allocations.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_AFFINEVALUES_H
#define SMOLLY_LIB_SCOP_AFFINEVALUES_H

#include "polly/ScopInfo.h"

namespace smolly {

/// Makes the values that \p Expr is computed from parameters of \p S where they
/// are known when it begins, up to a number of parameters that analyses bear.
/// Complexity: linear in the size of \p Expr.
void addParameters(polly::Scop &S, const llvm::SCEV *Expr,
                   const llvm::DominatorTree &DT);

/// { [params] } in which parameters of \p S that are frozen copies of values
/// have these, as far as that can be said. Unrelated ones are added to \p
/// Unknown. Complexity: linear in the parameters, times that of
/// AffineValues::valueOf.
isl::set frozenCopies(const polly::Scop &S, std::vector<isl::id> &Unknown);

class AffineValues {
public:
  /// The values at a place in \p Loops, outermost first, none of which is a
  /// part of \p S. Products of up to \p Factors values must not overflow.
  AffineValues(const polly::Scop &S, llvm::ArrayRef<const llvm::Loop *> Loops,
               unsigned Factors);

  /// { Iteration[] -> Z }; null where \p Expr is not affine in the loops and
  /// the parameters of the SCoP, or where its arithmetic may wrap around. Right
  /// only for parameters in assumed().
  /// Complexity: linear in the size of \p Expr, with a few operations on sets
  /// for each node.
  isl::pw_aff valueOf(const llvm::SCEV *Expr);

  /// { Iteration[] }: the loops' iterations, counted from 0.
  const isl::set &iterations() const { return Iterations; }

  /// { [params] }: what was assumed so far.
  isl::set assumed() const { return Assumed; }

private:
  isl::pw_aff visit(const llvm::SCEV *Expr);
  isl::pw_aff checked(isl::pw_aff Value, const llvm::SCEV *Expr);
  isl::pw_aff parameter(const llvm::SCEV *Expr);
  isl::pw_aff combine(const llvm::SCEVNAryExpr *Expr,
                      isl::pw_aff (*Join)(const isl::pw_aff &,
                                          const isl::pw_aff &));
  isl::pw_aff product(const llvm::SCEVMulExpr *Expr);
  isl::pw_aff recurrence(const llvm::SCEVAddRecExpr *Expr);
  isl::pw_aff nonNegative(isl::pw_aff Value);
  isl::pw_aff quotient(const llvm::SCEV *Dividend, const llvm::APInt &Divisor);
  isl::pw_aff unknown(const llvm::SCEVUnknown *Expr);
  void limitIterations(unsigned Dim);

  const polly::Scop &S;
  llvm::SmallVector<const llvm::Loop *, 4> Loops;
  unsigned Factors;
  isl::set Iterations, Assumed;
};

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_AFFINEVALUES_H
