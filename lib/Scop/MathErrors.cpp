//===- MathErrors.cpp - Mathematical functions that set errno -------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements MathErrors.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/MathErrors.h"
#include "polly/Support/ScopHelper.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Scop/Import.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace llvm;
using namespace smolly;

/// The attribute of a stand-in with what may be in errno behind it.
static constexpr StringLiteral ErrorsAttribute = "smolly-errors";
/// The size of errno, an int.
static constexpr long ErrnoBytes = 4;
/// isl operations for the elements of an array.
static constexpr unsigned long MaxOperations = 100'000;

/// As C and POSIX describe them; where they allow an implementation to set
/// errno, it may.
unsigned smolly::mathErrors(const CallBase &CB, const TargetLibraryInfo &TLI) {
  LibFunc Func;
  if (!TLI.getLibFunc(CB, Func) || !TLI.has(Func) || CB.isStrictFP() ||
      !CB.getCalledFunction()->isDeclaration())
    return NoErrors;
#define SMOLLY_FLOATS(Name)                                                    \
  LibFunc_##Name : case LibFunc_##Name##f:                                     \
  case LibFunc_##Name##l
  switch (Func) {
  case SMOLLY_FLOATS(acos):
  case SMOLLY_FLOATS(acosh):
  case SMOLLY_FLOATS(cos):
  case SMOLLY_FLOATS(sqrt):
    return DomainError;
  case SMOLLY_FLOATS(asinh):
  case SMOLLY_FLOATS(atan):
  case SMOLLY_FLOATS(cosh):
  case SMOLLY_FLOATS(erf):
  case SMOLLY_FLOATS(exp):
  case SMOLLY_FLOATS(exp10):
  case SMOLLY_FLOATS(exp2):
  case SMOLLY_FLOATS(expm1):
  case SMOLLY_FLOATS(hypot):
  case SMOLLY_FLOATS(ldexp):
  case SMOLLY_FLOATS(sinh):
  case SMOLLY_FLOATS(tanh):
    return RangeError;
  case SMOLLY_FLOATS(asin):
  case SMOLLY_FLOATS(atan2):
  case SMOLLY_FLOATS(atanh):
  case SMOLLY_FLOATS(fmod):
  case SMOLLY_FLOATS(log):
  case SMOLLY_FLOATS(log10):
  case SMOLLY_FLOATS(log1p):
  case SMOLLY_FLOATS(log2):
  case SMOLLY_FLOATS(pow):
  case SMOLLY_FLOATS(remainder):
  case SMOLLY_FLOATS(sin):
  case SMOLLY_FLOATS(tan):
  case SMOLLY_FLOATS(tgamma):
    return DomainError | RangeError;
  default:
    return NoErrors;
  }
#undef SMOLLY_FLOATS
}

unsigned smolly::hiddenErrors(const Instruction &I) {
  const auto *CB = dyn_cast<CallBase>(&I);
  const Function *Callee = CB ? CB->getCalledFunction() : nullptr;
  unsigned Errors = NoErrors;
  if (Callee)
    Callee->getFnAttribute(ErrorsAttribute)
        .getValueAsString()
        .getAsInteger(10, Errors);
  return Errors;
}

/// Whether \p Call is that of a square root of what is known to be no less than
/// zero, which has no error.
static bool isSafeRoot(const CallInst &Call, const TargetLibraryInfo &TLI) {
  LibFunc Func;
  return TLI.getLibFunc(Call, Func) &&
         (Func == LibFunc_sqrt || Func == LibFunc_sqrtf ||
          Func == LibFunc_sqrtl) &&
         cannotBeOrderedLessThanZero(Call.getArgOperand(0),
                                     SimplifyQuery(Call.getDataLayout(), &TLI,
                                                   nullptr, nullptr, &Call));
}

void HiddenMathErrors::hide(Function &F, const TargetLibraryInfo &TLI) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    unsigned Errors = Call ? mathErrors(*Call, TLI) : NoErrors;
    if (Errors == NoErrors || Call->doesNotAccessMemory() ||
        Call->use_empty() || Call->isMustTailCall() ||
        Call->hasOperandBundles())
      continue;
    if (isSafeRoot(*Call, TLI)) {
      IRBuilder<> B(Call);
      Value *Root =
          B.CreateUnaryIntrinsic(Intrinsic::sqrt, Call->getArgOperand(0), Call);
      Root->takeName(Call);
      Call->replaceAllUsesWith(Root);
      Call->eraseFromParent();
      continue;
    }
    Calls.hide(*Call, ErrorsAttribute, std::to_string(Errors));
  }
}

namespace {

/// Looks for what a SCoP accesses and may be errno.
class ErrnoSearch {
public:
  ErrnoSearch(ImportedScop &Scop, AAResults &AA) : Scop(Scop), AA(AA) {}
  bool run();

private:
  bool mayBeErrno(const MemoryLocation &Where) {
    return AA.aliasErrno(Where, Scop.S->getFunction().getParent()) !=
           AliasResult::NoAlias;
  }
  bool mayAccessErrno(const Instruction &I);
  isl::set tooLarge(unsigned Array) const;
  bool areApart(ArrayRef<unsigned> Suspects);

  ImportedScop &Scop;
  AAResults &AA;
};

} // namespace

