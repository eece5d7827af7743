//===- RowVectors.cpp - Small vectors of coefficients ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts through the box of coefficients.
///
//===----------------------------------------------------------------------===//

#include "RowVectors.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <numeric>

using namespace smolly;

std::vector<std::vector<long>>
smolly::primitiveVectors(unsigned Dims, long Most, double Limit) {
  std::vector<std::vector<long>> Result;
  if (std::pow(2 * Most + 1, Dims) > Limit)
    return Result;
  std::vector<long> Gamma(Dims, -Most);
  while (true) {
    long Divisor = 0;
    for (long C : Gamma)
      Divisor = std::gcd(Divisor, C);
    auto Last =
        llvm::find_if(llvm::reverse(Gamma), [](long C) { return C != 0; });
    if (Divisor == 1 && *Last > 0)
      Result.push_back(Gamma);
    unsigned I = 0;
    while (I < Dims && Gamma[I] == Most)
      Gamma[I++] = -Most;
    if (I == Dims)
      break;
    ++Gamma[I];
  }
  auto Length = [](const std::vector<long> &G) {
    long Sum = 0;
    for (long C : G)
      Sum += std::labs(C);
    return Sum;
  };
  llvm::stable_sort(
      Result, [&](const std::vector<long> &A, const std::vector<long> &B) {
        return Length(A) < Length(B);
      });
  return Result;
}

void smolly::keepAlongElements(std::vector<std::vector<long>> &Vectors,
                               unsigned Elements) {
  llvm::erase_if(Vectors, [&](const std::vector<long> &Gamma) {
    long Sum = 0;
    for (unsigned I = 0; I < Elements; ++I)
      Sum += std::labs(Gamma[I]);
    return Sum > 1;
  });
}
