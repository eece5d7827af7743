//===- Lattice.cpp - Integer vectors spanned by others --------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Mars/Lattice.h"
#include "smolly/SDBM/Arithmetic.h"
#include <algorithm>
#include <utility>

using namespace smolly;
using namespace smolly::mars;

bool mars::subtractMultiple(Vector &V, long Factor, const Vector &W) {
  for (size_t I = 0; I < V.size(); ++I) {
    long Product;
    if (__builtin_mul_overflow(Factor, W[I], &Product) ||
        __builtin_sub_overflow(V[I], Product, &V[I]))
      return false;
  }
  return true;
}

namespace {

/// A vector and how it is combined of those given.
struct Combination {
  Vector Value, Factors;
};

bool subtract(Combination &A, long Factor, const Combination &B) {
  return subtractMultiple(A.Value, Factor, B.Value) &&
         subtractMultiple(A.Factors, Factor, B.Factors);
}

bool negate(Combination &A) {
  Combination Copy = A;
  return subtract(A, 2, Copy);
}

/// Makes all of \p Rest but the first zero in \p Row, by Euclid's algorithm,
/// and the first not negative. False if a number became too large.
bool eliminate(std::vector<Combination> &Rest, unsigned Row) {
  for (size_t I = 1; I < Rest.size(); ++I)
    while (Rest[I].Value[Row] != 0) {
      std::swap(Rest[0], Rest[I]);
      if (!subtract(Rest[I], Rest[I].Value[Row] / Rest[0].Value[Row], Rest[0]))
        return false;
    }
  return Rest.empty() || Rest[0].Value[Row] >= 0 || negate(Rest[0]);
}

} // namespace

std::optional<Lattice> Lattice::spannedBy(unsigned Rows,
                                          const std::vector<Vector> &Vectors) {
  std::vector<Combination> Rest, Done;
  for (size_t I = 0; I < Vectors.size(); ++I) {
    Vector Unit(Vectors.size(), 0);
    Unit[I] = 1;
    Rest.push_back({Vectors[I], Unit});
  }
  Lattice Result;
  Result.Rows = Rows;
  for (unsigned Row = 0; Row < Rows; ++Row) {
    if (!eliminate(Rest, Row))
      return std::nullopt;
    if (Rest.empty() || Rest[0].Value[Row] == 0)
      continue;
    Combination New = Rest[0];
    Rest.erase(Rest.begin());
    for (Combination &Earlier : Done)
      if (!subtract(Earlier, sdbm::ceilDiv(Earlier.Value[Row], New.Value[Row]),
                    New))
        return std::nullopt;
    Done.push_back(New);
    Result.Pivots.push_back(Row);
  }
  for (Combination &C : Done) {
    Result.Basis.push_back(std::move(C.Value));
    Result.Factors.push_back(std::move(C.Factors));
  }
  return Result;
}

bool Lattice::isFree(unsigned Row) const {
  for (unsigned J = 0; J < rank(); ++J)
    if (Pivots[J] == Row)
      return pivot(J) == 1;
  return false;
}

bool Lattice::isEverything() const {
  for (unsigned Row = 0; Row < Rows; ++Row)
    if (!isFree(Row))
      return false;
  return true;
}

std::optional<Vector> Lattice::reduced(Vector V) const {
  for (unsigned J = 0; J < rank(); ++J)
    if (!subtractMultiple(V, sdbm::floorDiv(V[Pivots[J]], pivot(J)), Basis[J]))
      return std::nullopt;
  return V;
}

/// The multiples for which the factors of the first J basis vectors are
/// integers are those of the Multiple found up to there.
std::optional<long> Lattice::order(unsigned Row) const {
  Vector V(Rows, 0);
  V[Row] = 1;
  long Multiple = 1;
  for (unsigned J = 0; J < rank(); ++J) {
    long Entry = V[Pivots[J]];
    long More = pivot(J) / sdbm::gcd(Entry, pivot(J));
    Vector Copy = V;
    if (!subtractMultiple(V, 1 - More, Copy) ||
        __builtin_mul_overflow(Multiple, More, &Multiple) ||
        !subtractMultiple(V, V[Pivots[J]] / pivot(J), Basis[J]))
      return std::nullopt;
  }
  return std::any_of(V.begin(), V.end(), [](long X) { return X != 0; })
             ? 0
             : Multiple;
}
