//===- ParameterPoint.cpp - Sizes at assumed parameters -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Assumed parameter values and bounds that hold for all values.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/ParameterPoint.h"
#include "IndexDims.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Constraints.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/Value.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/point.h"
#include "isl/set.h"
#include "isl/space.h"
#include "isl/val.h"
#include <cmath>

using namespace smolly;

namespace {
constexpr long DefaultValue = 1000;
/// Constants in mappings are small beside this.
constexpr long LargeValue = 100, Enlargement = 10;

/// The smallest or largest value of parameter \p Pos in \p Set, { [params] },
/// if there is one.
bool bound(const isl::set &Set, unsigned Pos, bool Largest, long &Result) {
  isl_set *Moved = isl_set_move_dims(isl_set_from_params(Set.copy()),
                                     isl_dim_set, 0, isl_dim_param, Pos, 1);
  isl::val Value = isl::manage(Largest ? isl_set_dim_max_val(Moved, 0)
                                       : isl_set_dim_min_val(Moved, 0));
  if (Value.is_null() || isl_val_is_int(Value.get()) != isl_bool_true)
    return false;
  Result = isl_val_get_num_si(Value.get());
  return true;
}

/// Moves \p Value into the bounds of parameter \p Pos.
long clamp(const isl::set &Set, unsigned Pos, long Value) {
  long Limit;
  if (bound(Set, Pos, true, Limit) && Limit < Value)
    Value = Limit;
  if (bound(Set, Pos, false, Limit) && Limit > Value)
    Value = Limit;
  return Value;
}
} // namespace

ParameterPoint::ParameterPoint(isl::set Context,
                               const std::map<std::string, long> &Assumed,
                               const std::set<std::string> &CaseNames)
    : Context(Context), CaseNames(CaseNames) {
  unsigned Params = std::max(0, isl_set_dim(Context.get(), isl_dim_param));
  isl::set Rest = Context;
  Values.assign(Params, DefaultValue);
  for (bool Given : {true, false})
    for (unsigned I = 0; I < Params; ++I) {
      const char *Name = isl_set_get_dim_name(Context.get(), isl_dim_param, I);
      auto It = Assumed.find(Name ? Name : "");
      if ((It != Assumed.end()) != Given)
        continue;
      if (!Given && Name && CaseNames.count(Name))
        Cases.insert(I);
      Values[I] = clamp(Rest, I, Given ? It->second : DefaultValue);
      isl::set Fixed =
          isl::manage(isl_set_fix_si(Rest.copy(), isl_dim_param, I, Values[I]));
      if (isEmpty(Fixed).is_false())
        Rest = Fixed;
    }
}

const std::vector<ParameterPoint> &ParameterPoint::variations() const {
  if (Variations)
    return *Variations;
  std::vector<ParameterPoint> Result;
  long Params = Values.size();
  for (bool Up : {true, false}) {
    if (Params < 2)
      break;
    std::map<std::string, long> Assumed;
    for (long I = 0; I < Params; ++I)
      if (const char *Name =
              isl_set_get_dim_name(Context.get(), isl_dim_param, I);
          Name && !Cases.contains(I))
        Assumed[Name] = Values[I] * (2 + 3 * (Up ? I : Params - 1 - I)) + I;
    ParameterPoint Other(Context, Assumed, CaseNames);
    if (Other.Values != Values)
      Result.push_back(std::move(Other));
  }
  Variations =
      std::make_shared<const std::vector<ParameterPoint>>(std::move(Result));
  return *Variations;
}

std::optional<ParameterPoint> ParameterPoint::enlarged() const {
  std::map<std::string, long> Assumed;
  bool Small = false;
  for (unsigned I = 0; I < Values.size(); ++I)
    if (const char *Name =
            isl_set_get_dim_name(Context.get(), isl_dim_param, I);
        Name && !Cases.contains(I)) {
      Small |= Values[I] < LargeValue;
      Assumed[Name] = std::max(Values[I], LargeValue) * Enlargement + Values[I];
    }
  if (!Small)
    return std::nullopt;
  return ParameterPoint(Context, Assumed, CaseNames);
}

