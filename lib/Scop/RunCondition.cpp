//===- RunCondition.cpp - What must hold for rewritten loops --------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RunCondition.h.
///
//===----------------------------------------------------------------------===//

#include "RunCondition.h"
#include "AstNumbers.h"
#include "OutsideElements.h"
#include "ScopAst.h"
#include "StatementFacts.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace llvm;
using namespace smolly;

isl::set smolly::moderateParameters(isl::space Params, unsigned Bits) {
  isl::set Box = isl::set::universe(Params);
  isl::val Limit = isl::val(Params.ctx(), Bits).pow2();
  unsigned Count = std::max(0, isl_set_dim(Box.get(), isl_dim_param));
  for (unsigned I = 0; I < Count; ++I) {
    Box = isl::manage(isl_set_lower_bound_val(Box.release(), isl_dim_param, I,
                                              Limit.neg().release()));
    Box = isl::manage(
        isl_set_upper_bound_val(Box.release(), isl_dim_param, I, Limit.copy()));
  }
  return Box;
}

/// The elements of \p Array, { [] -> Element[] }, that are accessed first, and
/// behind those that are accessed last. Within rows, the order of subscripts is
/// that of addresses.
static polly::Scop::MinMaxAccessTy
rangeWithinRows(polly::Scop &S, const polly::ScopArrayInfo &Array) {
  constexpr int MaxPieces = 8;
  isl::space Space = S.getParamSpace().add_named_tuple(
      Array.getBasePtrId(), Array.getNumberOfDimensions());
  isl::set Rows = rowsOf(Array, Space), All = isl::set::empty(Space);
  for (polly::ScopStmt &Stmt : S)
    for (const polly::MemoryAccess *MA : Stmt)
      if (MA->isArrayKind() && MA->getLatestScopArrayInfo() == &Array)
        All = All.unite(MA->getLatestAccessRelation()
                            .intersect_domain(Stmt.getDomain())
                            .range()
                            .remove_divs()
                            .intersect(Rows));
  All = coalesced(All);
  if (All.is_null() || All.n_basic_set().release() > MaxPieces)
    All = isl::set(All.simple_hull()).intersect(Rows);
  isl::pw_multi_aff First = All.lexmin_pw_multi_aff(),
                    Last = All.lexmax_pw_multi_aff();
  unsigned Dim = Array.getNumberOfDimensions() - 1;
  isl::pw_aff Behind = isl::manage(isl_pw_multi_aff_get_pw_aff(Last.get(), Dim))
                           .add_constant(isl::val::one(Last.ctx()));
  return {First, Last.set_pw_aff(Dim, Behind)};
}

static const polly::ScopArrayInfo &
arrayOf(const polly::Scop::MinMaxAccessTy &A) {
  return *polly::ScopArrayInfo::getFromId(A.first.get_tuple_id(isl::dim::out));
}

/// Whether a range of \p Array may have elements that nobody accesses, wherever
/// they are: those that are accessed under conditions inside of statements.
static bool mayNotBeAccessed(const polly::Scop &S,
                             const polly::ScopArrayInfo &Array) {
  return any_of(S, [&](const polly::ScopStmt &Stmt) {
    return any_of(Stmt, [&](const polly::MemoryAccess *MA) {
      return MA->isArrayKind() && isInInnerBlock(*MA) &&
             MA->getLatestScopArrayInfo() == &Array;
    });
  });
}

/// \p A, or what is accessed within rows where Polly did not ask that all of it
/// is: of what happens under conditions inside a statement it knows nothing.
static polly::Scop::MinMaxAccessTy
withinRows(polly::Scop &S, const polly::Scop::MinMaxAccessTy &A) {
  const polly::ScopArrayInfo &Array = arrayOf(A);
  return Array.getNumberOfDimensions() > 1 && mayNotBeAccessed(S, Array)
             ? rangeWithinRows(S, Array)
             : A;
}

/// That the address of \p End is not behind that of \p Begin. Both are
/// { [] -> Element[] }.
static isl::ast_expr liesBefore(const isl::ast_build &Build,
                                const isl::pw_multi_aff &End,
                                const isl::pw_multi_aff &Begin) {
  return Build.access_from(End).address_of().le(
      Build.access_from(Begin).address_of());
}

/// Adds to \p Condition that what \p A and \p B touch does not overlap, unless
/// one of them does not happen, or both have an address that the loops compute.
static isl::ast_expr demandDisjoint(isl::ast_expr Condition,
                                    const isl::ast_build &Build,
                                    const isl::set &Known,
                                    const polly::Scop::MinMaxAccessTy &A,
                                    const polly::Scop::MinMaxAccessTy &B) {
  if (A.first.is_null() || A.second.is_null() || B.first.is_null() ||
      B.second.is_null())
    return isl::ast_expr();
  auto OriginOf = [](const isl::pw_multi_aff &Address) {
    isl::id Array = Address.get_tuple_id(isl::dim::out);
    return polly::ScopArrayInfo::getFromId(Array)->getBasePtrOriginSAI();
  };
  const polly::ScopArrayInfo *Origin = OriginOf(A.first);
  if (Origin && Origin == OriginOf(B.first))
    return Condition;
  for (const isl::pw_multi_aff &Address :
       {A.first, A.second, B.first, B.second}) {
    isl::boolean IsNever = isEmpty(Address.intersect_params(Known).domain());
    if (!IsNever.is_false())
      return IsNever.is_true() ? Condition : isl::ast_expr();
  }
  isl::ast_expr First = liesBefore(Build, A.second, B.first);
  isl::ast_expr Second = liesBefore(Build, B.second, A.first);
  isl_ast_expr *Either = isl_ast_expr_or(First.release(), Second.release());
  return isl::manage(isl_ast_expr_and(Condition.release(), Either));
}

