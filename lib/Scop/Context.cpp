//===- Context.cpp - What holds where the new code runs -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Context.h.
///
/// A loop `for (long t = 0; t <= steps; t++)` comes with the assumption
/// `steps != 2^63 - 1`, a product of two of them with bounds near 2^60, and
/// every parameter with the range of its type. Such constraints split contexts
/// into pieces and slow every computation down without ever mattering.
///
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/IslUninterrupted.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "isl/constraint.h"

using namespace llvm;
using namespace smolly;

/// Constraints with larger constants are dropped.
static constexpr unsigned long LargestConstant = 1ul << 30;
/// Larger lower bounds of parameters are not looked for in the branches that
/// lead to the loops.
static constexpr int LargestChecked = 8;
/// Contexts of more pieces are replaced by their hull.
static constexpr int MaxPieces = 4;

/// Width in bits of parameter \p Index of \p Box, a space with Polly's ids.
static unsigned bitsOf(polly::Scop &S, const isl::set &Box, unsigned Index) {
  auto *Parameter = static_cast<const SCEV *>(
      Box.get_dim_id(isl::dim::param, Index).get_user());
  return S.getSE()->getTypeSizeInBits(Parameter->getType());
}

/// { [params] } with each parameter between -\p Limit(bits) and Limit(bits).
static isl::set parameterBox(polly::Scop &S,
                             function_ref<isl::val(unsigned)> Limit) {
  isl::set Box = isl::set::universe(S.getParamSpace());
  unsigned Count = Box.dim(isl::dim::param).release();
  for (unsigned I = 0; I < Count; ++I) {
    isl::val Bound = Limit(bitsOf(S, Box, I));
    Box = isl::manage(isl_set_lower_bound_val(Box.release(), isl_dim_param, I,
                                              Bound.neg().release()));
    Box = isl::manage(isl_set_upper_bound_val(Box.release(), isl_dim_param, I,
                                              Bound.release()));
  }
  return Box;
}

/// None where a budget of operations has left no set.
static std::vector<isl::basic_set> piecesOf(const isl::set &Set) {
  std::vector<isl::basic_set> Pieces;
  isl::basic_set_list List = Set.get_basic_set_list();
  for (int I = 0; I < int(List.size().release()); ++I)
    Pieces.push_back(List.get_at(I));
  return Pieces;
}

static std::vector<isl::constraint> constraintsOf(const isl::basic_set &Piece) {
  std::vector<isl::constraint> Constraints;
  isl_basic_set_foreach_constraint(
      Piece.get(),
      [](isl_constraint *C, void *Found) {
        static_cast<std::vector<isl::constraint> *>(Found)->push_back(
            isl::manage(C));
        return isl_stat_ok;
      },
      &Constraints);
  return Constraints;
}

static bool isLarge(const isl::constraint &C) {
  isl::val Constant = isl::manage(isl_constraint_get_constant_val(C.get()));
  if (Constant.is_null())
    return true;
  isl::val Limit = isl::val::int_from_ui(Constant.ctx(), LargestConstant);
  return !Constant.abs().le(Limit).is_true();
}

bool smolly::hasLargeConstants(const isl::set &Set) {
  for (const isl::basic_set &Piece : piecesOf(Set))
    for (const isl::constraint &C : constraintsOf(Piece))
      if (isLarge(C))
        return true;
  return false;
}

/// A superset without constraints of large constants.
static isl::set dropLargeConstants(const isl::set &Set) {
  isl::set Result = isl::set::empty(Set.get_space());
  for (isl::basic_set Piece : piecesOf(Set)) {
    Piece = isl::manage(isl_basic_set_remove_divs(Piece.release()));
    isl::basic_set Kept = isl::basic_set::universe(Piece.get_space());
    for (const isl::constraint &C : constraintsOf(Piece))
      if (!isLarge(C))
        Kept =
            isl::manage(isl_basic_set_add_constraint(Kept.release(), C.copy()));
    Result = Result.unite(isl::set(Kept));
  }
  return coalesced(Result);
}

/// { [params] } that the branches on the way to \p S let through. Polly knows
/// them only as far as they are conditions of loops, but LLVM has simplified
/// those where the branches make them superfluous: after `if (n < 2) return`
/// a loop from 1 to n - 1 is guarded by n != 2.
static isl::set checkedBefore(polly::Scop &S) {
  isl::set Checked = isl::set::universe(S.getParamSpace());
  ScalarEvolution &SE = *S.getSE();
  unsigned Count = Checked.dim(isl::dim::param).release();
  for (unsigned I = 0; I < Count; ++I) {
    auto *Parameter = static_cast<const SCEV *>(
        Checked.get_dim_id(isl::dim::param, I).get_user());
    for (int Bound = LargestChecked; Bound >= 0; --Bound) {
      const SCEV *Least =
          SE.getConstant(Parameter->getType(), Bound, /*isSigned=*/true);
      if (!SE.isBasicBlockEntryGuardedByCond(S.getEntry(), ICmpInst::ICMP_SGE,
                                             Parameter, Least))
        continue;
      Checked = isl::manage(
          isl_set_lower_bound_si(Checked.release(), isl_dim_param, I, Bound));
      break;
    }
  }
  return Checked;
}

isl::set smolly::parameterTypes(polly::Scop &S) {
  IslUninterrupted NeverNull(S.getIslCtx());
  isl::set Box = parameterBox(S, [&](unsigned Bits) {
    return isl::val(S.getIslCtx(), Bits - 1).pow2();
  });
  unsigned Count = Box.dim(isl::dim::param).release();
  for (unsigned I = 0; I < Count; ++I) {
    isl::val Largest = isl::val(S.getIslCtx(), bitsOf(S, Box, I) - 1)
                           .pow2()
                           .sub(isl::val::one(S.getIslCtx()));
    Box = isl::manage(isl_set_upper_bound_val(Box.release(), isl_dim_param, I,
                                              Largest.release()));
  }
  return Box;
}

isl::set smolly::assumeModerateParameters(polly::Scop &S) {
  isl::set Moderate = parameterBox(S, [&](unsigned Bits) {
    isl::val Half = isl::val(S.getIslCtx(), Bits - 1).pow2();
    if (Bits <= 8) // truth values, such as whether an array has no elements
      return Half;
    return Half.sub(isl::val(S.getIslCtx(), Bits - (Bits < 64 ? 8 : 2)).pow2());
  });
  S.addAssumption(polly::WRAPPING, Moderate, DebugLoc(), polly::AS_ASSUMPTION,
                  S.getEntry());
  return Moderate;
}

isl::set smolly::importContext(polly::Scop &S) {
  isl::set Known = S.getContext()
                       .intersect(S.getAssumedContext())
                       .subtract(S.getInvalidContext());
  isl::set Types = parameterBox(S, [&](unsigned Bits) {
    return isl::val(S.getIslCtx(), Bits - 1).pow2();
  });
  Known = coalesced(Known.gist(Types));
  if (hasLargeConstants(Known)) {
    isl::set Moderate = assumeModerateParameters(S);
    Known = coalesced(Known.intersect(Moderate).gist(Moderate));
  }
  Known = dropLargeConstants(Known);
  Known = coalesced(Known.intersect(checkedBefore(S)));
  if (Known.n_basic_set().release() > MaxPieces)
    Known = isl::set(Known.simple_hull());
  return Known;
}
