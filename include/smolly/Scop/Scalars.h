//===- Scalars.h - Scalars as arrays of one element -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Storage mapping knows arrays only. Who wants to know which iterations are of
/// use must know, too, which pass values to others in registers: a sum that is
/// kept in a register while the innermost loop runs.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_SCALARS_H
#define SMOLLY_SCOP_SCALARS_H

#include "smolly/Scop/Import.h"

namespace smolly {

/// The kernel of \p Scop with each scalar that statements pass to each other as
/// an array without dimensions, and with its accesses behind those to arrays.
/// Scalars that are used behind the SCoP are live out. OnlyWrites and Effects
/// are about what a statement does beside accesses to one of these.
/// Complexity: linear in the accesses and the users of scalars.
Kernel withScalars(const ImportedScop &Scop);

/// The same, where writes are also known to copy what a scalar holds, and
/// scalars to hold copies and constants. Not to be made a kernel without
/// scalars again: Access::CopyOf may be the number of an access to one.
/// Complexity: as above.
Kernel withCopiesOfScalars(const ImportedScop &Scop);

/// Scalars in the order in which withScalars adds them. Complexity: as above.
std::vector<const polly::ScopArrayInfo *> scalarsOf(const ImportedScop &Scop);

/// What access number \p Access of statement \p Stmt of withScalars is in \p
/// Scop; null for one that was not there before. Complexity: linear in the
/// accesses of the statement.
const polly::MemoryAccess *accessOf(const ImportedScop &Scop, unsigned Stmt,
                                    unsigned Access);

/// What access \p MA writes; null if that may be one of several values.
/// Complexity: constant.
const llvm::Value *valueWritten(const polly::MemoryAccess &MA);

} // namespace smolly

#endif // SMOLLY_SCOP_SCALARS_H
