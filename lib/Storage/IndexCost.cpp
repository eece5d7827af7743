//===- IndexCost.cpp - How innermost loops access cells -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements IndexCost.h.
///
//===----------------------------------------------------------------------===//

#include "IndexCost.h"
#include "IndexDims.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/Strides.h"
#include "smolly/Kernel/Value.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/map.h"
#include "isl/set.h"
#include <cmath>

using namespace smolly;

namespace {

/// What is executed so many times less often than something else hardly counts.
constexpr double MuchLess = 32;
/// The part of an array that may be unused after its moduli were rounded up.
constexpr double RoundingShare = 1.0 / 8;
/// Moduli of inner dimensions from here on are not rounded: rows whose distance
/// is a large power of two share the same few lines of a cache.
constexpr double MaxRoundedInner = 64;
/// Loops are not split where a constant modulus of this size or less wraps.
constexpr double MinSplitModulus = 32;

/// The last schedule dimension that is not constant over \p Schedule; -1 if
/// there is none.
int innermostDimension(const isl::map &Schedule) {
  isl::set Times = Schedule.range();
  for (int I = isl_set_dim(Times.get(), isl_dim_set) - 1; I >= 0; --I) {
    isl::val Fixed = isl::manage(
        isl_set_plain_get_val_if_fixed(Times.get(), isl_dim_set, I));
    if (Fixed.is_null() || isl_val_is_int(Fixed.get()) != isl_bool_true)
      return I;
  }
  return -1;
}

/// { Domain[] -> Domain[] }: from an instance to the next one of its innermost
/// loop.
isl::map innermostStep(const isl::map &Schedule, int Innermost) {
  isl_space *Time = isl_space_range(Schedule.space().release());
  isl::map Step = isl::manage(isl_map_universe(isl_space_map_from_set(Time)));
  for (int I = 0, E = isl_map_dim(Step.get(), isl_dim_in); I < E; ++I) {
    if (I != Innermost) {
      Step = Step.equate(isl::dim::in, I, isl::dim::out, I);
      continue;
    }
    isl_constraint *Plus = isl_constraint_alloc_equality(
        isl_local_space_from_space(Step.space().release()));
    Plus = isl_constraint_set_coefficient_si(Plus, isl_dim_in, I, 1);
    Plus = isl_constraint_set_coefficient_si(Plus, isl_dim_out, I, -1);
    Plus = isl_constraint_set_constant_si(Plus, 1);
    Step = isl::manage(isl_map_add_constraint(Step.release(), Plus));
  }
  return Schedule.apply_range(Step).apply_range(Schedule.reverse());
}

isl::map asMap(const isl::pw_multi_aff &Function) {
  return isl::manage(isl_map_from_pw_multi_aff(Function.copy()));
}

/// An access that has moved to the array of \p Group.
struct MovedAccess {
  AccessRef Ref;
  const GroupMapping *Group;
  /// { Domain[] -> Cell[] }, before base and modulo.
  isl::map Cells;
  /// How often it is executed, about.
  double Instances;
};

/// The accesses that read or write what \p Stored maps.
std::vector<MovedAccess> movedAccesses(const Dataflow &D,
                                       const StoredValues &Stored,
                                       const ParameterPoint &Point) {
  std::vector<MovedAccess> Result;
  auto Add = [&](AccessRef Ref, const GroupMapping &Group, isl::map Cells) {
    if (isEmpty(Cells).is_false())
      Result.push_back({Ref, &Group, Cells, Point.boxAround(Cells.domain())});
  };
  for (const GroupMapping &Group : Stored.Groups)
    for (unsigned Member : Group.Members) {
      const ValueLives &Lives = Stored.Values->live()[Member];
      isl::map Cells = asMap(cellsOf(Group, *Stored.Values, Member));
      Add(Lives.Write, Group, Cells);
      for (const Flow &F : D.Flows)
        if (F.Write == Lives.Write)
          Add(F.Read, Group, F.Sources.apply_range(Cells));
    }
  return Result;
}

bool staysAt(const isl::set &Deltas, unsigned Dim) {
  isl::set Zero = isl::manage(isl_set_fix_si(
      isl_set_universe(Deltas.space().release()), isl_dim_set, Dim, 0));
  return isSubset(Deltas, Zero).is_true();
}

/// The value of a size that is the same for all parameters.
std::optional<double> constantSize(const isl::pw_aff &Size) {
  isl::val Low = isl::manage(isl_pw_aff_min_val(Size.copy()));
  isl::val High = isl::manage(isl_pw_aff_max_val(Size.copy()));
  if (Low.is_null() || High.is_null() || !Low.eq(High).is_true() ||
      isl_val_is_int(Low.get()) != isl_bool_true)
    return std::nullopt;
  return asDouble(Low);
}

bool isPowerOfTwo(double Size) {
  return Size >= 1 && Size < 0x1p62 &&
         llvm::isPowerOf2_64(static_cast<uint64_t>(Size));
}

/// Whether a remainder of the cells that change by \p Deltas stays in the
/// loop.
bool keepsRemainder(const GroupMapping &Group, const isl::set &Deltas) {
  for (unsigned I = 0; I < Group.Dims.size(); ++I) {
    if (!Group.Dims[I].NeedsModulo || staysAt(Deltas, I))
      continue;
    std::optional<double> Size = constantSize(Group.Dims[I].Size);
    if (Size && *Size <= MinSplitModulus && !isPowerOfTwo(*Size))
      return true;
  }
  return false;
}

bool isSlower(const Kernel &K, const MovedAccess &A) {
  isl::map Steps = innermostSteps(K, A.Ref.Stmt, A.Cells.domain());
  if (Steps.is_null())
    return false;
  auto DeltasOf = [&](const isl::map &Places) {
    return Steps.apply_domain(Places)
        .apply_range(Places)
        .intersect_params(K.Context)
        .deltas();
  };
  isl::set New = DeltasOf(A.Cells);
  if (New.is_null() || isEmpty(New).is_true())
    return false;
  isl::set Old =
      DeltasOf(K.Statements[A.Ref.Stmt].Accesses[A.Ref.Access].Relation);
  return (staysInRow(Old) && !staysInRow(New)) || keepsRemainder(*A.Group, New);
}

} // namespace