bool ErrnoSearch::mayAccessErrno(const Instruction &I) {
  if (const auto *Memory = dyn_cast<MemIntrinsic>(&I)) {
    const auto *Transfer = dyn_cast<MemTransferInst>(Memory);
    return mayBeErrno(MemoryLocation::getForDest(Memory)) ||
           (Transfer && mayBeErrno(MemoryLocation::getForSource(Transfer)));
  }
  if (isa<LoadInst, StoreInst>(I)) {
    // What stands for rows of a table seems to be memory of its own, and what
    // is known of the table need not be true of its rows.
    MemoryLocation Where = MemoryLocation::get(&I);
    auto Table = loadedTable(getUnderlyingObject(Where.Ptr, 0));
    return Table ? isIdentifiedFunctionLocal(Table->Table) ||
                       mayBeErrno(Where.getWithNewPtr(Table->Table))
                 : mayBeErrno(Where);
  }
  return I.mayReadOrWriteMemory() && !polly::isIgnoredIntrinsic(&I);
}

/// { [params] } for which two elements of \p Array are accessed that are
/// further from each other than those of one int.
isl::set ErrnoSearch::tooLarge(unsigned Array) const {
  const smolly::Array &A = Scop.K.Arrays[Array];
  isl::set Accessed = isl::set::empty(A.Extent.get_space());
  int Dims = isl_set_dim(A.Extent.get(), isl_dim_set);
  if (Dims <= 0)
    return Accessed.params();
  for (unsigned S = 0; S < Scop.Stmts.size(); ++S)
    // In others, accesses may not happen.
    if (Scop.Stmts[S]->isBlockStmt())
      for (const Access &Its : Scop.K.Statements[S].Accesses)
        if (Its.Array == Array && Its.Kind != AccessKind::MayWrite)
          Accessed = Accessed.unite(
              Its.Relation.intersect_params(Scop.K.Context).range());
  long Distance = divideCeil(ErrnoBytes, A.ElementBytes);
  isl::multi_aff Move =
      isl::multi_aff::identity_on_domain(A.Extent.get_space());
  Move = Move.set_at(Dims - 1, Move.at(Dims - 1).add_constant(Distance));
  return coalesced(Accessed.intersect(Accessed.apply(Move.as_map())).params());
}

/// Has the run-time check ask that none of \p Suspects, arrays, is an int.
bool ErrnoSearch::areApart(ArrayRef<unsigned> Suspects) {
  isl::set Context = Scop.K.Context;
  {
    IslBudget Budget(Context.ctx(), MaxOperations);
    for (unsigned Array : Suspects)
      Context = Context.intersect(tooLarge(Array));
    Context = coalesced(Context);
    if (!isEmpty(Context).is_false() || Budget.exceeded())
      return false;
    if (isSubset(Scop.K.Context, Context).is_true())
      return true;
  }
  Scop.S->addAssumption(polly::INBOUNDS, Context.gist(Scop.K.Context),
                        DebugLoc(), polly::AS_ASSUMPTION, nullptr);
  Scop.K.Context = Context;
  return true;
}

bool ErrnoSearch::run() {
  DenseMap<const Instruction *, unsigned> ArrayOf;
  for (unsigned S = 0; S < Scop.Stmts.size(); ++S)
    for (unsigned A = 0; A < Scop.Accesses[S].size(); ++A)
      if (const polly::MemoryAccess *MA = Scop.Accesses[S][A])
        if (const Instruction *I = MA->getAccessInstruction())
          ArrayOf[I] = Scop.K.Statements[S].Accesses[A].Array;
  SmallSetVector<unsigned, 8> Suspects;
  for (const BasicBlock *BB : Scop.S->getRegion().blocks())
    for (const Instruction &I : *BB) {
      if (hiddenErrors(I) || !mayAccessErrno(I))
        continue;
      auto It = ArrayOf.find(&I);
      // Each row may be one int, whatever is accessed of others.
      if (It == ArrayOf.end() ||
          loadedTable(Scop.Arrays[It->second].SAI->getBasePtr()))
        return false;
      Suspects.insert(It->second);
    }
  return Suspects.empty() || areApart(Suspects.getArrayRef());
}

/// Whether each call in \p S that sets errno is part of a statement. Polly
/// leaves out statements that write nothing.
static bool hasAllCalls(polly::Scop &S) {
  SmallPtrSet<const Instruction *, 8> Calls;
  for (const BasicBlock *BB : S.getRegion().blocks())
    for (const Instruction &I : *BB)
      if (hiddenErrors(I))
        Calls.insert(&I);
  for (const polly::ScopStmt &Stmt : S) {
    for (const Instruction *I : Stmt.getInstructions())
      Calls.erase(I);
    if (Stmt.isRegionStmt())
      for (const BasicBlock *BB : Stmt.getRegion()->blocks())
        for (const Instruction &I : *BB)
          Calls.erase(&I);
  }
  return Calls.empty();
}

std::string smolly::assumeErrnoApart(ImportedScop &Scop, AAResults &AA) {
  constexpr char Otherwise[] = " (-fno-math-errno: they do not set it)";
  if (Scop.Errors == NoErrors)
    return "";
  if (!hasAllCalls(*Scop.S))
    return std::string("the loops call functions only to set errno") +
           Otherwise;
  return ErrnoSearch(Scop, AA).run()
             ? ""
             : std::string("the loops set errno, and access memory that may be "
                           "it") +
                   Otherwise;
}
