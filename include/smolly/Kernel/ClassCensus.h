//===- ClassCensus.h - How many sets are of which class ---------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts which part of what a compilation computes with are DBMs, harmonic
/// SDBMs, other SDBMs, or something else: the figures of "Strided Difference
/// Bound Matrices", section 6.2. Nothing is counted, and hardly any time spent,
/// unless somebody asks for it.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_CLASSCENSUS_H
#define SMOLLY_KERNEL_CLASSCENSUS_H

#include "smolly/Kernel/Dataflow.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/Kernel.h"
#include "smolly/SDBM/SDBM.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <array>

namespace smolly {

/// While an object of this class lives, what its thread computes is counted;
/// emptiness checks only if an EmptinessScope tells it of them. One inside
/// another counts on its own. Complexity: linear in the constraints, and
/// quadratic in the dimensions of each polyhedron.
class ClassCensus : public QuestionListener {
public:
  enum Kind {
    /// Each row of all that is counted below but emptiness checks.
    Constraints,
    /// Contexts, domains, access relations, live-out elements.
    Sets,
    /// Of dataflow: who reads whose values, or those from before, and what is
    /// left at the end.
    Dependences,
    /// Disjuncts of conflict sets.
    Conflicts,
    /// Whatever Emptiness.h is asked.
    Checks
  };
  static constexpr unsigned Kinds = 5, Classes = 4;

  ClassCensus();
  ~ClassCensus() override;
  ClassCensus(const ClassCensus &) = delete;
  ClassCensus &operator=(const ClassCensus &) = delete;

  unsigned long count(Kind What, sdbm::Class C) const {
    return Counts[What][unsigned(C)];
  }
  /// Of all classes.
  unsigned long count(Kind What) const;

  void addKernel(const Kernel &K);
  void asked(sdbm::Question *Q) override;

  /// A table of all counts.
  void print(llvm::raw_ostream &OS) const;
  /// In one sentence.
  std::string describe() const;
  /// {"checks": {"dbm": 1, ...}, ...}
  llvm::json::Object toJson() const;

  /// Adds to the innermost census of the thread, if there is one.
  static void note(const Dataflow &Flow) {
    if (Current)
      Current->addFlow(Flow);
  }
  /// The conflicts of two value sets.
  static void note(const isl::map &Conflicts) {
    if (Current)
      Current->addConflicts(Conflicts);
  }

private:
  void addFlow(const Dataflow &Flow);
  void addConflicts(const isl::map &Map);
  template <typename T> void add(Kind What, const T &Set, bool EachDisjunct);

  static thread_local ClassCensus *Current;
  ClassCensus *Outer;
  std::array<std::array<unsigned long, Classes>, Kinds> Counts = {};
};

} // namespace smolly

#endif // SMOLLY_KERNEL_CLASSCENSUS_H
