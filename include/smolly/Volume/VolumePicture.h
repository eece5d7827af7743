//===- VolumePicture.h - Regions as a picture -------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Draws the regions of outputs.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_VOLUME_VOLUMEPICTURE_H
#define SMOLLY_VOLUME_VOLUMEPICTURE_H

#include "smolly/Volume/VolumePrinter.h"

namespace smolly::volume {

/// Writes an SVG picture with a panel for each output of one dimension or more:
/// its last two dimensions, or the last two that a region ends in, where other
/// indices are as small as possible. The first one goes down, the second to the
/// right; long distances are drawn shorter. Fails where sizes depend on
/// parameters, with value_too_large where there are too many cells.
/// Complexity: one question for each cell and region.
llvm::Error drawVolumes(llvm::raw_ostream &OS, const VolumeReport &R);

} // namespace smolly::volume

#endif // SMOLLY_VOLUME_VOLUMEPICTURE_H
