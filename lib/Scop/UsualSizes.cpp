//===- UsualSizes.cpp - Sizes that loops are rewritten for ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements UsualSizes.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/UsualSizes.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/constraint.h"
#include "isl/set.h"
#include <limits>
#include <map>
#include <set>

using namespace llvm;
using namespace smolly;

/// How often loops of different lengths have to run at least. Borders at both
/// ends, and what is between them, are different iterations then.
static constexpr long FewIterations = 3;
/// Loops that run only for larger sizes than this may be empty.
static constexpr long LargestSize = 64;
/// What is counted in larger steps are tiles, of which one may be enough.
static constexpr long LargestStep = 4;
/// Larger numbers in constraints are no lengths of borders.
static constexpr long LargestNumber = 1 << 20;
/// isl operations for each of the two assumptions.
static constexpr unsigned long MaxOperations = 1'000'000;

namespace {

/// `Factor * i + Size + Constant >= 0`, or with -Size, of the only iterator i
/// and a parameter; without one, Size is none.
struct Bound {
  unsigned Iterator = 0;
  std::optional<unsigned> Size;
  long SizeFactor = 0, Factor = 0, Constant = 0;
  bool IsEquality = false;
};

} // namespace

/// \p Value if it is an integer that says something of sizes.
static std::optional<long> smallNumber(const isl::val &Value) {
  if (!Value.is_int().is_true() ||
      !Value.abs().le(isl::val(Value.ctx(), LargestNumber)).is_true())
    return std::nullopt;
  return isl_val_get_num_si(Value.get());
}

static std::optional<long> coefficientOf(const isl::constraint &C,
                                         isl_dim_type Type, unsigned Index) {
  return smallNumber(
      isl::manage(isl_constraint_get_coefficient_val(C.get(), Type, Index)));
}

/// The only dimension of \p Type of \p Count in \p C; none if there is another
/// number of them.
static std::optional<unsigned> onlyDim(const isl::constraint &C,
                                       isl_dim_type Type, unsigned Count) {
  std::optional<unsigned> Only;
  for (unsigned I = 0; I < Count; ++I) {
    if (isl_constraint_involves_dims(C.get(), Type, I, 1) != isl_bool_true)
      continue;
    if (Only)
      return std::nullopt;
    Only = I;
  }
  return Only;
}

/// \p C as a bound; none if it is about more than an iterator and a size.
static std::optional<Bound> boundFrom(const isl::constraint &C,
                                      unsigned Iterators, unsigned Parameters) {
  auto Iterator = onlyDim(C, isl_dim_set, Iterators);
  if (!Iterator || isl_constraint_is_div_constraint(C.get()) != isl_bool_false)
    return std::nullopt;
  auto Factor = coefficientOf(C, isl_dim_set, *Iterator);
  auto Constant =
      smallNumber(isl::manage(isl_constraint_get_constant_val(C.get())));
  if (!Factor || !Constant)
    return std::nullopt;
  Bound Result;
  Result.Iterator = *Iterator;
  Result.Factor = *Factor;
  Result.IsEquality = isl_constraint_is_equality(C.get()) == isl_bool_true;
  Result.Constant = *Constant;
  if (isl_constraint_involves_dims(C.get(), isl_dim_param, 0, Parameters) !=
      isl_bool_true)
    return Result;
  Result.Size = onlyDim(C, isl_dim_param, Parameters);
  if (!Result.Size)
    return std::nullopt;
  auto SizeFactor = coefficientOf(C, isl_dim_param, *Result.Size);
  if (!SizeFactor || std::labs(*SizeFactor) != 1)
    return std::nullopt;
  Result.SizeFactor = *SizeFactor;
  return Result;
}

/// The bounds of each polyhedron of \p Set.
static std::vector<std::vector<Bound>> boundsOf(const isl::set &Set) {
  struct Collector {
    unsigned Iterators, Parameters;
    std::vector<Bound> Bounds;
  };
  auto Add = [](isl_constraint *C, void *User) {
    auto &All = *static_cast<Collector *>(User);
    if (auto B = boundFrom(isl::manage(C), All.Iterators, All.Parameters))
      All.Bounds.push_back(*B);
    return isl_stat_ok;
  };
  std::vector<std::vector<Bound>> Result;
  Set.foreach_basic_set([&](const isl::basic_set &Piece) {
    isl::basic_set Plain = isl::manage(isl_basic_set_remove_divs(Piece.copy()));
    Collector All;
    All.Iterators = std::max(0, isl_basic_set_dim(Plain.get(), isl_dim_set));
    All.Parameters = std::max(0, isl_basic_set_dim(Plain.get(), isl_dim_param));
    isl_basic_set_foreach_constraint(Plain.get(), Add, &All);
    Result.push_back(std::move(All.Bounds));
    return isl::stat::ok();
  });
  return Result;
}

