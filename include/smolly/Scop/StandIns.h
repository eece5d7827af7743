//===- StandIns.h - Functions in place of others ----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// While loops are analysed and written anew, calls that would keep Polly away
/// from them call stand-ins that access no memory. These may not come to an
/// end, as far as LLVM and Polly know: so nobody removes a call of one, or
/// calls it where it was not called before.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_STANDINS_H
#define SMOLLY_SCOP_STANDINS_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallBase;
class CallInst;
class Function;
class Module;
class Type;
class Value;
} // namespace llvm

namespace smolly {

/// Stand-ins of one kind. When they go, all calls of them, also those in code
/// that was made of the code they were in, call again what they did before.
class StandIns {
public:
  StandIns() = default;
  ~StandIns();
  StandIns(const StandIns &) = delete;
  StandIns &operator=(const StandIns &) = delete;

  /// Lets \p Call, which is of a function, call a stand-in that has the
  /// attribute \p Name with \p Value.
  void hide(llvm::CallBase &Call, llvm::StringRef Name, llvm::StringRef Value);

  /// All calls of stand-ins. Complexity: linear in their number.
  llvm::SmallVector<llvm::CallBase *, 8> calls() const;

private:
  llvm::MapVector<llvm::Function *, llvm::Function *> Functions;
};

/// A function that nobody defines, with a result of type \p T and \p Arguments,
/// that accesses no memory and comes to an end; \p Attribute tells its calls
/// from others.
llvm::Function *createPureStandIn(llvm::Type *T,
                                  llvm::ArrayRef<llvm::Type *> Arguments,
                                  llvm::StringRef Name,
                                  llvm::StringRef Attribute, llvm::Module &M);

/// \p V, if it is a call of a function with \p Attribute; else null.
const llvm::CallInst *callOfStandIn(const llvm::Value *V,
                                    llvm::StringRef Attribute);

} // namespace smolly

#endif // SMOLLY_SCOP_STANDINS_H
