//===- AddressChoices.h - Addresses that are chosen -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which values that an address is computed from are one of two, such that an
/// access for either of them can be told apart by Polly: see
/// SeparateAccesses.h.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_ADDRESSCHOICES_H
#define SMOLLY_LIB_SCOP_ADDRESSCHOICES_H

namespace llvm {
class Instruction;
class LoadInst;
class Loop;
class ScalarEvolution;
class TargetLibraryInfo;
class Use;
class Value;
} // namespace llvm

namespace smolly {

/// Address expressions deeper than this are not looked at.
inline constexpr unsigned MaxAddressDepth = 12;

/// The operand of \p Access, a load or store, that is its address.
llvm::Use &addressOf(llvm::Instruction &Access);

/// Whether \p I computes an address, or a part of one, from others.
bool isAddressArithmetic(const llvm::Instruction *I);

/// The complexity of all members is linear in the size of expressions.
class AddressChoices {
public:
  AddressChoices(llvm::ScalarEvolution &SE, const llvm::TargetLibraryInfo &TLI)
      : SE(SE), TLI(TLI) {}

  /// Whether the two point into different objects, at least one of which might
  /// be contracted.
  bool areObjects(const llvm::Value *First, const llvm::Value *Second) const;

  /// Whether \p V, one of several values that the address of \p Load in \p L is
  /// computed from, stands for a place of its own in an object that might be
  /// contracted: it is affine, or points there.
  bool isPlace(const llvm::Value *V, const llvm::LoadInst &Load,
               const llvm::Loop &L) const;

  /// Whether \p I is one of two values, depending on counters of loops around
  /// an access in \p L, or one of two objects. It may depend on anything where
  /// the access is \p Load, and each value a place.
  bool isChoice(const llvm::Instruction *I, const llvm::Loop &L,
                const llvm::LoadInst *Load) const;

private:
  llvm::ScalarEvolution &SE;
  const llvm::TargetLibraryInfo &TLI;
};

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_ADDRESSCHOICES_H
