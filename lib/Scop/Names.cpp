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
#include "AffineValues.h"
#include "polly/Support/GICHelper.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;
using namespace smolly;

/// Metadata with what an allocation is called that has no variable.
static constexpr const char *NameKind = "smolly.name";

void smolly::nameObject(Instruction &Allocation, StringRef Name) {
  LLVMContext &Ctx = Allocation.getContext();
  Allocation.setMetadata(NameKind, MDNode::get(Ctx, MDString::get(Ctx, Name)));
}

std::string smolly::objectName(const Value *Base) {
  if (const auto *I = dyn_cast<Instruction>(Base))
    if (const MDNode *Name = I->getMetadata(NameKind))
      return cast<MDString>(Name->getOperand(0))->getString().str();
  if (const auto *G = dyn_cast<GlobalVariable>(Base)) {
    SmallVector<DIGlobalVariableExpression *, 1> Infos;
    G->getDebugInfo(Infos);
    return Infos.empty() ? G->getName().str()
                         : Infos.front()->getVariable()->getName().str();
  }
  std::string Name = variableName(Base);
  return Name.empty() ? Base->getName().str() : Name;
}

/// \p Type without names that it was given and without `const`.
static const DIType *withoutNames(const DIType *Type) {
  while (const auto *Derived = dyn_cast_or_null<DIDerivedType>(Type)) {
    unsigned Tag = Derived->getTag();
    if (Tag != dwarf::DW_TAG_typedef && Tag != dwarf::DW_TAG_const_type &&
        Tag != dwarf::DW_TAG_volatile_type &&
        Tag != dwarf::DW_TAG_restrict_type && Tag != dwarf::DW_TAG_member &&
        Tag != dwarf::DW_TAG_inheritance)
      break;
    Type = Derived->getBaseType();
  }
  return Type;
}

/// Whether \p Type is one of numbers that are no sizes and no addresses.
static bool isFloatingPoint(const DIType &Type) {
  const auto *Basic = dyn_cast<DIBasicType>(&Type);
  return Basic && Basic->getEncoding() == dwarf::DW_ATE_float;
}

/// "size.x" for the member of \p Type, a struct, that is an integer or a
/// pointer of \p Bits and begins behind \p Offset bits; empty if there is none.
/// Complexity: linear in the size of the definition of the struct.
static std::string memberAt(const DIType *Type, uint64_t Offset,
                            uint64_t Bits) {
  const auto *Struct = dyn_cast_or_null<DICompositeType>(withoutNames(Type));
  if (!Struct || Struct->getTag() == dwarf::DW_TAG_array_type)
    return "";
  for (const DINode *Element : Struct->getElements()) {
    const auto *Member = dyn_cast_or_null<DIDerivedType>(Element);
    if (!Member || Member->isStaticMember() || Member->isBitField() ||
        Member->getOffsetInBits() > Offset)
      continue;
    const DIType *Inner = withoutNames(Member);
    bool IsBase = Member->getTag() == dwarf::DW_TAG_inheritance;
    uint64_t Inside = Offset - Member->getOffsetInBits();
    // Those of virtual bases are no offsets from the beginning.
    if (!Inner || (IsBase && Member->isVirtual()) ||
        Inside >= Inner->getSizeInBits())
      continue;
    if (isa<DICompositeType>(Inner)) {
      std::string Name = memberAt(Inner, Inside, Bits);
      if (!Name.empty())
        return IsBase || Member->getName().empty()
                   ? Name
                   : Member->getName().str() + "." + Name;
    } else if (Inside == 0 && !IsBase && Inner->getSizeInBits() == Bits &&
               !isFloatingPoint(*Inner)) {
      return Member->getName().str();
    }
  }
  return "";
}

/// "grid->size.x" for what \p Load gets from a struct that is, or is pointed to
/// by, a variable of the source; empty if that is not known.
static std::string memberName(const LoadInst &Load) {
  const DataLayout &DL = Load.getDataLayout();
  const Value *Address = Load.getPointerOperand();
  APInt Offset(DL.getIndexTypeSizeInBits(Address->getType()), 0);
  Address = Address->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  if (Offset.isNegative() || Offset.getActiveBits() > 32)
    return "";
  auto MemberOf = [&](const DIType *Type) {
    return memberAt(Type, Offset.getZExtValue() * 8,
                    DL.getTypeSizeInBits(Load.getType()).getKnownMinValue());
  };
  SmallVector<DbgVariableRecord *, 4> Records;
  findDbgUsers(const_cast<Value *>(Address), Records);
  for (const DbgVariableRecord *Record : Records) {
    const DILocalVariable *Variable = Record->getVariable();
    const DIType *Type = withoutNames(Variable->getType());
    if (Record->getDebugLoc().getInlinedAt() ||
        Record->getExpression()->getNumElements() > 0)
      continue;
    std::string Object = Variable->getName().str(), Member;
    if (Record->isDbgDeclare()) {
      Member = MemberOf(Type);
      Object += ".";
    } else if (const auto *Pointer = dyn_cast_or_null<DIDerivedType>(Type)) {
      Member = MemberOf(Pointer->getBaseType());
      bool IsPointer = Pointer->getTag() == dwarf::DW_TAG_pointer_type;
      Object += IsPointer ? "->" : ".";
    }
    if (!Member.empty())
      return (Variable->isArtificial() ? "" : Object) + Member;
  }
  return "";
}

