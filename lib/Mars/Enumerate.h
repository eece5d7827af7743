//===- Enumerate.h - Elements of a lattice in a box -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Goes through the elements of a lattice, moved by a vector, that are in a
/// box.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_MARS_ENUMERATE_H
#define SMOLLY_LIB_MARS_ENUMERATE_H

#include "smolly/Mars/Lattice.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace smolly::mars {

/// For each row the least number and the one behind the largest.
using Ranges = std::vector<std::pair<long, long>>;

/// Calls \p Visit with the factors of the basis vectors and the element, in
/// lexicographic order of the factors. False if it took more than \p Steps,
/// which counts down, or a number became too large.
/// Complexity: the product over the pivots of the elements of their ranges.
bool forEachElement(
    const Lattice &L, const Vector &Offset, const Ranges &R,
    unsigned long &Steps,
    llvm::function_ref<void(const Vector &Factors, const Vector &Element)>
        Visit);

/// How many there are. Complexity: as forEachElement, without the last pivot if
/// no row is behind it.
std::optional<long> countElements(const Lattice &L, const Vector &Offset,
                                  const Ranges &R, unsigned long &Steps);

} // namespace smolly::mars

#endif // SMOLLY_LIB_MARS_ENUMERATE_H
