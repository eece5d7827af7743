//===- Candidates.h - Ways to map a group -----------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The ways to find a mapping for a group of value sets:
///
///  - successive modulo (Lefebvre and Feautrier 1998; section 2.4 of
///    Bhaskaracharya's thesis): the canonical axes are the rows;
///  - storage hyperplanes (Algorithm 1 of the thesis): each row is the solution
///    of an integer linear program, see Hyperplanes.h.
///
/// both over the iterations of a single value set, or over the elements that a
/// group writes. In the latter case the rows are functions of the element, so
/// that a read needs one index function whichever member its value comes from.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_CANDIDATES_H
#define SMOLLY_STORAGE_CANDIDATES_H

#include "smolly/Storage/GroupMapping.h"

namespace smolly {

/// What the rows of a mapping are functions of.
enum class IndexSpace { Iterations, Elements };

/// Limits and preferences of the search.
struct CandidateOptions {
  /// Each gives a mapping, see MappingBuilder::finish.
  std::vector<double> Slacks = {0};
  unsigned long MaxIlpIterations = 200'000;
  /// More conflict polyhedra than this are not given to the ILP.
  unsigned MaxPolyhedra = 16;
  /// Group conflicts by the signs of index differences first.
  bool SplitPolyhedra = false;
};

/// Rows along the canonical axes. Over iterations only for a single member.
/// The axis \p Last, if it is one, is considered after all others: when an
/// instance is the last to read what lies k steps back on that axis, only the
/// same position on the other axes conflicts over k steps, and only if the
/// other axes come first is k enough. Complexity: one parametric lexicographic
/// maximum a dimension.
std::vector<GroupMapping> mapBySuccessiveModulo(const ValueGroup &Group,
                                                const ParameterPoint &Point,
                                                IndexSpace Space,
                                                const CandidateOptions &O,
                                                unsigned Last = ~0u);

/// Rows by integer linear programming. \p Attempts is increased by the number
/// of programs solved. Complexity: exponential at worst, bounded by
/// CandidateOptions.
std::vector<GroupMapping> mapByHyperplanes(const ValueGroup &Group,
                                           const ParameterPoint &Point,
                                           IndexSpace Space,
                                           const CandidateOptions &O,
                                           unsigned &Attempts);

/// Number of dimensions of the index space of \p Group.
unsigned indexDimensions(const ValueGroup &Group, IndexSpace Space);

/// What \p Builder finishes with each slack of \p O.
std::vector<GroupMapping> finishAll(const MappingBuilder &Builder,
                                    IndexSpace Space,
                                    const CandidateOptions &O);

/// The row with the coefficients \p Gamma, one a dimension of the index space.
MappingRow makeRow(const ValueGroup &Group, IndexSpace Space,
                   const std::vector<long> &Gamma);

} // namespace smolly

#endif // SMOLLY_STORAGE_CANDIDATES_H
