//===- SeparateRows.cpp - What has to be other memory than rows -----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements SeparateRows.h.
///
/// Arrays that nobody else sees are no part of any row. Whether two arrays of
/// which none has rows in a table overlap is asked by Polly.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/SeparateRows.h"
#include "AstNumbers.h"
#include "RegionEffects.h"
#include "StatementFacts.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "isl/aff.h"
#include "isl/set.h"

using namespace llvm;
using namespace smolly;

namespace {

/// What the loops access of one array of Polly's.
struct Touched {
  const polly::ScopArrayInfo *SAI = nullptr;
  std::optional<LoadedTable> Table;
  bool IsWritten = false;
  /// Whether a subscript asks for the width of rows.
  bool UsesWidth = false;
  /// { Element[] }: what may be accessed, and what is.
  isl::set All, Sure;
};

} // namespace

/// Whether \p Set depends on a parameter that is computed from the width of
/// rows: on the row `t[k]`, which then seems to be a part of the first.
static bool usesWidth(const isl::set &Set) {
  int Parameters = isl_set_dim(Set.get(), isl_dim_param);
  for (int I = 0; I < Parameters; ++I) {
    isl::id Id = isl::manage(isl_set_get_dim_id(Set.get(), isl_dim_param, I));
    const auto *Parameter = static_cast<const SCEV *>(Id.get_user());
    bool HasWidth =
        Parameter && SCEVExprContains(Parameter, [](const SCEV *Part) {
          const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
          return Unknown && isWidthOfRows(Unknown->getValue());
        });
    if (HasWidth &&
        isl_set_involves_dims(Set.get(), isl_dim_param, I, 1) != isl_bool_false)
      return true;
  }
  return false;
}

/// What \p Scop accesses, without what nobody else sees.
static std::vector<Touched> collectTouched(const ImportedScop &Scop) {
  MapVector<const polly::ScopArrayInfo *, Touched> Arrays;
  for (auto [S, Accesses] : enumerate(Scop.Accesses))
    for (auto [N, MA] : enumerate(Accesses)) {
      const Access &A = Scop.K.Statements[S].Accesses[N];
      if (Scop.Arrays[A.Array].Object.isPrivate())
        continue;
      isl::map Relation = MA->getLatestAccessRelation().intersect_domain(
          MA->getStatement()->getDomain());
      isl::set Whole = withoutIndirect(Scop, Relation).range();
      isl::set Elements = Whole.intersect_params(Scop.K.Context);
      const polly::ScopArrayInfo *SAI = MA->getLatestScopArrayInfo();
      Touched &T = Arrays[SAI];
      if (!T.SAI) {
        T.SAI = SAI;
        T.Table = loadedTable(SAI->getBasePtr());
        T.All = T.Sure = isl::set::empty(Elements.get_space());
      }
      T.IsWritten |= MA->isWrite();
      T.UsesWidth |= usesWidth(Whole);
      T.All = T.All.unite(Elements);
      if (MA->isAffine() && !isInInnerBlock(*MA))
        T.Sure = T.Sure.unite(Elements);
    }
  std::vector<Touched> Result;
  for (auto &[SAI, T] : Arrays)
    Result.push_back(std::move(T));
  return Result;
}

namespace {

/// Looks for what may change tables between the load of a pointer by the
/// program and the loops.
class TableWrites {
public:
  TableWrites(polly::Scop &S, const LoopInfo &LI, AAResults &AA)
      : S(S), LI(LI), AA(AA) {}
  bool mayBeSeen(const Instruction &Row);

private:
  bool mayWrite(const Instruction &I, const LoadedTable &T);

  polly::Scop &S;
  const LoopInfo &LI;
  AAResults &AA;
  SmallPtrSet<const Instruction *, 8> Fine;
};

} // namespace

