//===- IndexConflicts.h - Conflicts as index differences --------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The global array space (section 4.2 of Bhaskaracharya's thesis) and the
/// conflicts in it. Every value of a group gets an index in one common space,
/// and every row of a mapping is a linear function Gamma of that index plus an
/// offset that depends on the value set. Where Gamma is the same for all value
/// sets, what a row does to a conflict depends on the difference of the two
/// indices only: the conflicts of a pair become a set of differences, in as
/// many dimensions as the index has. That is all that looking for a mapping and
/// confirming it need.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_INDEXCONFLICTS_H
#define SMOLLY_STORAGE_INDEXCONFLICTS_H

#include "smolly/Kernel/Emptiness.h"
#include "smolly/Storage/Conflicts.h"
#include "smolly/Storage/ParameterPoint.h"
#include <memory>

namespace smolly {

/// What the index of a value is.
enum class IndexSpace {
  /// The iteration that writes it.
  Iterations,
  /// The element that is written.
  Elements,
  /// The element, followed by the iterators that it does not determine: of
  /// statements that write one array, or arrays of one shape, the same element
  /// has the same leading components, however deep their loops are.
  Extended,
  /// The iteration, in components that belong to the value set alone: a linear
  /// function of such an index is a function of its own for each value set.
  Separate,
};

/// How many offsets the rows of a group have.
enum class OffsetKind {
  /// One for all value sets, hence none.
  None,
  /// One for the value sets of an array that have as many iterators that the
  /// element does not determine: those that are written once, and those that
  /// are written in every step.
  EachKind,
  /// One a value set.
  EachSet,
};

/// Which components of the common index a group uses.
struct IndexLayout {
  IndexSpace Space = IndexSpace::Elements;
  std::vector<unsigned> Components;
  /// So many of them, the first, are dimensions of elements; 0 where none is.
  unsigned Elements = 0;
};

class CornerCache;

/// One conflict polyhedron. It belongs to an ordered pair of offset classes.
struct ConflictPiece {
  ConflictPiece(isl::set Differences, unsigned Earlier, unsigned Later,
                const ParameterPoint &Point);

  unsigned Earlier, Later;
  /// { Index[] }: index of the value of class Later minus that of Earlier.
  isl::set Differences;
  /// The same at the assumed parameters.
  isl::set DifferencesAt;
  /// Whether two values with the same index are among the conflicting ones.
  bool HasOrigin;
  /// Of Differences, cut where the sign of a component changes.
  std::shared_ptr<CornerCache> Corners;
  /// Points of Differences and of DifferencesAt, once they are asked for.
  mutable std::shared_ptr<std::vector<Witness>> Witnesses;

  /// The same seen from the other side: what was earlier is later.
  ConflictPiece reversed(const ParameterPoint &Point) const;
};

/// The conflicts of a group in one index space.
struct IndexConflicts {
  IndexLayout Layout;
  OffsetKind Offsets = OffsetKind::None;
  unsigned Dims = 0;
  /// For each member of the group its offset class; all members of a class
  /// have the same offset.
  std::vector<unsigned> ClassOf;
  unsigned Classes = 1;
  std::vector<ConflictPiece> Pieces;
  /// Something could not be computed: Pieces may lack conflicts.
  bool Incomplete = false;
  /// { Index[] }: the indices of all values, one a class, and at the assumed
  /// parameters.
  std::vector<isl::set> Indices, IndicesAt;
  /// The corners of the indices, of each member.
  std::vector<std::shared_ptr<CornerCache>> IndexCorners;
  /// { Index[] }: how the index changes in a step of the innermost loop that
  /// writes; null where there is no loop. One a member.
  std::vector<isl::set> Steps;
  /// The number of loops around each member's write that really loop.
  std::vector<unsigned> Depths;

  /// True when two values with the same index and the same offset conflict, so
  /// that no mapping exists, or when conflicts are not known.
  bool isHopeless() const;
  /// Number of indices in the largest box, full in some dimensions and flat in
  /// the others, all of which conflict with each other. No mapping has fewer
  /// cells at the assumed parameters. Only of a single class, otherwise 1.
  /// Complexity: exponential in the number of dimensions, at most 2^4.
  double largestClique() const;
};

/// Value sets with their conflicts, which are computed and brought to index
/// spaces once, when they are asked for.
class ArrayValues {
public:
  /// With \p Apart, numbers of element dimensions, values of elements that
  /// differ in one of these count as conflicts, whenever they live: many
  /// polyhedra become few, and what is lost are mappings that nobody expects to
  /// be there, as between the components of a vector.
  ArrayValues(const Kernel &K, std::vector<ValueLives> Lives,
              std::vector<unsigned> Apart = {});
  ArrayValues(const ArrayValues &) = default;

  /// The value sets from number \p First on are those of \p Others: what is
  /// asked about these alone is asked there, where it may be known already.
  void adopt(std::shared_ptr<const ArrayValues> Others, unsigned First);

