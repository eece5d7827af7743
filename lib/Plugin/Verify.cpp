//===- Verify.cpp - Execute a plan before it is applied -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Verify.h.
///
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Scop/Footprint.h"
#include "smolly/Storage/CellSample.h"
#include "smolly/Storage/MappingChecker.h"

using namespace llvm;
using namespace smolly;

/// \p Context with all parameters in [Low, High].
static isl::set boundParameters(isl::set Context, int Low, int High) {
  unsigned Count = Context.dim(isl::dim::param).release();
  for (unsigned I = 0; I < Count; ++I) {
    Context = Context.lower_bound_si(isl::dim::param, I, Low);
    Context = isl::manage(
        isl_set_upper_bound_si(Context.release(), isl_dim_param, I, High));
  }
  return Context;
}

/// Where nobody has asked for it, and where not all are executed, no more
/// instances than can be in a few tenths of a second.
static constexpr unsigned long MostInstances = 20'000;
/// Larger parameters are no sizes that anything can be executed with.
static constexpr int Moderate = 1 << 20;

/// A point of \p Context, by the names of the parameters.
static ParameterValues samplePoint(const isl::set &Context) {
  unsigned Count = Context.dim(isl::dim::param).release();
  ParameterValues Point;
  isl::point Sample = Context.sample_point();
  for (unsigned I = 0; I < Count; ++I) {
    isl::val Value = isl::manage(
        isl_point_get_coordinate_val(Sample.get(), isl_dim_param, I));
    Point[Context.get_dim_id(isl::dim::param, I).get_name()] =
        Value.get_num_si();
  }
  return Point;
}

/// Forgets accesses that may be to any of several elements of an array, such as
/// all that a subscript of 32 bits reaches: they cannot be executed. Only
/// arrays that stay as they are have such.
static void dropUnknownAccesses(Kernel &K) {
  for (Statement &S : K.Statements)
    for (Access &A : S.Accesses)
      if (K.Arrays[A.Array].Fixed && A.Relation.is_single_valued().is_false())
        A.Relation = isl::map::empty(A.Relation.get_space());
  for (Array &A : K.Arrays)
    if (A.Fixed)
      A.Accessed = {};
}

/// Restricts what is live before and after to what the kernel accesses: an
/// array whose outermost size is unknown cannot be enumerated as a whole.
static void boundLiveElements(Kernel &K) {
  for (unsigned I = 0; I < K.Arrays.size(); ++I) {
    Array &A = K.Arrays[I];
    isl::set Accessed = accessedElements(K, I);
    A.LiveIn = A.LiveIn.intersect(Accessed);
    A.LiveOut = A.LiveOut.intersect(Accessed);
  }
}

/// Executes \p K at \p Parameters, or what concerns some cells if all of it is
/// too much: the fewer, the more instances these have.
static Error verifyAt(const Kernel &K, const StoragePlan &Plan,
                      const ParameterValues &Parameters,
                      unsigned long MaxInstances) {
  Error E = checkMapping(K, Plan, Parameters, MaxInstances);
  for (CellChoice Choice :
       {CellChoice{2, std::nullopt}, CellChoice{1, 16}, CellChoice{1, 5}}) {
    if (!E.isA<TooManyInstances>())
      return E;
    std::optional<Kernel> Part = sampleCells(K, Plan, Parameters, Choice);
    if (!Part)
      continue;
    consumeError(std::move(E));
    E = checkMapping(*Part, Plan, Parameters,
                     std::min(MaxInstances, MostInstances));
  }
  return E;
}

Error smolly::verifyAtSamples(const Kernel &K, const StoragePlan &Plan,
                              unsigned long MaxInstances) {
  Kernel Aligned = K;
  Aligned.alignParameters();
  dropUnknownAccesses(Aligned);
  boundLiveElements(Aligned);
  std::vector<isl::set> Contexts;
  auto Add = [&](int Low, int High) {
    isl::set Small = boundParameters(Aligned.Context, Low, High);
    if (isEmpty(Small).is_false())
      Contexts.push_back(Small);
  };
  if (Aligned.Context.dim(isl::dim::param).release() > 0)
    for (auto [Low, High] : {std::pair(0, 2), std::pair(2, 5), std::pair(4, 9)})
      Add(Low, High);
  if (Contexts.empty())
    Add(-Moderate, Moderate);
  for (const isl::set &Context : Contexts)
    if (Error E = verifyAt(Aligned, Plan, samplePoint(Context), MaxInstances))
      return E;
  return Error::success();
}

bool smolly::isWorthVerifying(const Dataflow &D, const StoragePlan &Plan) {
  auto HasLocals = [](const isl::set &Set) {
    return !Set.involves_locals().is_false();
  };
  return any_of(D.Flows,
                [&](const Flow &F) { return HasLocals(F.Sources.wrap()); }) ||
         any_of(D.Uncovered,
                [&](const UncoveredRead &U) {
                  return HasLocals(U.Relation.wrap());
                }) ||
         any_of(Plan.Values,
                [&](const ValueSet &V) { return HasLocals(V.Piece); });
}

std::string smolly::doubtAbout(const StoragePlan &Plan, const Kernel &K,
                               const Dataflow &Flow, const Function &F,
                               bool Always) {
  bool MustVerify = isWorthVerifying(Flow, Plan);
  if (!Always && !MustVerify)
    return "";
  // What is only checked must not leave less for what is to be done.
  IslAllowance NotCounted(0);
  Error E = Always ? verifyAtSamples(K, Plan)
                   : verifyAtSamples(K, Plan, MostInstances);
  if (!E)
    return "";
  bool IsWrong = !E.isA<TooManyInstances>();
  std::string Text = IsWrong ? "smolly: wrong storage plan for '"
                             : "the storage plan cannot be verified for '";
  Text += F.getName().str() + "': " + toString(std::move(E));
  if (IsWrong && Always)
    F.getContext().emitError(Text);
  return IsWrong || MustVerify ? Text : "";
}