/// \p Set with all parameters fixed that are no cases.
isl::set ParameterPoint::fixSizes(const isl::set &Set) const {
  isl_set *Fixed = isl_set_align_params(Set.copy(), Context.space().release());
  for (unsigned I = 0; I < Values.size(); ++I)
    if (!Cases.contains(I))
      Fixed = isl_set_fix_si(Fixed, isl_dim_param, I, Values[I]);
  return isl::manage(Fixed);
}

double ParameterPoint::evaluate(const isl::pw_aff &Expression) const {
  isl::pw_aff Aligned = isl::manage(
      isl_pw_aff_align_params(Expression.copy(), Context.space().release()));
  isl::val Value;
  if (Cases.empty()) {
    isl_point *Point =
        isl_point_zero(isl_pw_aff_get_domain_space(Aligned.get()));
    isl_ctx *Ctx = Context.ctx().get();
    for (unsigned I = 0; I < Values.size(); ++I)
      Point = isl_point_set_coordinate_val(Point, isl_dim_param, I,
                                           isl_val_int_from_si(Ctx, Values[I]));
    Value = isl::manage(isl_pw_aff_eval(Aligned.release(), Point));
  } else {
    isl::set Here = fixSizes(Context);
    Value = isl::manage(
        isl_pw_aff_max_val(Aligned.intersect_params(Here).release()));
  }
  if (Value.is_null() || isl_val_is_int(Value.get()) != isl_bool_true)
    return 0;
  return asDouble(Value);
}

isl::set ParameterPoint::fix(const isl::set &Set) const {
  return isl::manage(isl_set_project_out_all_params(fixSizes(Set).release()));
}

double ParameterPoint::boxAround(const isl::set &Set) const {
  isl::set Fixed = fix(Set);
  if (isEmpty(Fixed).is_true())
    return 0;
  double Size = 1;
  for (int I = 0, E = isl_set_dim(Fixed.get(), isl_dim_set); I < E; ++I) {
    std::optional<double> Extent = extentOf(Fixed, I);
    if (!Extent)
      return INFINITY;
    Size *= *Extent;
  }
  return Size;
}

double ParameterPoint::boxesAround(const isl::set &Set) const {
  isl::set Disjoint = isl::manage(isl_set_make_disjoint(Set.copy()));
  isl::basic_set_list Pieces = Disjoint.get_basic_set_list();
  double Count = 0;
  for (int I = 0, E = isl_basic_set_list_size(Pieces.get()); I < E; ++I)
    Count += boxAround(isl::set(Pieces.get_at(I)));
  return Count;
}

/// So many slices are made of a dimension.
static constexpr double MaxSlices = 8;

/// See ParameterPoint::count. \p Set is one polyhedron without parameters.
static double countIn(isl::set Set) {
  isl::boolean IsNothing = isEmpty(Set);
  if (!IsNothing.is_false())
    return IsNothing.is_true() ? 0 : INFINITY;
  double Size = 1, Least = INFINITY;
  int Dims = isl_set_dim(Set.get(), isl_dim_set), Cut = -1;
  for (int I = 0; I < Dims; ++I) {
    std::optional<double> Extent = extentOf(Set, I);
    if (!Extent)
      return INFINITY;
    Size *= *Extent;
    if (*Extent > 1 && *Extent < Least) {
      Least = *Extent;
      Cut = I;
    }
  }
  if (Cut < 0 || isl_set_is_box(Set.get()) == isl_bool_true)
    return Size;
  double Slices = std::min(Least, MaxSlices), Sum = 0;
  isl::val Low = isl::manage(isl_set_dim_min_val(Set.copy(), Cut));
  for (double Slice = 0; Slice < Slices; ++Slice) {
    long At = Low.get_num_si() + long((Slice + 0.5) * Least / Slices);
    Sum += countIn(isl::manage(isl_set_from_basic_set(
        isl_basic_set_remove_redundancies(isl_set_simple_hull(
            isl_set_fix_si(Set.copy(), isl_dim_set, Cut, At))))));
  }
  return Sum * Least / Slices;
}