/// Adds \p Least to what the analyses of \p Scop know of sizes, where the
/// contrary is not known: the least values of parameters by their numbers.
/// Returns what the run-time check is to ask, { [params] }; null if nothing is
/// changed, as where \p Budget is used up.
static isl::set demand(ImportedScop &Scop,
                       const std::map<unsigned, long> &Least,
                       const IslBudget &Budget) {
  const isl::set &Context = Scop.K.Context;
  isl::set Usual = isl::set::universe(Context.space()), Worth = Usual;
  auto WithBound = [](const isl::set &Set, unsigned Size, long Value) {
    return isl::manage(
        isl_set_lower_bound_si(Set.copy(), isl_dim_param, Size, Value));
  };
  for (auto [Size, Value] : Least) {
    isl::set AtLeast = WithBound(Usual, Size, Value);
    if (Value > LargestSize || !isDisjoint(AtLeast, Context).is_false())
      continue;
    Usual = AtLeast;
    if (Value > 1)
      Worth = WithBound(Worth, Size, Value);
  }
  if (!isSubset(Context, Usual).is_false())
    return {};
  isl::set New = coalesced(Context.intersect(Usual)), Likely = Scop.Likely;
  if (isDisjoint(Likely, Usual).is_false())
    Likely = Likely.intersect(Usual);
  isl::set Known = withoutIndirect(Scop, Scop.S->getContext());
  isl::set Assumption = Usual.gist(Known);
  Worth = Worth.gist(Known);
  if (!Scop.UsualSizes.is_null())
    Worth = coalesced(Scop.UsualSizes.intersect(Worth));
  if (Budget.exceeded())
    return {};
  Scop.K.Context = New;
  Scop.Likely = Likely;
  Scop.UsualSizes = Worth;
  return Assumption;
}

/// Has the run-time check of \p Scop ask for \p Assumption, if that is not
/// null. Outside of all budgets: Polly ends the process if isl gives it
/// nothing.
static void assume(ImportedScop &Scop, isl::set Assumption) {
  if (!Assumption.is_null())
    Scop.S->addAssumption(polly::INBOUNDS, Assumption, DebugLoc(),
                          polly::AS_ASSUMPTION, nullptr);
}

namespace {

/// `Step * i <= size + Constant`, of an iterator that is First or more.
struct LoopBound {
  long Step = 1, Constant = 0, First = 0;

  bool operator<(const LoopBound &Other) const {
    return std::tie(Step, Constant, First) <
           std::tie(Other.Step, Other.Constant, Other.First);
  }
  /// From which size on the loop runs \p Times.
  long leastSize(long Times) const {
    return Step * (First + Times - 1) - Constant;
  }
};

/// Where pieces of statements begin and end in one dimension of time.
struct Boundaries {
  /// The first and the last one of those at the begin.
  long First = std::numeric_limits<long>::max(), Begin = 0;
  /// Those at the end, (size + second) / first, by the number of the size.
  std::map<unsigned, std::set<std::pair<long, long>>> Ends;

  void addToBegin(long Value) {
    First = std::min(First, Value);
    Begin = std::max(Begin, Value);
  }
  /// Whether there are several at both ends.
  bool hasBorders() const {
    size_t Count = 0;
    for (const auto &[Size, Here] : Ends)
      Count += Here.size();
    return First < Begin && Count > 1;
  }
};

} // namespace

/// The loops of \p Domain, by the number of the parameter that is the size.
static void addLoops(const isl::set &Domain,
                     std::map<unsigned, std::set<LoopBound>> &Loops) {
  for (const std::vector<Bound> &Bounds : boundsOf(Domain)) {
    std::map<unsigned, long> Firsts;
    for (const Bound &B : Bounds)
      if (!B.Size && B.Factor == 1)
        Firsts[B.Iterator] = std::max(Firsts[B.Iterator], -B.Constant);
    for (const Bound &B : Bounds) {
      if (!B.Size || B.SizeFactor < 0 || B.Factor > 0 || B.IsEquality)
        continue;
      LoopBound Loop = {-B.Factor, B.Constant, Firsts[B.Iterator]};
      if (Loop.leastSize(1) <= LargestSize)
        Loops[*B.Size].insert(Loop);
    }
  }
}

