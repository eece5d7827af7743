//===- CodeGrowth.cpp - How large the code of a SCoP becomes --------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements CodeGrowth.h.
///
//===----------------------------------------------------------------------===//

#include "CodeGrowth.h"
#include "smolly/Kernel/Emptiness.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include <cmath>

using namespace llvm;
using namespace smolly;

/// What is executed no more than this part as often as some statement in as
/// many loops is kept small.
static constexpr double ColdPart = 1.0 / 32;

static size_t instructionsIn(const polly::ScopStmt &Stmt) {
  if (Stmt.isBlockStmt())
    return Stmt.getInstructions().size();
  size_t Count = 0;
  if (Stmt.isRegionStmt())
    for (const BasicBlock *BB : Stmt.getRegion()->blocks())
      Count += BB->size();
  return Count;
}

double smolly::codeGrowth(const ImportedScop &Scop, const ScopAst &Ast) {
  struct Sum {
    const ScopAst &Ast;
    const ImportedScop &Scop;
    double Generated = 0;
  } Sum{Ast, Scop};
  isl_ast_node_foreach_descendant_top_down(
      Ast.Root.get(),
      [](isl_ast_node *Node, void *User) {
        auto &Sum = *static_cast<struct Sum *>(User);
        if (isl_ast_node_get_type(Node) != isl_ast_node_user)
          return isl_bool_true;
        isl::ast_expr Call = isl::manage(isl_ast_node_user_get_expr(Node));
        isl::ast_expr Callee =
            isl::manage(isl_ast_expr_get_op_arg(Call.get(), 0));
        isl::id Id = isl::manage(isl_ast_expr_get_id(Callee.get()));
        unsigned Stmt = Sum.Ast.Pieces.at(Id.get()).Stmt;
        Sum.Generated += instructionsIn(*Sum.Scop.Stmts[Stmt]);
        return isl_bool_true;
      },
      &Sum);
  double Original = 0;
  for (const polly::ScopStmt *Stmt : Scop.Stmts)
    Original += instructionsIn(*Stmt);
  return Original > 0 ? Sum.Generated / Original : 0;
}

/// Replaces what \p L says of transformations by \p Wanted.
static void setHints(Loop &L, ArrayRef<MDNode *> Wanted) {
  L.setLoopID(makePostTransformationMetadata(
      L.getHeader()->getContext(), L.getLoopID(),
      {"llvm.loop.vectorize.", "llvm.loop.interleave.", "llvm.loop.unroll."},
      Wanted));
}

static MDNode *hint(LLVMContext &C, StringRef Name) {
  return MDNode::get(C, MDString::get(C, Name));
}

static MDNode *hint(LLVMContext &C, StringRef Name, Constant *Value) {
  return MDNode::get(C,
                     {MDString::get(C, Name), ConstantAsMetadata::get(Value)});
}

/// Has LLVM leave \p L as it is; \p MayVanish: or unroll it altogether.
static void keepSmall(Loop &L, bool MayVanish = false) {
  LLVMContext &C = L.getHeader()->getContext();
  StringRef Unrolling = MayVanish ? "llvm.loop.unroll.runtime.disable"
                                  : "llvm.loop.unroll.disable";
  setHints(L, {hint(C, Unrolling), hint(C, "llvm.loop.vectorize.enable",
                                        ConstantInt::getFalse(C))});
}

static constexpr const char *FullUnrolling = "llvm.loop.unroll.full";

void smolly::unrollAltogether(Loop &L) {
  setHints(L, {hint(L.getHeader()->getContext(), FullUnrolling)});
}

bool smolly::isToBeUnrolled(const Loop &L) {
  return findOptionMDForLoop(&L, FullUnrolling);
}

/// Whether \p L is an innermost loop of a few iterations, such as that over a
/// window. Unrolled, its conditions and subscripts are gone, which is smaller
/// in the end.
static bool isShort(Loop &L, ScalarEvolution &SE) {
  if (!L.isInnermost())
    return false;
  unsigned Iterations = SE.getSmallConstantTripCount(&L);
  SE.forgetLoop(&L);
  return Iterations > 0 && Iterations <= MaxUnrolled;
}

/// Which of \p Copies are executed more than ColdPart as often as some
/// statement in as many loops, with the sizes of number \p Case.
static SmallVector<bool, 16> findHot(ArrayRef<GeneratedCopy> Copies,
                                     unsigned Case) {
  DenseMap<unsigned, double> All, Most;
  for (const GeneratedCopy &Copy : Copies)
    All[Copy.Stmt] += Copy.Iterations[Case];
  for (const GeneratedCopy &Copy : Copies)
    Most[Copy.Loops] = std::max(Most[Copy.Loops], All[Copy.Stmt]);
  SmallVector<bool, 16> Result;
  for (const GeneratedCopy &Copy : Copies)
    Result.push_back(!std::isfinite(Copy.Iterations[Case]) ||
                     Copy.Iterations[Case] > Most[Copy.Loops] * ColdPart);
  return Result;
}

void smolly::keepColdLoopsSmall(ArrayRef<GeneratedCopy> Copies,
                                const BasicBlock *Start, const LoopInfo &LI,
                                ScalarEvolution &SE) {
  if (Copies.empty())
    return;
  SmallVector<SmallVector<bool, 16>, 3> HotWith;
  for (unsigned Case = 0; Case < Copies.front().Iterations.size(); ++Case)
    HotWith.push_back(findHot(Copies, Case));
  SmallVector<Loop *, 16> Innermost;
  SmallPtrSet<Loop *, 16> Hot;
  for (unsigned I = 0; I < Copies.size(); ++I) {
    Loop *L = LI.getLoopFor(Copies[I].Block);
    if (!L)
      continue;
    Innermost.push_back(L);
    if (any_of(HotWith, [&](const auto &IsHot) { return IsHot[I]; }))
      for (Loop *Around = L; Around; Around = Around->getParentLoop())
        Hot.insert(Around);
  }
  SmallPtrSet<Loop *, 16> Seen;
  for (Loop *L : Innermost)
    for (Loop *Around = L;
         Around && !Hot.contains(Around) && !Around->contains(Start);
         Around = Around->getParentLoop())
      if (Seen.insert(Around).second)
        keepSmall(*Around, isShort(*Around, SE));
}

bool smolly::assumesNothing(const polly::Scop &S) {
  isl::set Usual = S.getContext().intersect(S.getDomains().params());
  isl::val Limit = isl::val(Usual.ctx(), 1l << 31);
  for (int I = 0, E = isl_set_dim(Usual.get(), isl_dim_param); I < E; ++I) {
    Usual = isl::manage(isl_set_lower_bound_val(Usual.release(), isl_dim_param,
                                                I, Limit.neg().release()));
    Usual = isl::manage(isl_set_upper_bound_val(Usual.release(), isl_dim_param,
                                                I, Limit.copy()));
  }
  isl::set Assumed = S.getAssumedContext().subtract(S.getInvalidContext());
  return isSubset(Usual, Assumed).is_true();
}

void smolly::keepLoopsSmall(const Region &R, const LoopInfo &LI) {
  for (const BasicBlock *BB : R.blocks()) {
    Loop *L = LI.getLoopFor(BB);
    if (!L || L->getHeader() != BB || !R.contains(L))
      continue;
    MDNode *Id = L->getLoopID();
    if (!Id || (!findOptionMDForLoopID(Id, "llvm.loop.vectorize.enable") &&
                !findOptionMDForLoopID(Id, "llvm.loop.unroll.enable")))
      keepSmall(*L);
  }
}
