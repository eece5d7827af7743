//===- Farkas.h - Farkas' lemma ---------------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Polyhedra as lists of faces, and Farkas' lemma (section 2.3 of
/// Bhaskaracharya's thesis) as rows of a linear model.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_FARKAS_H
#define SMOLLY_STORAGE_FARKAS_H

#include "smolly/Storage/LinearModel.h"
#include "isl/isl-noexceptions.h"
#include <optional>

namespace smolly {

/// A polyhedron of index differences. Coordinates are, in this order: the
/// constant 1, the parameters, the index, existentially quantified variables.
struct Polyhedron {
  unsigned Params = 0;
  unsigned Dims = 0;
  unsigned Locals = 0;
  /// Each face is Face.x >= 0, each equality Equality.x = 0.
  std::vector<std::vector<double>> Faces, Equalities;

  unsigned coordinates() const { return 1 + Params + Dims + Locals; }
  unsigned firstIndex() const { return 1 + Params; }
};

/// The polyhedra of \p Differences, { Index[] }, without faces whose
/// coefficients are huge: each contains the polyhedron it stands for.
std::vector<Polyhedron> polyhedraOf(const isl::set &Differences);

/// For each coordinate a linear expression in the variables of a model: an
/// affine form whose coefficients are to be found.
struct UnknownForm {
  std::vector<LinearTerms> Coefficients;
  std::vector<double> Constants;

  explicit UnknownForm(const Polyhedron &P)
      : Coefficients(P.coordinates()), Constants(P.coordinates(), 0) {}
};

/// Requires \p Form to be nonnegative on \p P. With a binary variable
/// \p OnlyIf this is required only where that variable is 1.
/// Adds a variable for each face and a row for each coordinate.
void requireNonnegative(LinearModel &Model, const Polyhedron &P,
                        const UnknownForm &Form,
                        std::optional<unsigned> OnlyIf = std::nullopt);

} // namespace smolly

#endif // SMOLLY_STORAGE_FARKAS_H