bool TableWrites::mayWrite(const Instruction &I, const LoadedTable &T) {
  if (!I.mayWriteToMemory())
    return false;
  MemoryLocation Slots = MemoryLocation::getBeforeOrAfter(T.Table, T.Tags);
  // What stands for rows seems to be memory of its own.
  if (isa<StoreInst>(I) && loadedRow(I))
    return AA.alias(
               MemoryLocation::getBeforeOrAfter(T.Table, I.getAAMetadata()),
               Slots) != AliasResult::NoAlias;
  return isModSet(AA.getModRefInfo(&I, Slots));
}

/// Whether the pointer loaded in front of \p Row may be another one when the
/// loops load it.
bool TableWrites::mayBeSeen(const Instruction &Row) {
  if (S.contains(&Row) || !Fine.insert(&Row).second)
    return false;
  LoadedTable T = *loadedTable(getUnderlyingObject(&Row, 0));
  auto *From = const_cast<BasicBlock *>(Row.getParent());
  std::optional<Blocks> Between = blocksBetween(From, S.getEntry());
  auto WritesIn = [&](auto Instructions) {
    return any_of(Instructions,
                  [&](const Instruction &I) { return mayWrite(I, T); });
  };
  if (!Between ||
      WritesIn(make_range(Row.getIterator(), Row.getParent()->end())))
    return true;
  const Loop *Around = LI.getLoopFor(S.getEntry());
  while (Around && S.contains(Around))
    Around = Around->getParentLoop();
  // Else the loops have run before and the pointer is still that of then.
  bool RunsOnce = LI.getLoopFor(From) == Around;
  return any_of(*Between, [&](const BasicBlock *BB) {
    return BB != From && !(RunsOnce && S.contains(BB)) &&
           WritesIn(make_range(BB->begin(), BB->end()));
  });
}

/// Makes a box of \p Set, { Element[] }, whose corners are functions of the
/// parameters that code can be made of. Whether that is possible.
static bool findCorners(const isl::set &Set, const isl::set &Context,
                        TouchedBox &Box) {
  constexpr unsigned MaxPieces = 4;
  isl::ast_build Build = isl::ast_build::from_context(Context);
  auto IsFine = [&](const isl::pw_aff &Corner) {
    return !Corner.is_null() &&
           unsigned(isl_pw_aff_n_piece(Corner.get())) <= MaxPieces &&
           isSubset(Context, Corner.domain()).is_true() &&
           !hasLargeInteger(Build.expr_from(Corner));
  };
  int Dims = isl_set_dim(Set.get(), isl_dim_set);
  if (Dims < 0)
    return false;
  for (int I = 0; I < Dims; ++I) {
    if (!isl_set_dim_has_lower_bound(Set.get(), isl_dim_set, I) ||
        !isl_set_dim_has_upper_bound(Set.get(), isl_dim_set, I))
      return false;
    Box.First.push_back(coalesced(Set.dim_min(I).gist(Context)));
    Box.Last.push_back(coalesced(Set.dim_max(I).gist(Context)));
    if (!IsFine(Box.First.back()) || !IsFine(Box.Last.back()))
      return false;
  }
  return true;
}

/// { [i] } of \p Elements, { [i, ...] }.
static isl::set firstSubscripts(isl::set Elements) {
  unsigned Dims = isl_set_dim(Elements.get(), isl_dim_set);
  return isl::manage(
      isl_set_project_out(Elements.release(), isl_dim_set, 1, Dims - 1));
}

/// { [params] } in \p Context for which the program loads the pointer of each
/// row of \p Box.
static isl::set whereAllAreLoaded(const Touched &T, const TouchedBox &Box,
                                  const isl::set &Context) {
  isl::set Sure = firstSubscripts(T.Sure.reset_tuple_id());
  isl::space Space = Sure.get_space();
  isl::pw_aff Row(
      isl::aff::var_on_domain(isl::local_space(Space), isl::dim::set, 0));
  isl::set Between =
      Row.ge_set(Box.First[0].insert_domain(Space))
          .intersect(Row.le_set(Box.Last[0].insert_domain(Space)));
  isl::set Missing = Between.intersect_params(Context).subtract(Sure);
  return coalesced(Context.subtract(coalesced(Missing).params()));
}