double ParameterPoint::count(const isl::set &Set) const {
  isl::set Disjoint = isl::manage(isl_set_make_disjoint(fix(Set).release()));
  isl::basic_set_list Pieces = Disjoint.get_basic_set_list();
  double Count = Pieces.is_null() ? INFINITY : 0;
  for (int I = 0, E = isl_basic_set_list_size(Pieces.get()); I < E; ++I)
    Count += countIn(isl::manage(isl_set_from_basic_set(
        isl_basic_set_remove_redundancies(Pieces.get_at(I).release()))));
  return Count;
}

isl::pw_aff ParameterPoint::constant(long Value) const {
  isl_space *Space = isl_set_get_space(Context.get());
  return isl::manage(isl_pw_aff_from_aff(isl_aff_val_on_domain_space(
      Space, isl_val_int_from_si(Context.ctx().get(), Value))));
}

/// \p Aff on the whole parameter space. Where its piece is one of multiples, as
/// N / 2 on even N, it is rounded elsewhere.
static isl::pw_aff integral(const isl::aff &Aff, bool Up) {
  isl::val Denominator = isl::manage(isl_aff_get_denominator_val(Aff.get()));
  if (isl_val_is_one(Denominator.get()) == isl_bool_true)
    return isl::pw_aff(Aff);
  return isl::pw_aff(Up ? isl::manage(isl_aff_ceil(Aff.copy()))
                        : isl::manage(isl_aff_floor(Aff.copy())));
}

/// Whether \p Bound is nowhere below (above) \p Pieces, within \p Context.
static bool isBound(const isl::pw_aff &Bound, const isl::pw_aff &Pieces,
                    bool Above, const isl::set &Context) {
  isl::stat Ok = Pieces.foreach_piece([&](isl::set Where, isl::aff Aff) {
    isl::pw_aff Piece(Aff);
    isl::set Beyond = Above ? Piece.gt_set(Bound) : Piece.lt_set(Bound);
    return isDisjoint(Beyond, Where.intersect(Context)).is_true()
               ? isl::stat::ok()
               : isl::stat::error();
  });
  return !Ok.is_error();
}

/// One of the pieces' affine functions that is above (below) all others on the
/// whole domain, and not above (below) \p Limit at the assumed values, or null.
/// Complexity: quadratic in the number of pieces.
isl::pw_aff ParameterPoint::dominating(const isl::pw_aff &Pieces, bool Above,
                                       double Limit) const {
  std::vector<isl::pw_aff> Functions;
  isl::stat Ok = Pieces.foreach_piece([&](isl::set, isl::aff Aff) {
    isl::pw_aff New = integral(Aff, Above);
    double Value = evaluate(New);
    if (Above ? Value > Limit : Value < Limit)
      return isl::stat::ok();
    if (llvm::none_of(Functions, [&](const isl::pw_aff &Old) {
          return New.plain_is_equal(Old).is_true();
        }))
      Functions.push_back(New);
    return isl::stat::ok();
  });
  if (Ok.is_error())
    return {};
  for (const isl::pw_aff &Function : Functions)
    if (isBound(Function, Pieces, Above, Context))
      return Function;
  return {};
}

isl::pw_aff ParameterPoint::upperBound(const isl::pw_aff &Maximum,
                                       long AtLeast) const {
  isl::pw_aff Least = constant(AtLeast);
  isl::pw_aff Pieces = coalesced(Maximum.intersect_params(Context));
  isl::set Interesting = Pieces.gt_set(Least);
  if (isEmpty(Interesting).is_true())
    return Least;
  isl::pw_aff Large = coalesced(Pieces.intersect_domain(Interesting));
  double AtAssumed = std::max<double>(evaluate(Pieces), AtLeast);
  isl::pw_aff Bound = dominating(Large, true, AtAssumed);
  if (!Bound.is_null()) {
    isl::pw_aff Simple = coalesced(Bound);
    if (isSubset(Context, Simple.ge_set(Least)).is_true())
      return Simple;
    return coalesced(Simple.max(Least));
  }
  isl::pw_aff Everywhere = isl::manage(isl_pw_aff_union_max(
      Large.release(), Least.intersect_domain(Context).release()));
  return coalesced(Everywhere);
}

