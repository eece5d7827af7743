//===- Names.cpp - What the source calls things ---------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Names.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;
using namespace smolly;

std::string smolly::objectName(const Value *Base) {
  if (const auto *G = dyn_cast<GlobalVariable>(Base)) {
    SmallVector<DIGlobalVariableExpression *, 1> Infos;
    G->getDebugInfo(Infos);
    return Infos.empty() ? G->getName().str()
                         : Infos.front()->getVariable()->getName().str();
  }
  std::string Name = variableName(Base);
  return Name.empty() ? Base->getName().str() : Name;
}

std::string smolly::variableName(const Value *V) {
  SmallVector<DbgVariableRecord *, 4> Records;
  findDbgUsers(const_cast<Value *>(V), Records);
  // The function's own variable, rather than the parameter of an inlined one.
  llvm::stable_sort(Records, [](const auto *L, const auto *R) {
    return !L->getDebugLoc().getInlinedAt() && R->getDebugLoc().getInlinedAt();
  });
  for (const DbgVariableRecord *Record : Records)
    if (!Record->getVariable()->isArtificial() &&
        !Record->getVariable()->getName().empty())
      return Record->getVariable()->getName().str();
  return "";
}