isl::map smolly::innermostSteps(const Kernel &K, unsigned Stmt,
                                const isl::set &Piece) {
  isl::map Schedule = K.Statements[Stmt].Schedule.intersect_domain(Piece);
  int Innermost = innermostDimension(Schedule);
  return Innermost < 0 ? isl::map() : innermostStep(Schedule, Innermost);
}

void smolly::orientRows(Candidate &C, const IndexLayout &Layout) {
  for (CandidateRow &Row : C.Rows) {
    long Last = 0;
    for (unsigned I = 0; I < Row.Row.Gamma.size(); ++I)
      if (Row.Row.Gamma[I] != 0 &&
          (Last == 0 || I < Layout.Elements || Layout.Elements == 0))
        Last = Row.Row.Gamma[I];
    if (Last >= 0)
      continue;
    for (long &Coefficient : Row.Row.Gamma)
      Coefficient = -Coefficient;
    for (long &Offset : Row.Row.Offsets)
      Offset = -Offset;
  }
}

void smolly::roundModuli(GroupMapping &Mapping, const ParameterPoint &Point) {
  double Growth = 1;
  for (unsigned I = 0; I < Mapping.Dims.size(); ++I) {
    StorageDim &Dim = Mapping.Dims[I];
    std::optional<double> Size = constantSize(Dim.Size);
    if (!Dim.NeedsModulo || !Size || (I > 0 && *Size >= MaxRoundedInner))
      continue;
    double Rounded = std::exp2(std::ceil(std::log2(*Size)));
    if (Growth * Rounded * (1 - RoundingShare) > *Size || Rounded > 0x1p62)
      continue;
    Growth *= Rounded / *Size;
    Dim.Size = Point.constant(static_cast<long>(Rounded));
  }
}

bool smolly::slowsInnermostLoops(const Kernel &K, const Dataflow &D,
                                 const StoredValues &Stored,
                                 const ParameterPoint &Point) {
  std::vector<MovedAccess> Accesses = movedAccesses(D, Stored, Point);
  double Most = 0;
  for (const MovedAccess &A : Accesses)
    Most = std::max(Most, A.Instances);
  return llvm::any_of(Accesses, [&](const MovedAccess &A) {
    return A.Instances * MuchLess >= Most && isSlower(K, A);
  });
}