/// What assumeUsualSizes asks of sizes, { [params] }, if anything.
static isl::set usualSizes(ImportedScop &Scop) {
  IslBudget Budget(Scop.K.ctx(), MaxOperations);
  std::map<unsigned, std::set<LoopBound>> Loops;
  for (const Statement &S : Scop.K.Statements)
    addLoops(S.Domain, Loops);
  std::map<unsigned, long> Least;
  for (const auto &[Size, Bounds] : Loops) {
    long &Value = Least[Size];
    for (const LoopBound &Loop : Bounds)
      Value = std::max(Value,
                       Loop.leastSize(Bounds.size() > 1 ? FewIterations : 1));
  }
  for (const std::string &Name : Scop.K.SmallSizes)
    if (int Size = isl_set_find_dim_by_name(Scop.K.Context.get(), isl_dim_param,
                                            Name.c_str());
        Size >= 0)
      Least.try_emplace(Size, 0);
  return demand(Scop, Least, Budget);
}

void smolly::assumeUsualSizes(ImportedScop &Scop) {
  assume(Scop, usualSizes(Scop));
}

/// The only value of a dimension of \p Set, if it is plain to see.
static std::optional<long> fixedValue(const isl::set &Set, unsigned Dim) {
  isl::val Fixed =
      isl::manage(isl_set_plain_get_val_if_fixed(Set.get(), isl_dim_set, Dim));
  if (!Fixed.is_int().is_true())
    return std::nullopt;
  return isl_val_get_num_si(Fixed.get());
}

/// Adds where \p Times, a polyhedron of a piece of \p Whole, both { Time[] },
/// begins and ends in each dimension that is a loop.
static void addBoundaries(const isl::set &Times, const isl::set &Whole,
                          std::vector<Boundaries> &All) {
  for (unsigned Dim = 0; Dim < All.size(); ++Dim) {
    if (fixedValue(Whole, Dim))
      continue;
    Boundaries &Here = All[Dim];
    if (auto Fixed = fixedValue(Times, Dim)) {
      Here.addToBegin(*Fixed);
      Here.addToBegin(*Fixed + 1);
      continue;
    }
    isl_set *Only = isl_set_project_out(Times.copy(), isl_dim_set, Dim + 1,
                                        All.size() - Dim - 1);
    Only = isl_set_project_out(Only, isl_dim_set, 0, Dim);
    for (const std::vector<Bound> &Bounds : boundsOf(isl::manage(Only)))
      for (const Bound &B : Bounds) {
        bool IsUpper = B.Factor < 0 || B.IsEquality;
        long Step = std::labs(B.Factor);
        long Sign = B.Factor < 0 ? 1 : -1;
        if (!B.Size)
          Here.addToBegin(Sign * B.Constant / Step + IsUpper);
        else if (B.SizeFactor == Sign && Step <= LargestStep) {
          Here.Ends[*B.Size].insert({Step, Sign * B.Constant});
          // The only iteration of a border: what is before it ends as well.
          if (B.IsEquality)
            Here.Ends[*B.Size].insert({Step, Sign * B.Constant - Step});
        }
      }
  }
}

/// What assumeSeparateBorders asks of sizes, { [params] }, if anything.
static isl::set separateBorders(ImportedScop &Scop, const AccessPlan &Places) {
  if (none_of(Places.Statements,
              [](const StatementPlacement &S) { return S.Pieces.size() > 1; }))
    return {};
  IslBudget Budget(Scop.K.ctx(), MaxOperations);
  std::vector<Boundaries> All(Scop.K.timeDims());
  for (unsigned S = 0; S < Scop.Stmts.size(); ++S) {
    const Statement &Stmt = Scop.K.Statements[S];
    isl::set Whole = Stmt.Domain.apply(Stmt.Schedule);
    for (const StatementPiece &Piece : Places.Statements[S].Pieces)
      Piece.Domain.apply(Stmt.Schedule)
          .foreach_basic_set([&](const isl::basic_set &Part) {
            addBoundaries(isl::set(Part), Whole, All);
            return isl::stat::ok();
          });
  }
  std::map<unsigned, long> Least;
  for (const Boundaries &Dim : All) {
    if (!Dim.hasBorders())
      continue;
    for (const auto &[Size, Ends] : Dim.Ends)
      for (auto [Step, Constant] : Ends) {
        long Value = Step * Dim.Begin - Constant;
        // Blocks of rows that run side by side are no borders.
        if (Value <= LargestSize && (Step == 1 || Scop.Rows.Loops.empty()))
          Least[Size] = std::max(Least[Size], Value);
      }
  }
  return demand(Scop, Least, Budget);
}

void smolly::assumeSeparateBorders(ImportedScop &Scop,
                                   const AccessPlan &Places) {
  assume(Scop, separateBorders(Scop, Places));
}
