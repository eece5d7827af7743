//===- AtParameters.h - Sets for given sizes ---------------------*- C++ -*-==//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sets, maps and expressions where all parameters have values.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_ATPARAMETERS_H
#define SMOLLY_STORAGE_ATPARAMETERS_H

#include "isl/isl-noexceptions.h"
#include <map>
#include <optional>
#include <string>

namespace smolly {

/// Values of parameters by name.
using ParameterValues = std::map<std::string, long>;

/// \p Set, { [params] -> Any[] }, at \p Parameters, { Any[] }; null if a
/// parameter has no value. Complexity: linear in the constraints.
isl::set atParameters(isl::set Set, const ParameterValues &Parameters);

/// The same for \p Map, { [params] -> Any[] -> Any[] }.
isl::map atParameters(const isl::map &Map, const ParameterValues &Parameters);

/// The value of \p Expression, { [params] -> Z }, at \p Parameters, of which
/// those without a value are 0; none if it is no integer there.
std::optional<long> valueAt(const isl::pw_aff &Expression,
                            const ParameterValues &Parameters);

} // namespace smolly

#endif // SMOLLY_STORAGE_ATPARAMETERS_H
