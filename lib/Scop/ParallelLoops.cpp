//===- ParallelLoops.cpp - Loops that LLVM need not check -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ParallelLoops.h.
///
//===----------------------------------------------------------------------===//

#include "ParallelLoops.h"
#include "smolly/Kernel/Everywhere.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace smolly;

void ParallelLoops::add(const Loop *L, unsigned Dim, LoopAccess A) {
  LoopFacts &Facts = Loops[L];
  Facts.IsLeft |= !Facts.Accesses.empty() && Facts.Dim != Dim;
  Facts.Dim = Dim;
  Facts.Accesses.push_back(std::move(A));
}

/// Subscript number \p I of \p A as an affine function of the iterators of the
/// loops down to number \p Dim; none if it is another function, or one of the
/// iterators within.
static isl::aff subscript(const isl::pw_multi_aff &A, unsigned I,
                          unsigned Dim) {
  isl::pw_aff Pieces = everywhere(A.at(I));
  if (!Pieces.isa_aff().is_true())
    return isl::aff();
  isl::aff Result = Pieces.as_aff();
  int Iterators = isl_aff_dim(Result.get(), isl_dim_in);
  int Within = Iterators - int(Dim) - 1;
  if (Within < 0 || isl_aff_dim(Result.get(), isl_dim_div) != 0 ||
      isl_aff_involves_dims(Result.get(), isl_dim_in, Dim + 1, Within) !=
          isl_bool_false)
    return isl::aff();
  return isl::manage(
      isl_aff_drop_dims(Result.release(), isl_dim_in, Dim + 1, Within));
}

/// The size that \p D is taken modulo of, 0 if it is not; none where that is no
/// number.
static std::optional<isl::val> modulusOf(const StorageDim &D) {
  if (!D.NeedsModulo)
    return isl::val::zero(D.Size.ctx());
  if (!D.Size.isa_aff().is_true() || !D.Size.as_aff().is_cst().is_true())
    return std::nullopt;
  return D.Size.as_aff().get_constant_val();
}

/// Whether subscripts \p A and \p B, modulo \p Modulus if that is not 0, differ
/// in any two iterations of the loop in dimension \p Dim of the iterators,
/// where those in front are the same. With a coefficient s of the counter and a
/// distance d between the iterations, they are the same only if s * d is what
/// they differ by in one iteration.
static bool differ(isl::aff A, isl::aff B, unsigned Dim, isl::val Modulus) {
  A = isl::manage(
      isl_aff_align_params(A.release(), isl_aff_get_space(B.get())));
  B = isl::manage(
      isl_aff_align_params(B.release(), isl_aff_get_space(A.get())));
  isl::space Space = isl::manage(isl_aff_get_space(A.get()));
  if (!Space.is_equal(isl::manage(isl_aff_get_space(B.get()))).is_true())
    return false;
  isl::val Step =
      isl::manage(isl_aff_get_coefficient_val(A.get(), isl_dim_in, Dim));
  isl::aff Between = A.sub(B);
  if (!Between.is_cst().is_true())
    return false;
  isl::val Offset = Between.get_constant_val();
  if (!Offset.is_int().is_true() || !Step.is_int().is_true())
    return false;
  if (Step.is_zero().is_true())
    return Modulus.is_zero().is_true()
               ? Offset.is_zero().is_false()
               : Offset.is_divisible_by(Modulus).is_false();
  return Modulus.is_zero().is_true() &&
         (Offset.is_zero().is_true() ||
          Offset.is_divisible_by(Step).is_false());
}

/// Whether elements \p A and \p B of \p Array are different ones in any two
/// iterations, as above: one subscript that tells them apart is enough.
bool ParallelLoops::areApart(const AccessedArray &Array,
                             const isl::pw_multi_aff &A,
                             const isl::pw_multi_aff &B, unsigned Dim) const {
  unsigned Subscripts = isl_pw_multi_aff_dim(A.get(), isl_dim_out);
  if (Subscripts != unsigned(isl_pw_multi_aff_dim(B.get(), isl_dim_out)))
    return false;
  for (unsigned I = 0; I < Subscripts; ++I) {
    std::optional<isl::val> Modulus =
        Array.IsNew ? modulusOf(Plan.Arrays[Array.Index].Dims[I])
                    : isl::val::zero(A.ctx());
    if (!Modulus)
      continue;
    isl::aff First = subscript(A, I, Dim), Second = subscript(B, I, Dim);
    if (!First.is_null() && !Second.is_null() &&
        differ(First, Second, Dim, *Modulus))
      return true;
  }
  return false;
}

bool ParallelLoops::isParallel(const LoopFacts &Facts) const {
  if (Facts.IsLeft)
    return false;
  const std::vector<LoopAccess> &All = Facts.Accesses;
  std::vector<isl::pw_multi_aff> Elements(All.size());
  for (auto [A, Element] : zip_equal(All, Elements)) {
    const AccessedArray &Array = A.Array;
    if (none_of(All, [&](const LoopAccess &Other) {
          return Other.IsWrite && Other.Array == Array;
        }))
      continue;
    Element = A.Element();
    if (Element.is_null())
      return false;
  }
  for (auto [Write, Written] : zip_equal(All, Elements))
    if (Write.IsWrite)
      for (auto [Other, Element] : zip_equal(All, Elements))
        if (Write.Array == Other.Array &&
            !areApart(Write.Array, Written, Element, Facts.Dim))
          return false;
  return true;
}

/// The loads and stores in \p L that are not in cells on the stack; none if
/// something else is done with memory, or they are under a condition: LLVM
/// takes it that what is parallel may also be loaded where it is not wanted.
static std::optional<SmallVector<Instruction *, 16>>
accessesIn(const Loop &L, const DominatorTree &DT) {
  SmallVector<Instruction *, 16> Found;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      if (!I.mayReadOrWriteMemory())
        continue;
      const Value *Pointer = getLoadStorePointerOperand(&I);
      if (!Pointer || I.isVolatile() || I.isAtomic())
        return std::nullopt;
      if (isa<AllocaInst>(Pointer))
        continue;
      if (!DT.dominates(BB, L.getLoopLatch()))
        return std::nullopt;
      Found.push_back(&I);
    }
  return Found;
}

/// Marks \p L, which has no metadata, as one whose \p Accesses are independent
/// of those of other iterations.
static void markParallel(const Loop &L, ArrayRef<Instruction *> Accesses) {
  LLVMContext &C = L.getHeader()->getContext();
  MDNode *Group = MDNode::getDistinct(C, {});
  for (Instruction *I : Accesses)
    I->setMetadata(LLVMContext::MD_access_group, Group);
  L.setLoopID(makePostTransformationMetadata(
      C, L.getLoopID(), {},
      {MDNode::get(C,
                   {MDString::get(C, "llvm.loop.parallel_accesses"), Group})}));
}

void ParallelLoops::mark(const DominatorTree &DT) {
  for (const auto &[L, Facts] : Loops) {
    if (!L || !L->isInnermost() || !L->getLoopLatch() || !isParallel(Facts))
      continue;
    if (auto Accesses = accessesIn(*L, DT))
      markParallel(*L, *Accesses);
  }
}
