//===- ShapeInference.h - Shapes of results ---------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shape inference of "Modelling linear algebra kernels as polyhedral volume
/// operations" (Friebel et al., IMPACT 2023), section 5.3: where the index
/// domains of results are not known, they follow from those of the operands.
/// Of
///
///     out[i] = in[2i] + in[2i + 1] + in[2i + 2];       0 <= i < ?
///
/// with N elements of `in` there can be those with 2i + 2 < N. Sizes may be
/// parameters, and shapes any sets.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_VOLUME_SHAPEINFERENCE_H
#define SMOLLY_VOLUME_SHAPEINFERENCE_H

#include "smolly/Kernel/Dataflow.h"

namespace smolly::volume {

/// What a read must find for the value that is computed from it to be there.
/// Along dimensions that a read leaves without a bound, as a reduction does
/// with the axis that it adds up, both ask for one element.
enum class Window {
  /// All elements that it reads.
  Valid,
  /// At least one element: the domain of the element map, as in the paper.
  Full,
};

/// Result of inferShapes.
struct Shapes {
  /// For each statement and access that is a write: the instances whose values
  /// are there. { Domain[] }
  std::vector<std::vector<isl::set>> Writes;
  /// For each array the elements that ever hold a value that is there.
  /// { Element[] }
  std::vector<isl::set> Elements;
  /// For each array that has live-out elements those whose last value is
  /// there. { Output[] }
  std::vector<std::optional<isl::set>> LiveOut;
  /// False where sets may be too small (Window::Valid), or too large
  /// (Window::Full).
  bool IsExact = true;
  /// Why, for people.
  std::vector<std::string> Notes;

  /// What is to be shown of array number \p Array: LiveOut of an output,
  /// Elements of others.
  const isl::set &ofArray(unsigned Array) const {
    return LiveOut[Array] ? *LiveOut[Array] : Elements[Array];
  }
};

/// Goes from the inputs of \p K, that is the live-in elements and those of
/// arrays with known initial values, to the outputs, writers before readers.
/// Instances of a statement that are not there count as executed: what they
/// overwrite is lost. Domains of statements may be unbounded. For statements
/// that depend on each other in a cycle, a transitive closure is taken.
/// Complexity: a composition for each flow, but for closures.
llvm::Expected<Shapes> inferShapes(const Kernel &K, const Dataflow &D,
                                   Window Rule, unsigned long MaxOperations);

/// \p K with what is there according to \p S only: domains, accesses, extents
/// and live-out elements. Fails where a domain is still unbounded.
/// Complexity: linear in the accesses.
llvm::Expected<Kernel> withShapes(const Kernel &K, const Shapes &S,
                                  unsigned long MaxOperations);

} // namespace smolly::volume

#endif // SMOLLY_VOLUME_SHAPEINFERENCE_H
