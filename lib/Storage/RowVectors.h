//===- RowVectors.h - Small vectors of coefficients -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The linear functions that rows are tried with.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_STORAGE_ROWVECTORS_H
#define SMOLLY_LIB_STORAGE_ROWVECTORS_H

#include <vector>

namespace smolly {

/// All primitive vectors with coefficients up to \p Most, up to sign, short
/// ones first; none if there are more than \p Limit. Complexity: exponential in
/// \p Dims, up to \p Limit.
std::vector<std::vector<long>> primitiveVectors(unsigned Dims, long Most,
                                                double Limit);

/// Keeps those of \p Vectors that have 1 or -1 for one of the first \p Elements
/// components and 0 for the others of these, or 0 for all of them.
void keepAlongElements(std::vector<std::vector<long>> &Vectors,
                       unsigned Elements);

} // namespace smolly

#endif // SMOLLY_LIB_STORAGE_ROWVECTORS_H