/// Has the run-time check ask for parameters in \p Good, { [params] }; false if
/// there are none, or they are many cases.
static bool demand(ImportedScop &Scop, const isl::set &Good) {
  constexpr unsigned MaxCases = 4;
  if (isSubset(Scop.K.Context, Good).is_true())
    return true;
  if (unsigned(isl_set_n_basic_set(Good.get())) > MaxCases ||
      !isEmpty(Good).is_false())
    return false;
  Scop.S->addAssumption(polly::INBOUNDS, Good.gist(Scop.K.Context), DebugLoc(),
                        polly::AS_ASSUMPTION, nullptr);
  Scop.K.Context = coalesced(Scop.K.Context.intersect(Good));
  return true;
}

/// Whether \p SAI has rows of the width that nobody knows.
static bool hasRows(const polly::ScopArrayInfo &SAI) {
  if (SAI.getNumberOfDimensions() != 2)
    return false;
  const auto *Size = dyn_cast_or_null<SCEVUnknown>(SAI.getDimensionSize(1));
  return Size && isWidthOfRows(Size->getValue());
}

/// Lets \p T, elements of row 0 of a table, be of two dimensions.
static void addRow(Touched &T) {
  for (isl::set *Set : {&T.All, &T.Sure}) {
    *Set = isl::manage(isl_set_insert_dims(Set->release(), isl_dim_set, 0, 1));
    *Set = isl::manage(isl_set_fix_si(Set->release(), isl_dim_set, 0, 0));
  }
}

std::string smolly::demandRowsApart(ImportedScop &Scop, const LoopInfo &LI,
                                    AAResults &AA,
                                    unsigned long MaxOperations) {
  constexpr char Unknown[] = "it is not known which rows of a table, or which "
                             "elements of an array that may be among them, "
                             "the loops access";
  const isl::set &Context = Scop.K.Context;
  IslBudget Budget(Context.ctx(), MaxOperations);
  std::vector<Touched> All = collectTouched(Scop);
  if (none_of(All, [](const Touched &T) { return T.Table.has_value(); }))
    return "";
  TableWrites Writes(*Scop.S, LI, AA);
  for (const auto &Accesses : Scop.Accesses)
    for (const polly::MemoryAccess *MA : Accesses)
      if (const Instruction *I = MA->getAccessInstruction())
        if (const Instruction *Row = loadedRow(*I);
            Row && Writes.mayBeSeen(*Row))
          return "a table may change between the loops and where the pointer "
                 "to a row was loaded";
  if (none_of(All, [](const Touched &T) { return T.IsWritten; }))
    return "";
  bool WritesRows =
      any_of(All, [](const Touched &T) { return T.Table && T.IsWritten; });
  if (!Scop.S->getInvariantAccesses().empty())
    return "a row of a table may be what the loops load in advance";
  for (Touched &T : All) {
    if (!T.Table && !T.IsWritten && !WritesRows)
      continue;
    if (T.UsesWidth || T.SAI->getBasePtrOriginSAI() ||
        (T.Table && !hasRows(*T.SAI) && T.SAI->getNumberOfDimensions() != 1))
      return Unknown;
    if (T.Table && !hasRows(*T.SAI))
      addRow(T);
    TouchedBox Box{T.SAI, T.Table, T.IsWritten, {}, {}};
    // There is no box around nothing.
    if (!demand(Scop, T.All.params()) || !findCorners(T.All, Context, Box))
      return Unknown;
    if (T.Table && !demand(Scop, whereAllAreLoaded(T, Box, Context)))
      return "the pointers to some rows of a table may not be there";
    Scop.Touched.push_back(std::move(Box));
  }
  if (!Budget.exceeded())
    return "";
  Scop.Touched.clear();
  return Unknown;
}