/// Adds to \p Condition that the addresses of \p A do not wrap around, which
/// those of elements that are accessed do not: the range is less than 2^62
/// bytes long, and it ends behind where it begins.
static isl::ast_expr demandNoWrap(isl::ast_expr Condition,
                                  const isl::ast_build &Build,
                                  const isl::set &Known,
                                  const polly::Scop::MinMaxAccessTy &A) {
  if (A.first.is_null() || A.second.is_null())
    return isl::ast_expr();
  isl::boolean IsNever = isEmpty(A.first.intersect_params(Known).domain());
  if (!IsNever.is_false())
    return IsNever.is_true() ? Condition : isl::ast_expr();
  constexpr unsigned RangeBits = 61, RowBits = 30, MostBits = 58;
  const polly::ScopArrayInfo &Array = arrayOf(A);
  unsigned Dims = Array.getNumberOfDimensions();
  unsigned Bits = RangeBits - Log2_64_Ceil(Array.getElemSizeInBytes());
  unsigned First = Dims > 1 ? RowBits : std::min(Bits, MostBits);
  auto Limit = [&](const isl::set &Domain, unsigned OfBits) {
    return isl::pw_aff(Domain, isl::val(Build.ctx(), OfBits).pow2());
  };
  isl::set Far = isl::set::empty(Known.get_space());
  for (const isl::pw_multi_aff &Address : {A.first, A.second}) {
    isl::pw_aff Row =
        isl::manage(isl_pw_multi_aff_get_pw_aff(Address.get(), 0));
    isl::pw_aff Most = Limit(Row.domain(), First);
    Far = Far.unite(Row.gt_set(Most)).unite(Row.lt_set(Most.neg()));
  }
  for (unsigned D = 1; D < Dims; ++D) {
    isl::pw_aff Size = isl::manage(isl_pw_aff_project_domain_on_params(
        Array.getDimensionSizePw(D).release()));
    Far = Far.unite(
        Size.gt_set(Limit(Size.domain(), (Bits - First) / (Dims - 1))));
  }
  isl::ast_expr Near = Build.expr_from(coalesced(Far.complement().gist(Known)));
  isl_ast_expr *Order = liesBefore(Build, A.first, A.second).release();
  return isl::manage(isl_ast_expr_and(Condition.release(),
                                      isl_ast_expr_and(Near.release(), Order)));
}

/// Adds the alias checks of \p S to \p Condition.
static isl::ast_expr demandNoAliases(isl::ast_expr Condition, polly::Scop &S,
                                     const isl::ast_build &Build) {
  isl::set Known = S.getContext();
  auto WithinRows = [&](const polly::Scop::MinMaxVectorTy &Accesses) {
    return map_to_vector(Accesses,
                         [&](const auto &A) { return withinRows(S, A); });
  };
  for (const auto &Group : S.getAliasGroups()) {
    auto Writing = WithinRows(Group.first), Reading = WithinRows(Group.second);
    for (const auto &A :
         concat<const polly::Scop::MinMaxAccessTy>(Writing, Reading))
      if (A.first.is_null() || mayNotBeAccessed(S, arrayOf(A)))
        Condition = demandNoWrap(Condition, Build, Known, A);
    for (size_t I = 0; I < Writing.size(); ++I) {
      for (size_t J = I + 1; J < Writing.size(); ++J)
        Condition =
            demandDisjoint(Condition, Build, Known, Writing[I], Writing[J]);
      for (const auto &Read : Reading)
        Condition = demandDisjoint(Condition, Build, Known, Writing[I], Read);
    }
  }
  return Condition;
}

/// That what \p S was analysed under holds.
static isl::ast_expr demandAssumptions(const polly::Scop &S,
                                       const isl::ast_build &Build) {
  isl::ast_expr Assumed = Build.expr_from(S.getAssumedContext());
  isl::set Invalid = S.getInvalidContext();
  if (isEmpty(Invalid).is_true())
    return Assumed;
  isl::ast_expr Zero = isl::ast_expr::from_val(isl::val::zero(Build.ctx()));
  return isl::manage(isl_ast_expr_and(
      Assumed.release(), Zero.eq(Build.expr_from(Invalid)).release()));
}

isl::ast_expr smolly::buildRunCondition(polly::Scop &S,
                                        const isl::ast_build &Build,
                                        std::optional<unsigned> &Bits) {
  if (!Bits) {
    isl::ast_expr Condition =
        demandNoAliases(demandAssumptions(S, Build), S, Build);
    if (Condition.is_null() || !hasLargeInteger(Condition))
      return Condition;
    Bits = ModerateBits;
  }
  isl::set Known = S.getContext();
  isl::set Box = moderateParameters(S.getParamSpace(), *Bits);
  isl::set Wanted = S.getAssumedContext().subtract(S.getInvalidContext());
  isl::set Rest = coalesced(Wanted.gist(Known.intersect(Box)));
  Wanted = coalesced(Box.gist(Known).intersect(Rest));
  return demandNoAliases(Build.expr_from(Wanted), S, Build);
}