  const Kernel &kernel() const { return K; }
  const std::vector<ValueLives> &live() const { return Live; }
  const std::vector<unsigned> &keptApart() const { return Apart; }
  /// Number of polyhedra of the conflicts among \p Members.
  unsigned countPolyhedra(const std::vector<unsigned> &Members) const;
  /// Whether one of these has that many existentially quantified variables that
  /// isl takes seconds for what takes milliseconds otherwise, in operations
  /// that are counted alike.
  bool haveManyLocals(const std::vector<unsigned> &Members) const;
  /// From now on the values of \p Sets conflict with all those of other sets
  /// that write other elements, whenever they live: one polyhedron in place of
  /// some that take long to compute. What is known already stays.
  void loosen(const std::vector<unsigned> &Sets);
  bool isLoose() const { return !Loose.empty(); }
  /// Replaces value set number \p Set and what follows from it, towards the
  /// value sets \p Others; those towards others are no longer valid.
  void replace(unsigned Set, const ValueLives &Lives,
               const std::vector<unsigned> &Others);

  /// The conflicts of the value sets \p Members.
  /// Complexity: projects the conflicts of each pair onto the index once; then
  /// quadratic in the number of polyhedra that a class has.
  IndexConflicts indexConflicts(const std::vector<unsigned> &Members,
                                IndexSpace Space, OffsetKind Offsets,
                                const ParameterPoint &Point) const;

  /// The conflicts of the values \p Added, whose indices are formed like those
  /// of set \p Like, with those of \p Members, of which it is one: only what
  /// has to hold besides what holds for Members already. Nothing is kept of it.
  /// Complexity: projects the conflicts with each member onto the index.
  IndexConflicts conflictsOfAdded(const ValueLives &Added, unsigned Like,
                                  const std::vector<unsigned> &Members,
                                  IndexSpace Space, OffsetKind Offsets,
                                  const ParameterPoint &Point) const;

  /// { Domain[] -> Index[] }: the index of the values of set \p V, all
  /// components.
  const isl::pw_multi_aff &indexOf(unsigned V, IndexSpace Space) const;

  /// True when \p Space gives the same mappings of \p Members as Elements.
  bool isLikeElements(const std::vector<unsigned> &Members,
                      IndexSpace Space) const;

  /// The element dimensions of a constant extent that is small, in all of \p
  /// Members and larger than 1 in one. Complexity: linear in the members.
  std::vector<unsigned>
  smallDimensions(const std::vector<unsigned> &Members) const;

  /// The offset class of each of \p Members, and how many there are.
  std::pair<std::vector<unsigned>, unsigned>
  offsetClasses(const std::vector<unsigned> &Members, OffsetKind Offsets) const;

private:
  /// See adopt.
  struct Adopted {
    std::shared_ptr<const ArrayValues> Values;
    unsigned First;
  };
  const Adopted *whoseAre(unsigned V, unsigned W) const;
  const Adopted *whoseAre(unsigned V, unsigned W, IndexSpace Space) const;
  /// What is computed on demand in one index space; null before.
  struct Cache {
    std::vector<isl::pw_multi_aff> Index;
    std::vector<isl::set> Indices, Steps;
    std::vector<std::vector<isl::set>> Differences;
  };
  Cache &cache(IndexSpace Space) const;
  unsigned append(const ValueLives &Added, unsigned Like);
  /// What is computed on demand for one layout.
  struct LayoutCache {
    struct Pair {
      std::vector<ConflictPiece> Pieces;
      bool Incomplete = false;
    };
    /// In both orders.
    std::map<std::pair<unsigned, unsigned>, Pair> Pairs;
    struct Set {
      isl::set Indices, IndicesAt, Steps;
      std::shared_ptr<CornerCache> Corners;
    };
    std::map<unsigned, Set> Sets;
  };
  const LayoutCache::Pair &pair(unsigned V, unsigned W,
                                const IndexLayout &Layout,
                                const ParameterPoint &Point) const;
  const LayoutCache::Set &set(unsigned V, const IndexLayout &Layout,
                              const ParameterPoint &Point) const;
  IndexConflicts noConflicts(const std::vector<unsigned> &Members,
                             IndexSpace Space, OffsetKind Offsets) const;
  IndexLayout layoutOf(const std::vector<unsigned> &Members,
                       IndexSpace Space) const;
  const isl::map &conflicts(unsigned V, unsigned W) const;
  isl::map conflictsApart(unsigned V, unsigned W) const;
  bool areLoose(unsigned V, unsigned W) const;
  void addApart(const ParameterPoint &Point, IndexConflicts &Result) const;
  const isl::set &differences(unsigned V, unsigned W, IndexSpace Space) const;
  const isl::set &indices(unsigned V, IndexSpace Space) const;
  const isl::set &steps(unsigned V, IndexSpace Space) const;

  const Kernel &K;
  std::vector<ValueLives> Live;
  std::vector<Adopted> Origins;
  std::vector<unsigned> Apart;
  /// See loosen; empty if nothing is.
  std::vector<bool> Loose;
  /// { V[] -> W[] } for each pair; null where nobody has asked yet, or where
  /// that was too much.
  mutable std::vector<std::vector<isl::map>> Conflicts;
  /// For each value set the iterators that its element does not determine.
  std::vector<std::vector<unsigned>> FreeIterators;
  /// Numbers of components that hold any value set.
  unsigned MaxIterators = 0, MaxElementDims = 0, MaxFree = 0;
  /// The first component of each value set in IndexSpace::Separate, and the
  /// number of all.
  std::vector<unsigned> FirstSeparate;
  unsigned Separate = 0;
  mutable std::map<IndexSpace, Cache> Caches;
  mutable std::map<std::pair<IndexSpace, std::vector<unsigned>>, LayoutCache>
      LayoutCaches;
};

} // namespace smolly

#endif // SMOLLY_STORAGE_INDEXCONFLICTS_H
