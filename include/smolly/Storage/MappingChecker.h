//===- MappingChecker.h - Does a mapping keep every value? ------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Checks a StoragePlan by execution, independently of conflict sets and of
/// isl's dataflow: runs the accesses of a kernel in schedule order at given
/// parameter values, once on the original arrays and once on the mapped ones,
/// with cells that hold the identity of the last written value, and compares
/// what every read and every live-out element finds.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_MAPPINGCHECKER_H
#define SMOLLY_STORAGE_MAPPINGCHECKER_H

#include "smolly/Storage/AtParameters.h"
#include "smolly/Storage/StoragePlan.h"
#include "llvm/Support/raw_ostream.h"

namespace smolly {

/// There are more instances than may be executed: nothing is known.
class TooManyInstances : public llvm::ErrorInfo<TooManyInstances> {
public:
  static char ID;
  void log(llvm::raw_ostream &OS) const override {
    OS << "too many instances to execute";
  }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
};

/// Succeeds when every read finds the value that it finds in the original
/// program. The error says which instance read which wrong value. \p Parameters
/// maps names to values; fails when one is missing or outside the context, and
/// with TooManyInstances when more than \p MaxInstances statement instances
/// would be executed.
/// Complexity: O(instances * accesses), hash table operations.
llvm::Error checkMapping(const Kernel &K, const StoragePlan &Plan,
                         const ParameterValues &Parameters,
                         unsigned long MaxInstances = 1'000'000);

} // namespace smolly

#endif // SMOLLY_STORAGE_MAPPINGCHECKER_H