std::string smolly::variableName(const Value *V) {
  SmallVector<DbgVariableRecord *, 4> Records;
  findDbgUsers(const_cast<Value *>(V), Records);
  // The function's own variable, rather than the parameter of an inlined one;
  // an argument's own, rather than one that begins with its value; of others,
  // the first in the program.
  const auto *Own = dyn_cast<Argument>(V);
  auto Rank = [&](const DbgVariableRecord *Record) {
    bool IsOwn = Own && Record->getVariable()->getArg() == Own->getArgNo() + 1;
    return std::pair((Record->getDebugLoc().getInlinedAt() ? 2 : 0) +
                         (IsOwn ? 0 : 1),
                     Record->getVariable()->getLine());
  };
  llvm::stable_sort(
      Records, [&](const auto *L, const auto *R) { return Rank(L) < Rank(R); });
  // What a function gives that was inlined is not called as it is in there.
  const auto *Call = dyn_cast<CallBase>(V);
  auto IsInside = [&](const DbgVariableRecord *Record) {
    const DILocation *At = Record->getDebugLoc().getInlinedAt();
    return Call && Call->getDebugLoc() && At &&
           At != Call->getDebugLoc().getInlinedAt();
  };
  const auto *Load = dyn_cast<LoadInst>(V);
  std::string Member = Load ? memberName(*Load) : "";
  for (const DbgVariableRecord *Record : Records)
    if (!IsInside(Record) && !Record->getVariable()->isArtificial() &&
        !Record->getVariable()->getName().empty() &&
        // The user knows the member, not what an inlined function calls it.
        !(Record->getDebugLoc().getInlinedAt() && !Member.empty()) &&
        // An object may be called like the array in it, not like its size.
        (V->getType()->isPointerTy() || !Record->getFragment()))
      return Record->getVariable()->getName().str();
  return Member;
}

/// The variable that \p L counts with, as far as it has a name.
static const PHINode *variableOf(const Loop &L) {
  for (const PHINode &Phi : L.getHeader()->phis())
    if (Phi.getType()->isIntegerTy() && !variableName(&Phi).empty())
      return &Phi;
  return nullptr;
}

/// { Iteration[] -> Z }: the value of \p Phi in iteration \p Iterator of its
/// loop if it begins with a constant; null elsewhere.
static isl::pw_aff countedFrom(const PHINode &Phi, const isl::pw_aff &Iterator,
                               ScalarEvolution &SE) {
  const auto *Rec =
      dyn_cast<SCEVAddRecExpr>(SE.getSCEV(const_cast<PHINode *>(&Phi)));
  if (!Rec || !isa<SCEVConstant>(Rec->getStart()) ||
      !isa<SCEVConstant>(Rec->getStepRecurrence(SE)))
    return {};
  auto ValueOf = [&](const SCEV *Constant) {
    return isl::pw_aff(
        Iterator.domain(),
        polly::valFromAPInt(Iterator.ctx().get(),
                            cast<SCEVConstant>(Constant)->getAPInt(),
                            /*IsSigned=*/true));
  };
  return Iterator.mul(ValueOf(Rec->getStepRecurrence(SE)))
      .add(ValueOf(Rec->getStart()));
}

isl::map smolly::sourceLoops(const polly::ScopStmt &Stmt,
                             const isl::set &Iterations) {
  SmallVector<const Loop *, 4> Loops;
  for (unsigned I = 0; I < Stmt.getNumIterators(); ++I)
    Loops.push_back(Stmt.getLoopForDimension(I));
  const polly::Scop &S = *Stmt.getParent();
  ScalarEvolution &SE = *S.getSE();
  AffineValues Values(S, Loops, 1);
  isl::id Id = Iterations.get_tuple_id();
  isl::map Result =
      isl::map::from_domain(Iterations.get_space().universe_set());
  StringSet<> Used;
  std::vector<std::string> Names;
  for (unsigned I = 0; I < Loops.size(); ++I) {
    const PHINode *Phi = variableOf(*Loops[I]);
    if (Phi && !Used.insert(variableName(Phi)).second)
      Phi = nullptr;
    isl::pw_aff Iterator(isl::aff::var_on_domain(
        isl::local_space(Values.iterations().get_space()), isl::dim::set, I));
    isl::pw_aff Value;
    if (Phi)
      Value = Values.valueOf(SE.getSCEV(const_cast<PHINode *>(Phi)));
    if (Phi && Value.is_null())
      Value = countedFrom(*Phi, Iterator, SE);
    if (Value.is_null()) {
      Value = Iterator;
      Phi = nullptr;
    }
    Names.push_back(Phi ? variableName(Phi) : "");
    Result = Result.flat_range_product(
        isl::map::from_pw_aff(Value).set_tuple_id(isl::dim::in, Id));
  }
  Result = Result.set_tuple_id(isl::dim::out, Id);
  for (unsigned I = 0; I < Names.size(); ++I)
    if (!Names[I].empty())
      Result = isl::manage(isl_map_set_dim_name(Result.release(), isl_dim_out,
                                                I, Names[I].c_str()));
  return Result;
}
