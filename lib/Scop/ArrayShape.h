//===- ArrayShape.h - Inner sizes of fixed-size arrays ----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `double A[100][512]` reaches us as one dimension indexed by `512 i + j`. The
/// sizes are read off the types and the subscripts restored.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_ARRAYSHAPE_H
#define SMOLLY_SCOP_ARRAYSHAPE_H

#include "polly/ScopInfo.h"
#include "smolly/Scop/ObjectFacts.h"
#include "llvm/IR/DataLayout.h"
#include "isl/isl-noexceptions.h"
#include <cstdint>
#include <vector>

namespace smolly {

/// Sizes of all dimensions but the outermost, outermost first.
using ArrayShape = std::vector<uint64_t>;

/// Rows of unknown length that are closer together are no rows, but windows:
/// whoever takes `A[2 * i + k]` for one assumes k < 2.
constexpr uint64_t ShortestRow = 64;

/// The shape that the type of the object, or the types that its accesses step
/// by, say it has; empty when it is one-dimensional or unknown.
ArrayShape findFixedShape(const ObjectFacts &Object, uint64_t ElementBytes,
                          const llvm::DataLayout &DL);

/// The shape that subscripts are written for, as in `A[i * 512 + j]` with j
/// from 0 to 511: that in which those of all \p Relations, { Domain[] ->
/// Element[.., x] }, that have several steps are affine, piece by piece and
/// with quotients, and in bounds wherever \p Context holds. With \p MayAssume,
/// where a part of it does, to which it then restricts Context. Empty when
/// there is none.
/// Complexity: for each dimension found, a few emptiness checks for each
/// relation, piece and step.
ArrayShape findWrittenShape(llvm::ArrayRef<isl::map> Relations,
                            isl::set &Context, bool MayAssume);

/// Whether the innermost dimension of \p SAI, as Polly sees it, consists of
/// several arrays of the \p Shape: `double A[n][n][9]` has n rows of 9 n.
bool dividesRows(const ArrayShape &Shape, const polly::ScopArrayInfo &SAI);

/// { Element[.., x] -> Element[.., x / (d1 d2 ..), (x / (d2 ..)) mod d1, ...]
/// }, a bijection of the array space \p Element.
isl::map delinearization(isl::space Element, const ArrayShape &Shape);

/// The inverse of that for elements { Element[.., x0, x1, ..] }, \p Element.
isl::multi_aff linearization(isl::space Element, const ArrayShape &Shape);

/// The subscripts of \p Relation, { Domain[] -> Element[.., x] }, with respect
/// to \p Shape, piece by piece. Prefers affine subscripts that are in bounds in
/// \p Context or a part of it, to which it then restricts Context; where there
/// are none, the result is that of delinearization, which is always right.
/// Complexity: linear in the coefficients, and two emptiness checks for each
/// piece and dimension.
isl::map delinearizeAccess(isl::map Relation, const ArrayShape &Shape,
                           isl::set &Context);

} // namespace smolly

#endif // SMOLLY_SCOP_ARRAYSHAPE_H
