//===- Components.h - Dependence cycles of statements -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The inverted dependence graph of a kernel and its strongly connected
/// components.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_COMPONENTS_H
#define SMOLLY_KERNEL_COMPONENTS_H

#include "smolly/Kernel/Dataflow.h"

namespace smolly {

/// Statements that depend on each other in a cycle, or a single statement.
struct Component {
  std::vector<unsigned> Statements;
  /// There is an edge from one of them to one of them.
  bool IsCycle = false;
};

/// The components of the graph with an edge from each statement that reads a
/// value to the one that wrote it, in topological order: who reads comes before
/// who writes. Within a component, statements that others depend on come last.
/// Edges from a statement to itself for which \p Ignore holds do not count.
/// Complexity: linear in statements and flows.
std::vector<Component> findComponents(const Kernel &K, const Dataflow &D,
                                      const std::vector<bool> &IgnoreSelf = {});

} // namespace smolly

#endif // SMOLLY_KERNEL_COMPONENTS_H
