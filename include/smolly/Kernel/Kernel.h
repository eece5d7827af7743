//===- Kernel.h - A polyhedral program --------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The hub of the library: what a loop nest does, as sets and maps. A kernel
/// comes from a kernel file (KernelFile.h) or from a SCoP (Scop/Import.h);
/// every analysis reads it and none changes it.
///
/// Spaces used here and everywhere above:
///   Domain[]   the instances of one statement, `{ S[i, j] }`
///   Element[]  the elements of one array, `{ A[x, y] }`
///   Time[]     schedule vectors, anonymous, one length in a kernel
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_KERNEL_H
#define SMOLLY_KERNEL_KERNEL_H

#include "isl/isl-noexceptions.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace smolly {

enum class AccessKind {
  Read,
  /// A write that happens in every instance of the relation's domain.
  MustWrite,
  /// A write that may or may not happen; its array is fixed.
  MayWrite,
};

/// The text of a constant whose bits are all zero.
inline constexpr char ConstantZero[] = "0";

/// One access of a statement. In a kernel from a SCoP a read touches one
/// element an instance, one of several if Exact is set; in a kernel file one
/// "read" may touch several.
struct Access {
  AccessKind Kind = AccessKind::Read;
  /// { Domain[] -> Element[] }, already restricted to the statement's domain.
  isl::map Relation;
  /// Index into Kernel::Arrays.
  unsigned Array = 0;
  /// The read of the same statement whose value this write stores as it is, if
  /// it does that; an index into Statement::Accesses.
  std::optional<unsigned> CopyOf = std::nullopt;
  /// What this write stores, if that is the same in all instances and known:
  /// a text that stands for the bits of the element. In elements of one size,
  /// equal texts are equal bits, and ConstantZero is all bits zero.
  std::optional<std::string> Constant = std::nullopt;

  /// { Domain[] -> Element[] }: the one element that a read touches, with a
  /// parameter for a value in memory, which is another one in each instance;
  /// Relation has the elements for all values that may be there. Such a
  /// parameter occurs nowhere else.
  std::optional<isl::map> Exact = std::nullopt;

  /// In instances outside of the relation's domain it does not happen: the
  /// statement has branches of its own.
  bool Conditional = false;

  /// Of an element that is not written before, or known at the beginning, any
  /// value will do: the program does not read it.
  bool MayFindNothing = false;

  /// The read of the same statement a part of which this one has taken over
  /// (Volume/Forward.h); that one's relation is empty then.
  std::optional<unsigned> InPlaceOf = std::nullopt;

  bool isRead() const { return Kind == AccessKind::Read; }
  bool isWrite() const { return Kind != AccessKind::Read; }
};

/// One array.
struct Array {
  std::string Name;
  /// { Element[] }; the outermost dimension may be unbounded.
  isl::set Extent;
  unsigned ElementBytes = 8;
  /// { Element[] }: elements that hold a value before the first instance.
  isl::set LiveIn;
  /// What all elements hold before the first instance, if that is known and the
  /// same: a text like that of Access::Constant.
  std::optional<std::string> Initially;
  /// { Element[] }: elements somebody may read after the last instance.
  isl::set LiveOut;
  /// { Element[] }: the elements that the whole program accesses, where the
  /// statements are not all of it: where iterations have been removed. Null
  /// elsewhere.
  isl::set Accessed;
  /// The memory belongs to somebody else: its values keep their place.
  bool Fixed = false;
};

/// In which order the effects of a statement, beside its writes, have to
/// happen. All of them have to.
enum class EffectOrder {
  /// Nothing is known of them.
  Unknown,
  /// Among those of statements of this kind, in the order of the program: the
  /// last one counts.
  Kept,
  /// In any order, and any number of times but none: all are the same.
  Any
};

/// One statement with its accesses in the order in which an instance performs
/// them.
struct Statement {
  std::string Name;
  /// { Domain[] }
  isl::set Domain;
  /// { Domain[] -> Time[] }, injective over all statements together.
  isl::map Schedule;
  std::vector<Access> Accesses;
  /// All reads of an instance precede all its writes. Where it is false, reads
  /// and writes of one instance happen in an unknown order: a write may neither
  /// reuse a cell that the same instance reads nor feed such a read.
  bool ReadsFirst = true;
  /// Nobody can tell whether an instance happens but by what it writes to the
  /// arrays of the kernel.
  bool OnlyWrites = true;
  /// Where OnlyWrites is false.
  EffectOrder Effects = EffectOrder::Unknown;

  /// Whether nobody can tell when an instance happens, or how often, but by
  /// what it writes.
  bool mayMove() const { return OnlyWrites || Effects == EffectOrder::Any; }

  /// Where each instance does nothing but copy elements, one read for each
  /// write: the reads that the writes copy, in the order of the writes. Empty
  /// elsewhere. Complexity: linear in the accesses, but for sorting.
  std::vector<unsigned> copiedReads() const;

  /// Whether other reads have taken the place of read number \p Access.
  /// Complexity: linear in the accesses.
  bool isTakenOver(unsigned Access) const;
};

/// What a kernel file says of the elements of an array.
struct Fact {
  std::string Name;
  isl::set Set; // { Element[] }
};

/// A tiling by hyperplanes, for analyses of tiles.
struct Tiling {
  /// Each { Domain[] -> Z }, over all statements.
  std::vector<isl::union_map> Hyperplanes;
  /// One for each hyperplane, at least 1.
  std::vector<long> Sizes;
};

/// A polyhedral program. Owns nothing but isl references: all of them must be
/// gone before the isl_ctx is.
class Kernel {
public:
  std::string Name;
  /// { [params] }: what is known of the parameters.
  isl::set Context;
  /// Names of parameters that only tell cases apart: storage is to suit all of
  /// them.
  std::set<std::string> Cases;
  /// Names of parameters that are small beside others, as the radius of a
  /// filter beside an image.
  std::set<std::string> SmallSizes;
  std::vector<Array> Arrays;
  std::vector<Statement> Statements;
  /// { Domain[] -> Domain[] }: where given, replaces the computed conflicts;
  /// each pair in one direction only, the later write on the right.
  std::optional<isl::union_map> Conflicts;
  /// { Domain[] -> Domain[] }: where given, replaces the computed flow
  /// dependences in analyses of tiles; domains may then be unbounded.
  std::optional<isl::union_map> Dependences;
  std::optional<smolly::Tiling> Tiles;
  std::vector<Fact> Facts;

  isl::ctx ctx() const { return Context.ctx(); }

  /// Number of schedule dimensions; 0 for a kernel without statements.
  unsigned timeDims() const;
  /// Whether some read touches an element that depends on a value in memory
  /// (Access::Exact). Complexity: linear in the accesses.
  bool hasIndirectReads() const;
  /// Index of the array of that name, or of the statement.
  std::optional<unsigned> findArray(const std::string &Name) const;
  std::optional<unsigned> findStatement(const std::string &Name) const;

  /// Brings all sets and maps to one parameter space, the union of theirs.
  /// Complexity: linear in the size of the kernel.
  void alignParameters();
};

} // namespace smolly

#endif // SMOLLY_KERNEL_KERNEL_H
