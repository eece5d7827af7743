//===- Facts.h - What is known of values ------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Facts about elements ("Modelling linear algebra kernels as polyhedral volume
/// operations", section 5.2): those that a kernel gives, and those that it
/// shows: elements that are constants, copies of others, or never written.
///
/// A constant that is used twice, once where it matters and once everywhere,
/// must not hide the former use (section 5.4). So uses are told apart: each
/// read of a value that has a fact, by a statement that does more than copy it,
/// is a use of its own.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_VOLUME_FACTS_H
#define SMOLLY_VOLUME_FACTS_H

#include "smolly/Volume/ElementMap.h"

namespace smolly::volume {

/// A fact, and all values that have it: an element's value keeps the fact when
/// it is copied.
struct KnownValue {
  /// A name that the kernel gives, or the text of a constant.
  std::string Name;
  bool IsConstant = false;
  /// For each array the elements that have it before the first instance.
  std::vector<isl::set> Inputs; // { Input[] }
  /// For each statement and access that is a write: instances whose values have
  /// it.
  std::vector<std::vector<isl::set>> Writes; // { Domain[] }
};

/// All facts of \p K. A fact that the kernel gives of elements holds for all
/// values that these ever have.
/// Complexity: two compositions for each fact and each use of a copy.
std::vector<KnownValue> findKnownValues(const Kernel &K, const Dataflow &D);

/// { Domain[] }: the instances in which \p Read finds a value with the fact \p
/// V, or may find one where the write is not certain. Complexity: linear in the
/// flows.
isl::set readersOf(const Kernel &K, const Dataflow &D, const KnownValue &V,
                   AccessRef Read);

/// Whether \p Write stores what one read reads, and of that is known which
/// value it is, instance by instance.
bool isPlainCopy(const Kernel &K, const Dataflow &D, AccessRef Write);

enum class MarkKind {
  /// The value has the fact itself.
  Is,
  /// It is computed from a value that has it.
  Uses,
  /// It is computed from nothing but values that have facts.
  UsesOnly,
  /// It is a copy of an element of an array before the first instance.
  Copy,
  /// It is what was there before the first instance.
  Unwritten,
};

/// A part of an output that is special in one way.
struct Mark {
  MarkKind Kind = MarkKind::Uses;
  /// The fact's name, with IsConstant its text; of a copy the array.
  std::string Name;
  bool IsConstant = false;
  /// The use, for MarkKind::Uses.
  std::optional<AccessRef> Use;
  isl::set Set; // { Output[] }
};

/// The non-empty marks of array \p Array. Those that say what a value uses may
/// be too large where \p M is not exact, all others may be too small.
/// Complexity: one composition for each fact and each read of each statement.
llvm::Expected<std::vector<Mark>> findMarks(const Kernel &K, const Dataflow &D,
                                            const ElementMap &M, unsigned Array,
                                            unsigned long MaxOperations);

} // namespace smolly::volume

#endif // SMOLLY_VOLUME_FACTS_H
