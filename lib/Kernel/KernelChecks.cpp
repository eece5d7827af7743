//===- KernelChecks.cpp - What a kernel must fulfil -----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelChecks.h"
#include "JsonKeys.h"
#include "smolly/Kernel/Emptiness.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;
using llvm::Error;
using llvm::Twine;

std::string smolly::tupleName(__isl_keep isl_map *Map, isl_dim_type Type) {
  const char *Name = isl_map_get_tuple_name(Map, Type);
  return Name ? Name : "";
}

Error smolly::checkTuples(const Kernel &K, const Twine &Path,
                          const isl::union_map &Map, bool RangeToo) {
  auto Check = [&](const isl::map &M, isl_dim_type Type) -> Error {
    std::string Name = tupleName(M.get(), Type);
    auto Stmt = K.findStatement(Name);
    if (!Stmt)
      return failure(Path, "tuple '" + Name + "' is not a statement");
    if (isl_map_dim(M.get(), Type) !=
        isl_set_dim(K.Statements[*Stmt].Domain.get(), isl_dim_set))
      return failure(Path, "tuple '" + Name +
                               "' has another number of dimensions than the "
                               "statement's domain");
    return Error::success();
  };
  isl::map_list List = Map.map_list();
  for (int I = 0, E = isl_map_list_n_map(List.get()); I < E; ++I) {
    isl::map M = isl::manage(isl_map_list_get_at(List.get(), I));
    if (Error Err = Check(M, isl_dim_in))
      return Err;
    if (RangeToo)
      if (Error Err = Check(M, isl_dim_out))
        return Err;
  }
  return Error::success();
}

namespace {

/// A check that isl has not finished.
Error tooHard() {
  return failure("statements", "too hard to check within the limit");
}

/// Appends zeros to shorter schedules. False where isl failed.
bool padSchedules(Kernel &K) {
  int Length = 0;
  for (const Statement &S : K.Statements)
    Length = std::max(Length, isl_map_dim(S.Schedule.get(), isl_dim_out));
  for (Statement &S : K.Statements) {
    int Old = isl_map_dim(S.Schedule.get(), isl_dim_out);
    if (Old < 0)
      return false;
    S.Schedule = S.Schedule.add_dims(isl::dim::out, Length - Old);
    for (int I = Old; I < Length; ++I)
      S.Schedule = S.Schedule.fix_si(isl::dim::out, I, 0);
  }
  return true;
}

Error checkDomains(const Kernel &K) {
  for (size_t I = 0; I < K.Statements.size(); ++I)
    if (!K.Statements[I].Domain.is_bounded().is_true())
      return failure("statements[" + Twine(I) + "].domain",
                     "statement '" + K.Statements[I].Name +
                         "' has no finite bound in some dimension; bounds by "
                         "constants or parameters are needed");
  return Error::success();
}

Error checkSchedule(const Kernel &K) {
  isl::union_map All = isl::union_map::empty(K.ctx());
  for (const Statement &S : K.Statements)
    All = All.unite(isl::union_map(S.Schedule.intersect_params(K.Context)));
  if (All.is_null())
    return tooHard();
  isl::boolean Injective = All.is_injective();
  if (Injective.is_error())
    return tooHard();
  if (Injective.is_true())
    return Error::success();
  for (unsigned I = 0; I < K.Statements.size(); ++I)
    for (unsigned J = 0; J <= I; ++J) {
      isl::map Pair = K.Statements[I].Schedule;
      bool Clash =
          I == J ? !Pair.is_injective().is_true()
                 : !isEmpty(Pair.range()
                                .intersect(K.Statements[J].Schedule.range())
                                .intersect_params(K.Context))
                        .is_true();
      if (Clash)
        return failure("statements[" + Twine(I) + "].schedule",
                       "two instances of '" + K.Statements[J].Name + "' and '" +
                           K.Statements[I].Name +
                           "' have the same time; each instance needs its own");
    }
  return failure("statements", "two instances have the same time");
}

} // namespace

Error smolly::completeKernel(Kernel &K, Domains Allowed) {
  if (!padSchedules(K))
    return tooHard();
  if (Allowed == Domains::Bounded && !K.Dependences)
    if (Error Err = checkDomains(K))
      return Err;
  if (Error Err = checkSchedule(K))
    return Err;
  K.alignParameters();
  return Error::success();
}
