//===- Copies.cpp - Statements that only move values ----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Copies.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/Copies.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "isl/aff.h"
#include "isl/ilp.h"

using namespace llvm;
using namespace smolly;

/// Where \p L and \p R, { Domain[] -> Z }, are the same modulo \p Size,
/// { [params] -> Z }. Multiples of a size that is not constant are not sought.
static isl::set equalModulo(const isl::pw_aff &L, const isl::pw_aff &R,
                            const isl::pw_aff &Size) {
  isl::val Most = isl::manage(isl_pw_aff_max_val(Size.copy()));
  isl::val Least = isl::manage(isl_pw_aff_min_val(Size.copy()));
  if (Most.is_int().is_true() && Most.eq(Least).is_true())
    return L.mod(Most).eq_set(R.mod(Most));
  isl::pw_aff Modulus = Size.insert_domain(L.get_domain_space());
  return L.eq_set(R)
      .unite(L.sub(R).eq_set(Modulus))
      .unite(R.sub(L).eq_set(Modulus));
}

/// Whether \p Read and \p Write are of the same cell on all of \p Part.
static bool isSameCell(const Placement &Read, const Placement &Write,
                       const StoragePlan &Plan, const isl::set &Part) {
  if (Read.Where != Placement::Kind::Mapped ||
      Write.Where != Placement::Kind::Mapped || Read.Target != Write.Target)
    return false;
  const StorageArray &A = Plan.Arrays[Read.Target];
  for (unsigned I = 0; I < A.Dims.size(); ++I) {
    isl::pw_aff From = Read.Index.at(I), To = Write.Index.at(I);
    isl::set Same = A.Dims[I].NeedsModulo
                        ? equalModulo(From, To, A.Dims[I].Size)
                        : From.eq_set(To);
    if (!isSubset(Part, Same).is_true())
      return false;
  }
  return true;
}

/// The part of \p Domain where the write with \p Places changes nothing. A
/// part where it does so for some instances only is not worth the splitting.
static isl::set idlePart(const std::vector<Placement> &Places,
                         const std::vector<Placement> *Source,
                         const StoragePlan &Plan, const isl::set &Domain) {
  isl::set Idle = isl::set::empty(Domain.get_space());
  for (const Placement &Write : Places) {
    isl::set Part = Domain.intersect(Write.Part);
    if (Write.Where == Placement::Kind::Nowhere ||
        Write.Where == Placement::Kind::Absent)
      Idle = Idle.unite(Part);
    if (Write.Where != Placement::Kind::Mapped || !Source)
      continue;
    for (const Placement &Read : *Source) {
      isl::set Both = Part.intersect(Read.Part);
      if (isEmpty(Both).is_false() && isSameCell(Read, Write, Plan, Both))
        Idle = Idle.unite(Both);
    }
  }
  return coalesced(Idle);
}

/// The instances of \p S in which every write is to the cell that holds its
/// value already, if \p Copies may be that, or goes nowhere.
static isl::set
instancesThatDoNothing(const std::vector<std::vector<Placement>> &Accesses,
                       const Statement &S, const StoragePlan &Plan,
                       const isl::set &Domain, bool Copies) {
  if (!S.OnlyWrites)
    return isl::set::empty(Domain.get_space());
  isl::set Idle = Domain;
  for (unsigned A = 0; A < S.Accesses.size(); ++A)
    if (S.Accesses[A].isWrite()) {
      std::optional<unsigned> From = S.Accesses[A].CopyOf;
      Idle = idlePart(Accesses[A], From && Copies ? &Accesses[*From] : nullptr,
                      Plan, Idle);
    }
  return Idle;
}

isl::set
smolly::idleInstances(const std::vector<std::vector<Placement>> &Accesses,
                      const Statement &S, const StoragePlan &Plan,
                      const isl::set &Domain) {
  return instancesThatDoNothing(Accesses, S, Plan, Domain, /*Copies=*/true);
}

isl::set
smolly::deadInstances(const std::vector<std::vector<Placement>> &Accesses,
                      const Statement &S, const StoragePlan &Plan,
                      const isl::set &Domain) {
  return instancesThatDoNothing(Accesses, S, Plan, Domain, /*Copies=*/false);
}
