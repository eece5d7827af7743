//===- LoopNests.cpp - Nests and what is between them ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements LoopNests.h.
///
//===----------------------------------------------------------------------===//

#include "LoopNests.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

/// The value of dimension \p Dim where it is the same in all of \p Set.
static std::optional<long> constantAt(const isl::set &Set, unsigned Dim) {
  if (Dim >= unsigned(isl_set_dim(Set.get(), isl_dim_set)))
    return std::nullopt;
  isl::val Value =
      isl::manage(isl_set_plain_get_val_if_fixed(Set.get(), isl_dim_set, Dim));
  if (!Value.is_int().is_true())
    return std::nullopt;
  return Value.get_num_si();
}

/// Whether dimension \p Time of \p Schedule is iterator \p Loop.
static bool isLoop(const isl::map &Schedule, unsigned Time, unsigned Loop) {
  isl::map Same = isl::manage(
      isl_map_equate(isl_map_universe(isl_map_get_space(Schedule.get())),
                     isl_dim_in, Loop, isl_dim_out, Time));
  return Schedule.is_subset(Same).is_true();
}

static unsigned loopsOf(const Statement &S) {
  return isl_set_dim(S.Domain.get(), isl_dim_set);
}

unsigned LoopNests::commonLoops(const std::vector<unsigned> &Statements) const {
  unsigned Loops = ~0u;
  for (unsigned S : Statements)
    Loops = std::min(Loops, loopsOf(K.Statements[S]));
  for (unsigned Loop = Depth; Loop < Loops; ++Loop) {
    std::optional<long> Between;
    for (unsigned S : Statements) {
      const isl::map &Schedule = K.Statements[S].Schedule;
      auto Position = constantAt(Schedule.range(), 2 * Loop);
      if (!Position || (Between && *Between != *Position) ||
          !isLoop(Schedule, 2 * Loop + 1, Loop))
        return Loop - Depth;
      Between = Position;
    }
  }
  return Loops - Depth;
}

std::optional<LoopNests>
LoopNests::find(const Kernel &K, const std::vector<unsigned> &Statements,
                unsigned Depth) {
  LoopNests Result(K, Depth);
  std::vector<std::pair<long, unsigned>> Order;
  for (unsigned S : Statements) {
    if (K.Statements[S].Domain.is_empty().is_true())
      continue;
    auto Position = constantAt(K.Statements[S].Schedule.range(), 2 * Depth);
    if (!Position)
      return std::nullopt;
    Order.push_back({*Position, S});
  }
  llvm::sort(Order);
  std::vector<LoopNest> &Nests = Result.Nests;
  for (unsigned I = 0; I < Order.size(); ++I) {
    if (I == 0 || Order[I].first != Order[I - 1].first)
      Nests.emplace_back();
    Nests.back().Statements.push_back(Order[I].second);
  }
  for (unsigned I = 0; I < Nests.size(); ++I)
    Nests[I].Number = I;
  for (LoopNest &N : Nests) {
    N.Loops = Result.commonLoops(N.Statements);
    N.Repeats = N.Loops > 0 && llvm::any_of(N.Statements, [&](unsigned S) {
                  return !constantAt(K.Statements[S].Domain, Depth);
                });
  }
  return Result;
}

const std::vector<NestDependence> &LoopNests::dependences(const LoopNest &From,
                                                          const LoopNest &To) {
  auto [Place, IsNew] = Known.try_emplace({From.Number, To.Number});
  std::vector<NestDependence> &Result = Place->second;
  if (!IsNew)
    return Result;
  for (unsigned S : From.Statements)
    for (unsigned T : To.Statements)
      for (const Access &A : K.Statements[S].Accesses)
        for (const Access &B : K.Statements[T].Accesses) {
          if (A.Array != B.Array || (A.isRead() && B.isRead()))
            continue;
          isl::map Pairs = A.Relation.apply_range(B.Relation.reverse())
                               .intersect_params(K.Context);
          for (unsigned Loop = 0; Loop < Depth; ++Loop)
            Pairs = isl::manage(isl_map_equate(Pairs.release(), isl_dim_in,
                                               Loop, isl_dim_out, Loop));
          if (!Pairs.is_empty().is_true())
            Result.push_back({S, T, Pairs, A.isWrite() && B.isRead()});
        }
  return Result;
}

unsigned LoopNests::innermost(const LoopNest &N) const {
  unsigned Loops = 0;
  for (unsigned S : N.Statements)
    Loops = std::max(Loops, loopsOf(K.Statements[S]) - Depth);
  return Loops;
}

isl::map LoopNests::timeOf(unsigned Stmt, unsigned Loop,
                           const LoopTime &Time) const {
  const isl::set &Domain = K.Statements[Stmt].Domain;
  if (!Time.Once.is_null())
    return isl::manage(
        isl_map_from_domain_and_range(Domain.copy(), Time.Once.copy()));
  isl::pw_aff Iterator(isl::aff::var_on_domain(
      isl::local_space(Domain.get_space()), isl::dim::set, Depth + Loop));
  isl::pw_aff Scale(Domain, isl::val(K.ctx(), Time.Scale));
  isl::pw_aff Shift(Domain, isl::val(K.ctx(), Time.Shift));
  return isl::map::from_pw_aff(Iterator.mul(Scale).add(Shift));
}
