//===- ElementMap.h - Which inputs an output needs --------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The volume model of "Modelling linear algebra kernels as polyhedral volume
/// operations", section 4, for any kernel. With a place of its own for every
/// value that is ever written, each write of a statement is an operation whose
/// result is a *volume*: a family of values indexed by the statement's
/// instances. What arrays hold before the first instance, and constants, are
/// volumes, too. The *volume element map* says for each live-out element which
/// elements of these it is computed from.
///
/// Spaces, beside those of Kernel.h:
///   Output[]  an element of an array after the last instance
///   Volume[]  an element of a volume: of an array before the first instance
///             (Input[]), the constant itself, or an instance of a statement
///             that computes something from nothing
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_VOLUME_ELEMENTMAP_H
#define SMOLLY_VOLUME_ELEMENTMAP_H

#include "smolly/Kernel/Dataflow.h"
#include <map>

namespace smolly::volume {

/// Result of findElementMap.
struct ElementMap {
  /// { Output[] -> Volume[] }
  isl::union_map Map;
  /// For each statement and access that is a write: the instances whose values
  /// an output needs, itself or through others. { Output[] -> Domain[] }
  std::vector<std::vector<isl::union_map>> Needs;
  /// False where Map and Needs may have more pairs than there are.
  bool IsExact = true;
  /// Why, for people.
  std::vector<std::string> Notes;
};

/// The tuple name of the volume of the constant \p Text (Access::Constant).
std::string constantVolume(const std::string &Text);

/// \p A composed with \p B where B is defined, and \p A where it is not
/// (definition 4.15). { X[] -> Y[] }, { Y[] -> Z[] }, { X[] -> Y[] or Z[] }.
isl::union_map lenientComposition(const isl::union_map &A,
                                  const isl::union_map &B);

/// The accesses whose values write \p Write of \p S depends on: none for a
/// constant, one for a copy, else all reads.
std::vector<unsigned> operandsOf(const Statement &S, unsigned Write);

/// { Output[] } that were there before and may not have been overwritten.
isl::set survivors(const Kernel &K, unsigned Array);

/// Composes the operations of \p K, readers before writers (lemma A.5), in one
/// pass. Statements that depend on each other in a cycle are one operation: its
/// map takes a transitive closure. Where that cannot be had exactly, the map is
/// larger than need be, in the worst case with all instances of the cycle that
/// come earlier. Each step for a cycle or a single statement gets
/// \p MaxOperations of isl.
/// Complexity: one composition for each statement, but for closures.
llvm::Expected<ElementMap> findElementMap(const Kernel &K, const Dataflow &D,
                                          unsigned long MaxOperations);

} // namespace smolly::volume

#endif // SMOLLY_VOLUME_ELEMENTMAP_H
