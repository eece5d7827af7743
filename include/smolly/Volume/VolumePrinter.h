//===- VolumePrinter.h - Volumes as text ------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `smolly volumes` and print<smolly-volumes> find out and print.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_VOLUME_VOLUMEPRINTER_H
#define SMOLLY_VOLUME_VOLUMEPRINTER_H

#include "smolly/Volume/ShapeInference.h"
#include "smolly/Volume/Tiles.h"
#include "llvm/Support/raw_ostream.h"

namespace smolly::volume {

/// All that is known of the outputs of a kernel.
struct VolumeReport {
  explicit VolumeReport(const Kernel &K) : K(K) {}

  const Kernel &K;
  /// What K got its shapes from, if they have been inferred.
  std::optional<Shapes> Inferred;
  ElementMap M;
  /// One for each array with live-out elements.
  std::vector<OutputRegions> Outputs;
  /// For each of these, where it is cut into tiles.
  std::vector<std::optional<OutputTiles>> Tiles;
};

/// Finds all of it; no tiles where \p TileSizes is empty. Outputs of fewer
/// dimensions than that are not cut; it is an error if none is.
llvm::Expected<VolumeReport> analyzeVolumes(const Kernel &K, const Dataflow &D,
                                            const std::vector<long> &TileSizes,
                                            unsigned long MaxOperations);

void printVolumes(llvm::raw_ostream &OS, const VolumeReport &R);

/// One JSON object with sorted keys; \p Seconds, the time in which it was
/// found, is repeated in it.
void printVolumesAsJson(llvm::raw_ostream &OS, const VolumeReport &R,
                        double Seconds);

/// "zero, used by Convolution", "constant 0", "copy of in".
std::string markText(const Kernel &K, const Mark &M);

/// "dense", or the marks that make \p R special.
std::string regionText(const Kernel &K, const OutputRegions &O,
                       const Region &R);

} // namespace smolly::volume

#endif // SMOLLY_VOLUME_VOLUMEPRINTER_H