isl::pw_aff ParameterPoint::lowerBound(const isl::pw_aff &Minimum) const {
  isl::pw_aff Pieces = coalesced(Minimum.intersect_params(Context));
  if (isEmpty(Pieces.domain()).is_true())
    return constant(0);
  isl::pw_aff Bound = dominating(Pieces, false, evaluate(Pieces));
  if (!Bound.is_null())
    return Bound;
  isl::set Elsewhere = Context.subtract(Pieces.domain());
  isl::pw_aff Zero = constant(0).intersect_domain(Elsewhere);
  return coalesced(
      isl::manage(isl_pw_aff_union_add(Pieces.release(), Zero.release())));
}

/// The sides of constraints x <= f (x >= f) on \p Values, { [x] }, where f is
/// an integer for all parameters.
static std::vector<isl::pw_aff> sidesOf(const isl::set &Values, bool Above) {
  std::vector<isl::pw_aff> Result;
  for (const isl::constraint &C : constraintsOf(Values)) {
    long Factor = coefficientOf(C, isl_dim_set, 0);
    if (isEquality(C) ? std::abs(Factor) != 1 : Factor != (Above ? -1 : 1))
      continue;
    int Locals = isl_constraint_dim(C.get(), isl_dim_div);
    if (isl_constraint_involves_dims(C.get(), isl_dim_div, 0, Locals) !=
        isl_bool_false)
      continue;
    isl::pw_aff New =
        isl::manage(isl_pw_aff_from_aff(isl_aff_project_domain_on_params(
            isl_constraint_get_bound(C.get(), isl_dim_set, 0))));
    if (llvm::none_of(Result, [&](const isl::pw_aff &Old) {
          return New.plain_is_equal(Old).is_true();
        }))
      Result.push_back(New);
  }
  return Result;
}

/// The largest (smallest) of \p Values, { [x] }, at \p Point; none if it is not
/// known exactly.
static std::optional<double> extremeAt(const ParameterPoint &Point,
                                       const isl::set &Values, bool Above) {
  isl_set *Here = Point.fix(Values).release();
  isl::val Extreme = isl::manage(Above ? isl_set_dim_max_val(Here, 0)
                                       : isl_set_dim_min_val(Here, 0));
  if (Extreme.is_null() || isl_val_is_int(Extreme.get()) != isl_bool_true)
    return std::nullopt;
  double Result = asDouble(Extreme);
  return std::abs(Result) < 0x1p53 ? std::optional(Result) : std::nullopt;
}

isl::pw_aff ParameterPoint::boundFromConstraints(const isl::set &Values,
                                                 bool Above) const {
  std::optional<double> Extreme = extremeAt(*this, Values, Above);
  if (!Extreme)
    return {};
  // More values than there are have bounds that are safe, too.
  isl::set Simple = isl::manage(isl_set_remove_unknown_divs(
      isl_set_intersect_params(Values.copy(), Context.copy())));
  isl::space Space = Simple.space();
  isl::pw_aff Index = isl::manage(isl_pw_aff_from_aff(isl_aff_var_on_domain(
      isl_local_space_from_space(Space.copy()), isl_dim_set, 0)));
  auto IsBound = [&](const isl::pw_aff &Bound) {
    isl::pw_aff Limit = Bound.insert_domain(Space);
    isl::set Beyond = Above ? Index.gt_set(Limit) : Index.lt_set(Limit);
    return isDisjoint(Beyond, Simple).is_true();
  };
  auto IsTight = [&](const isl::pw_aff &Bound) {
    return llvm::all_of(variations(), [&](const ParameterPoint &Other) {
      return extremeAt(Other, Values, Above) == Other.evaluate(Bound);
    });
  };
  // What a size has to do with it is more than the limits that it has.
  std::vector<isl::pw_aff> Bounds = sidesOf(Simple, Above);
  Bounds.push_back(constant(*Extreme));
  for (const isl::pw_aff &Bound : Bounds)
    if (evaluate(Bound) == *Extreme && IsBound(Bound) && IsTight(Bound))
      return Bound;
  return {};
}
