//===- Kernel.cpp - A polyhedral program ----------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Look-ups in a kernel and the alignment of its parameter spaces.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Kernel.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/space.h"
#include <algorithm>

using namespace smolly;

bool Statement::isTakenOver(unsigned Access) const {
  return llvm::any_of(
      Accesses, [&](const smolly::Access &A) { return A.InPlaceOf == Access; });
}

bool Kernel::hasIndirectReads() const {
  return llvm::any_of(Statements, [](const Statement &S) {
    return llvm::any_of(S.Accesses,
                        [](const Access &A) { return A.Exact.has_value(); });
  });
}

std::vector<unsigned> Statement::copiedReads() const {
  std::vector<unsigned> Reads, Copied;
  for (unsigned A = 0; A < Accesses.size(); ++A)
    if (Accesses[A].isRead())
      Reads.push_back(A);
    else if (Accesses[A].Kind == AccessKind::MustWrite && Accesses[A].CopyOf)
      Copied.push_back(*Accesses[A].CopyOf);
    else
      return {};
  if (!OnlyWrites || !std::is_permutation(Reads.begin(), Reads.end(),
                                          Copied.begin(), Copied.end()))
    return {};
  return Copied;
}

unsigned Kernel::timeDims() const {
  if (Statements.empty())
    return 0;
  return std::max(0,
                  isl_map_dim(Statements.front().Schedule.get(), isl_dim_out));
}

std::optional<unsigned> Kernel::findArray(const std::string &Name) const {
  for (unsigned I = 0; I < Arrays.size(); ++I)
    if (Arrays[I].Name == Name)
      return I;
  return std::nullopt;
}

std::optional<unsigned> Kernel::findStatement(const std::string &Name) const {
  for (unsigned I = 0; I < Statements.size(); ++I)
    if (Statements[I].Name == Name)
      return I;
  return std::nullopt;
}

namespace {
/// Calls \p Fn on every set and map of \p K.
template <typename Function> void forEachObject(Kernel &K, Function Fn) {
  Fn(K.Context);
  for (Array &A : K.Arrays) {
    Fn(A.Extent);
    Fn(A.LiveIn);
    Fn(A.LiveOut);
  }
  for (Statement &S : K.Statements) {
    Fn(S.Domain);
    Fn(S.Schedule);
    for (Access &A : S.Accesses)
      Fn(A.Relation);
  }
  for (Fact &F : K.Facts)
    Fn(F.Set);
}

isl::space parameterSpace(const isl::space &Space) {
  return isl::manage(isl_space_params(Space.copy()));
}
} // namespace

void Kernel::alignParameters() {
  isl::space Model = parameterSpace(Context.space());
  auto Collect = [&](const auto &Object) {
    isl::space Params = parameterSpace(Object.space());
    Model = isl::manage(isl_space_align_params(Model.copy(), Params.release()));
  };
  forEachObject(*this, Collect);
  for (const auto *Union : {&Conflicts, &Dependences})
    if (*Union)
      Collect(**Union);
  if (Tiles)
    for (const isl::union_map &Hyperplane : Tiles->Hyperplanes)
      Collect(Hyperplane);

  forEachObject(*this,
                [&](auto &Object) { Object = Object.align_params(Model); });
  auto AlignUnion = [&](isl::union_map &Union) {
    Union =
        isl::manage(isl_union_map_align_params(Union.release(), Model.copy()));
  };
  for (auto *Union : {&Conflicts, &Dependences})
    if (*Union)
      AlignUnion(**Union);
  if (Tiles)
    for (isl::union_map &Hyperplane : Tiles->Hyperplanes)
      AlignUnion(Hyperplane);
}
