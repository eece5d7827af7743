//===- Emptiness.h - Whether sets are empty ---------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one place where it is asked whether a set or map is empty, or disjoint
/// from or included in another. Most of those that occur are strided difference
/// bound matrices ("Strided Difference Bound Matrices", section 6), which
/// answer in a fraction of the time that isl takes. isl is asked for the rest.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_EMPTINESS_H
#define SMOLLY_KERNEL_EMPTINESS_H

#include "isl/isl-noexceptions.h"
#include <vector>

namespace smolly {

namespace sdbm {
struct Question;
}

/// How questions are answered.
enum class EmptinessMode {
  /// Only by isl.
  Isl,
  /// By SDBMs where they can, else by isl.
  Fast,
  /// By both; a difference is counted as a mistake.
  Check
};

/// What was asked, and how it was answered.
struct EmptinessCounts {
  unsigned long Fast = 0, Slow = 0, Mistakes = 0;
  /// What answers took, if that is measured.
  double Seconds = 0;
  /// The same, of questions that isl would not have been asked.
  double SecondsOfMore = 0;
};

/// Hears what is asked.
class QuestionListener {
public:
  virtual ~QuestionListener();
  /// Null: a question whose numbers are too large to be told.
  virtual void asked(sdbm::Question *Q) = 0;
};

/// While an object of this class lives, the questions of its thread are
/// answered in one mode, and counted. One inside another counts on its own.
class EmptinessScope {
public:
  explicit EmptinessScope(EmptinessMode Mode);
  ~EmptinessScope();
  EmptinessScope(const EmptinessScope &) = delete;
  EmptinessScope &operator=(const EmptinessScope &) = delete;

  const EmptinessCounts &counts() const { return Counts; }
  /// Questions from now on are told to \p L, which has to live as long.
  void tell(QuestionListener &L) { Listeners.push_back(&L); }
  void measureTime() { IsTimed = true; }

private:
  friend class EmptinessQuestion;
  EmptinessMode Mode;
  EmptinessCounts Counts;
  std::vector<QuestionListener *> Listeners;
  bool IsTimed = false;
  EmptinessScope *Outer;
};

/// How questions of this thread are answered.
EmptinessMode emptinessMode();

/// As isl's functions of these names: an error where an operand is null or a
/// budget is used up. What SDBMs answer counts as much as isl's mean answer.
/// Complexity: SDBMs take O(n^3) for each disjunct, or pair of disjuncts, in n
/// dimensions and parameters.
isl::boolean isEmpty(const isl::set &Set);
isl::boolean isEmpty(const isl::map &Map);
isl::boolean isDisjoint(const isl::set &A, const isl::set &B);
isl::boolean isDisjoint(const isl::map &A, const isl::map &B);
isl::boolean isSubset(const isl::set &A, const isl::set &B);
isl::boolean isSubset(const isl::map &A, const isl::map &B);

/// Whether no pair of \p Order, { First[] -> Second[] }, has an element in
/// common of \p A, { First[] -> Element[] }, and \p B, { Second[] -> Element[]
/// }. True if SDBMs show it; isl is not asked, and false means nothing. All
/// have the same parameters.
/// Complexity: SDBMs take O(n^3) for each disjunct of each.
bool areSurelyIndependent(const isl::map &A, const isl::map &B,
                          const isl::map &Order);

/// A point of a set, kept to show of many others that they do not include it.
class Witness {
public:
  /// The point that isl finds, if any.
  explicit Witness(const isl::set &Set);

  /// Whether the point shows that \p Other, in the same space, does not include
  /// the set. False means nothing; SDBMs are not used if they are not to be.
  /// Complexity: linear in the coefficients of Other.
  bool isOutside(const isl::set &Other) const;

private:
  isl::set Whole;
  /// After a 0, parameters and dimensions; none if isl found no point.
  std::vector<long> Point;
};

/// The intersection. isl computes that of each pair of disjuncts and then asks
/// whether it is empty; here SDBMs are asked first, and only what they do not
/// show to be empty is computed.
/// Complexity: that of isDisjoint for each pair.
isl::map intersection(const isl::map &A, const isl::map &B);

/// The union of all, in \p Space, by pairs: isl sorts both sides of each.
/// Complexity: O(n log n) polyhedra are sorted.
isl::map unionOf(std::vector<isl::map> Maps, const isl::space &Space);

} // namespace smolly

#endif // SMOLLY_KERNEL_EMPTINESS_H
