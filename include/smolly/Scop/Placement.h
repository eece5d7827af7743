//===- Placement.h - Where each access of a SCoP goes -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Turns a StoragePlan, which says where values live, into what a code
/// generator needs: for each access the array and index, piece by piece of the
/// statement's domain (thesis, Figure 4.1(a): piecewise reads after total data
/// expansion), and for each statement the pieces in which all its accesses have
/// one place. Where that would be too many pieces, some accesses keep several
/// places in a piece, and their address is selected when they happen.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_PLACEMENT_H
#define SMOLLY_SCOP_PLACEMENT_H

#include "smolly/Kernel/Dataflow.h"
#include "smolly/Kernel/Kernel.h"
#include "smolly/Schedule/PackSlices.h"
#include "smolly/Storage/StoragePlan.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

namespace smolly {

/// The place of one access in a part of its statement's domain.
struct Placement {
  enum class Kind {
    /// The original array.
    Original,
    /// StoragePlan::Arrays[Target] at Index.
    Mapped,
    /// A read of an element that is zero since the allocation.
    Zero,
    /// A write that nobody reads.
    Nowhere,
    /// An access that does not happen: a read in whose place others are
    /// (Access::InPlaceOf), or one that is conditional (Access::Conditional).
    Absent,
    /// A read from the buffer of a full tile: that of slice Target of the
    /// piece's TileVersion. Index is the array's element.
    Packed,
  };
  Kind Where = Kind::Original;
  unsigned Target = 0;
  /// { Domain[] }
  isl::set Part;
  /// { Domain[] -> Cell[] }, before base and modulo; null unless Mapped or
  /// Packed.
  isl::pw_multi_aff Index;
};

/// A piece of a statement's domain, and for each access the numbers of its
/// placements there, at least one. Their parts cover the piece and are
/// disjoint.
struct StatementPiece {
  /// { Domain[] }
  isl::set Domain;
  std::vector<std::vector<unsigned>> Choices;
  /// Its instances change nothing (Copies.h); there only for checks.
  bool Idle = false;
  /// AccessPlan::Versions that it is for: a part of another piece, which runs
  /// it in its place.
  std::optional<unsigned> Version = std::nullopt;
};

/// The buffer of a slice.
struct SliceBuffer {
  PackedSlice Slice;
  /// Index into StoragePlan::Arrays.
  unsigned Array = 0;
};

/// Code for the full tiles of a nest, beside that for all.
struct TileVersion {
  FullTiles Full;
  std::vector<SliceBuffer> Slices;
};

struct StatementPlacement {
  /// For each access; a single Original one when its array is not changed.
  std::vector<std::vector<Placement>> Accesses;
  /// Cover all instances but, unless asked for, the idle ones.
  std::vector<StatementPiece> Pieces;
  /// Some instances, or all, are in no piece.
  bool PartlyIdle = false;
};

struct PlacementOptions {
  /// No statement gets more pieces than this (but one, at least).
  unsigned MaxPieces = 64;
  /// Keep idle instances, in pieces of their own.
  bool KeepIdle = false;
};

/// Result of placeAccesses.
struct AccessPlan {
  /// For each statement of the kernel.
  std::vector<StatementPlacement> Statements;
  /// For each array of the kernel: no placement is in the original array.
  std::vector<bool> LeavesOriginal;
  std::vector<TileVersion> Versions;
};

/// Resolves the accesses of \p K. \p ZeroedArrays says, for each array, whether
/// uncovered reads find zero. Fails when an access has too many places to
/// select from. Complexity: at most MaxPieces times the number of placements
/// set intersections for each statement.
llvm::Expected<AccessPlan> placeAccesses(const Kernel &K, const Dataflow &D,
                                         const StoragePlan &Plan,
                                         const std::vector<bool> &ZeroedArrays,
                                         const PlacementOptions &Options);

} // namespace smolly

#endif // SMOLLY_SCOP_PLACEMENT_H
