//===- MarsPicture.h - MARS as a picture ------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Draws tiles, their MARS and who uses them.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_MARS_MARSPICTURE_H
#define SMOLLY_MARS_MARSPICTURE_H

#include "smolly/Mars/Mars.h"
#include "llvm/Support/raw_ostream.h"

namespace smolly::mars {

/// Writes an SVG picture with a panel for each shape of tiles and each
/// statement, at most six: the instances of a tile as points, with the colour
/// and number of their MARS; arrows to consumers; a legend. Three iterators are
/// seen along the diagonal, the first one pointing upwards. Fails where
/// statements have other numbers of iterators, with value_too_large where there
/// are too many points.
/// Complexity: O(n log n) for n instances.
llvm::Error drawMars(llvm::raw_ostream &OS, const MarsAnalysis &A);

} // namespace smolly::mars

#endif // SMOLLY_MARS_MARSPICTURE_H
