//===- Annotations.cpp - What the source says of a function ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Annotations.h.
///
//===----------------------------------------------------------------------===//

#include "Annotations.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace smolly;

SmallVector<StringRef, 2> smolly::annotationsOf(const Function &F) {
  SmallVector<StringRef, 2> Result;
  const GlobalVariable *Annotations =
      F.getParent()->getNamedGlobal("llvm.global.annotations");
  if (!Annotations || !Annotations->hasInitializer())
    return Result;
  for (const Use &Entry : Annotations->getInitializer()->operands()) {
    const auto *Record = dyn_cast<ConstantStruct>(Entry.get());
    if (!Record || Record->getNumOperands() < 2 ||
        Record->getOperand(0)->stripPointerCasts() != &F)
      continue;
    const auto *Text =
        dyn_cast<GlobalVariable>(Record->getOperand(1)->stripPointerCasts());
    if (!Text || !Text->hasInitializer())
      continue;
    const auto *Data = dyn_cast<ConstantDataSequential>(Text->getInitializer());
    if (Data && Data->isCString())
      Result.push_back(Data->getAsCString());
  }
  return Result;
}
