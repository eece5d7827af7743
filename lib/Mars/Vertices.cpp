//===- Vertices.cpp - Polytopes that grow ---------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Vertices.h"
#include "smolly/SDBM/Arithmetic.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>
#include <numeric>

using namespace smolly;
using namespace smolly::mars;

namespace {

/// Of entries and bounds, and of dimensions: Hadamard's bound of a determinant
/// and its products with bounds have room in 128 bits then.
constexpr long MaxEntry = 1 << 10, MaxBound = 1L << 40;
constexpr unsigned MaxRank = 6, MaxRows = 16;

using Wide = __int128;
using Matrix = std::vector<Vector>;

/// Bareiss' elimination: divisions leave no rest. Complexity: O(n^3).
Wide determinant(const Matrix &Rows) {
  size_t N = Rows.size();
  std::vector<std::vector<Wide>> M;
  for (const Vector &Row : Rows)
    M.emplace_back(Row.begin(), Row.end());
  Wide Previous = 1;
  int Sign = 1;
  for (size_t K = 0; K + 1 < N; ++K) {
    size_t Pivot = K;
    while (Pivot < N && M[Pivot][K] == 0)
      ++Pivot;
    if (Pivot == N)
      return 0;
    if (Pivot != K) {
      std::swap(M[Pivot], M[K]);
      Sign = -Sign;
    }
    for (size_t I = K + 1; I < N; ++I)
      for (size_t J = K + 1; J < N; ++J)
        M[I][J] = (M[I][J] * M[K][K] - M[I][K] * M[K][J]) / Previous;
    Previous = M[K][K];
  }
  return N == 0 ? 1 : Sign * M[N - 1][N - 1];
}

/// The rows of the basis; none if they are too many or have too large entries.
std::optional<Matrix> rowsOf(const Lattice &L) {
  if (L.rank() > MaxRank || L.rank() == 0 || L.rows() > MaxRows)
    return std::nullopt;
  Matrix Result(L.rows());
  for (unsigned Row = 0; Row < L.rows(); ++Row)
    for (unsigned J = 0; J < L.rank(); ++J) {
      if (std::abs(L.basis(J)[Row]) > MaxEntry)
        return std::nullopt;
      Result[Row].push_back(L.basis(J)[Row]);
    }
  return Result;
}

/// Calls \p Visit with each choice of \p Few rows until it returns false.
bool forEachChoice(
    unsigned Rows, unsigned Few,
    llvm::function_ref<bool(const std::vector<unsigned> &)> Visit) {
  std::vector<bool> IsChosen(Rows, false);
  std::fill(IsChosen.begin(), IsChosen.begin() + Few, true);
  do {
    std::vector<unsigned> Choice;
    for (unsigned Row = 0; Row < Rows; ++Row)
      if (IsChosen[Row])
        Choice.push_back(Row);
    if (!Visit(Choice))
      return false;
  } while (std::prev_permutation(IsChosen.begin(), IsChosen.end()));
  return true;
}

Matrix chosen(const Matrix &All, const std::vector<unsigned> &Choice) {
  Matrix Result;
  for (unsigned Row : Choice)
    Result.push_back(All[Row]);
  return Result;
}

/// The least integer above -Constant / Slope.
std::optional<long> beyondRoot(Wide Slope, Wide Constant) {
  if (Slope == 0)
    return 0;
  if (Slope < 0) {
    Slope = -Slope;
    Constant = -Constant;
  }
  Wide Negated = -Constant;
  Wide Quotient = Negated / Slope - (Negated % Slope < 0);
  if (Quotient > MaxBound)
    return std::nullopt;
  return Quotient < 0 ? 0 : long(Quotient) + 1;
}

/// Of one vertex, where hyperplane \p K of the box goes through it. The vertex
/// is where row Choice[I] is one of its two bounds; N_K times it, and times the
/// determinant, is the sum of Weights[I] times these.
std::optional<long> lastChange(const std::vector<Wide> &Weights, Wide Det,
                               const std::vector<unsigned> &Choice, unsigned K,
                               const std::vector<GrowingRange> &R) {
  long Last = 0;
  for (unsigned Sides = 0; Sides < 2u << Choice.size(); ++Sides) {
    auto Bound = [&](unsigned Row, unsigned Bit) -> const GrowingBound & {
      return Sides >> Bit & 1 ? R[Row].High : R[Row].Low;
    };
    const GrowingBound &Other = Bound(K, Choice.size());
    Wide Slope = -Det * Other.Slope, Constant = -Det * Other.Constant;
    for (unsigned I = 0; I < Choice.size(); ++I) {
      const GrowingBound &Own = Bound(Choice[I], I);
      Slope += Weights[I] * Own.Slope;
      Constant += Weights[I] * Own.Constant;
    }
    auto Change = beyondRoot(Slope, Constant);
    if (!Change)
      return std::nullopt;
    Last = std::max(Last, *Change);
  }
  return Last;
}

} // namespace

std::optional<long> mars::commonMultipleOfMinors(const Lattice &L, long Most) {
  auto Rows = rowsOf(L);
  if (!Rows)
    return std::nullopt;
  long Multiple = 1;
  bool Fits = forEachChoice(L.rows(), L.rank(),
                            [&](const std::vector<unsigned> &Choice) {
                              Wide Det = determinant(chosen(*Rows, Choice));
                              Det = Det < 0 ? -Det : Det;
                              if (Det > Most)
                                return false;
                              if (Det != 0)
                                Multiple = std::lcm(Multiple, long(Det));
                              return Multiple <= Most;
                            });
  if (!Fits)
    return std::nullopt;
  return Multiple;
}

std::optional<long>
mars::lastChangeOfVertices(const Lattice &L, const std::vector<GrowingRange> &R,
                           unsigned long &Steps) {
  auto Rows = rowsOf(L);
  if (!Rows)
    return std::nullopt;
  for (const GrowingRange &Range : R)
    for (const GrowingBound &B : {Range.Low, Range.High})
      if (std::abs(B.Slope) > MaxBound || std::abs(B.Constant) > MaxBound)
        return std::nullopt;
  long Last = 0;
  auto Visit = [&](const std::vector<unsigned> &Choice) {
    Matrix Own = chosen(*Rows, Choice);
    Wide Det = determinant(Own);
    for (unsigned K = 0; Det != 0 && K < L.rows(); ++K) {
      if (Steps == 0)
        return false;
      --Steps;
      std::vector<Wide> Weights;
      for (unsigned I = 0; I < Choice.size(); ++I) {
        Matrix Replaced = Own;
        Replaced[I] = (*Rows)[K];
        Weights.push_back(determinant(Replaced));
      }
      auto Change = lastChange(Weights, Det, Choice, K, R);
      if (!Change)
        return false;
      Last = std::max(Last, *Change);
    }
    return true;
  };
  if (!forEachChoice(L.rows(), L.rank(), Visit))
    return std::nullopt;
  return Last;
}
