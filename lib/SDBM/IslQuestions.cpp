//===- IslQuestions.cpp - Questions about isl's sets ----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements the questions of IslQuestions.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/SDBM/IslQuestions.h"
#include "IslRows.h"
#include "isl/id.h"
#include <algorithm>

using namespace smolly;
using namespace smolly::sdbm;

/// Columns for the parameters of two spaces: all of the first, then those that
/// only the second has.
struct sdbm::MergedParameters {
  unsigned Count = 0;
  std::vector<unsigned> First, Second;
};

/// The column of parameter \p Number of \p Second; 0 if it has no name.
static unsigned placeOf(isl_space *First, isl_space *Second, unsigned Number,
                        unsigned &Count) {
  if (isl_space_has_dim_id(Second, isl_dim_param, Number) != isl_bool_true)
    return 0;
  isl_id *Id = isl_space_get_dim_id(Second, isl_dim_param, Number);
  int Place = isl_space_find_dim_by_id(First, isl_dim_param, Id);
  isl_id_free(Id);
  return Place >= 0 ? Place + 1 : ++Count;
}

/// None if a parameter has no name, or isl failed.
static std::optional<MergedParameters> merge(isl_space *First,
                                             isl_space *Second) {
  MergedParameters Result;
  isl_size Count = isl_space_dim(First, isl_dim_param);
  isl_size Other = isl_space_dim(Second, isl_dim_param);
  if (Count < 0 || Other < 0)
    return std::nullopt;
  Result.Count = Count;
  bool Same = isl_space_has_equal_params(First, Second) == isl_bool_true;
  for (int P = 0; P < Count; ++P)
    Result.First.push_back(P + 1);
  for (int P = 0; P < Other; ++P) {
    unsigned Place = Same ? P + 1 : placeOf(First, Second, P, Result.Count);
    if (Place == 0)
      return std::nullopt;
    Result.Second.push_back(Place);
  }
  return Result;
}

IslQuestions::IslQuestions(unsigned long MaxSteps) : Systems(MaxSteps) {
  Limits.MaxSteps = MaxSteps;
}

template <typename Basic> Emptiness IslQuestions::isBasicEmpty(Basic *B) {
  isl_bool Plainly = isPlainlyEmpty(B);
  if (Plainly != isl_bool_false)
    return Plainly == isl_bool_true ? Emptiness::Empty : Emptiness::Unknown;
  isl_size Parameters = parameters(B), Dimensions = dimensions(B);
  if (Parameters < 0 || Dimensions < 0 || isRational(B))
    return Emptiness::Unknown;
  System.reset(Parameters + Dimensions);
  return addRows(B, {nullptr, unsigned(Parameters) + 1}, System)
             ? solveRows()
             : Emptiness::Unknown;
}

template <typename Union> Emptiness IslQuestions::isUnionEmpty(Union *U) {
  Emptiness Result = Emptiness::Empty;
  bool Whole = forEachDisjunct(U, [&](auto *B) {
    Emptiness One = isBasicEmpty(B);
    if (One != Emptiness::Empty)
      Result = One;
    return One != Emptiness::NonEmpty;
  });
  return Whole || Result == Emptiness::NonEmpty ? Result : Emptiness::Unknown;
}

/// Whether what was read has a solution. Where not all of it is an SDBM, the
/// rest may be without one all the same.
Emptiness IslQuestions::solveRows() {
  if (System.read(Purpose::Emptiness, Read))
    return Systems.solve(Read);
  if (System.read(Purpose::Relaxation, Read) &&
      Systems.solve(Read) == Emptiness::Empty)
    return Emptiness::Empty;
  return Emptiness::Unknown;
}

template <typename Basic>
Truth IslQuestions::areDisjoint(Basic *A, Basic *B,
                                const MergedParameters &Merged) {
  if (isPlainlyEmpty(A) == isl_bool_true || isPlainlyEmpty(B) == isl_bool_true)
    return Truth::Yes;
  isl_size Dimensions = dimensions(A);
  if (Dimensions < 0 || isRational(A) || isRational(B))
    return Truth::Unknown;
  System.reset(Merged.Count + Dimensions);
  if (!addRows(A, {&Merged.First, Merged.Count + 1}, System) ||
      !addRows(B, {&Merged.Second, Merged.Count + 1}, System))
    return Truth::Unknown;
  return sdbm::isEmpty(solveRows());
}

/// Calls \p Run with the parameters of both; \p Otherwise if their tuples are
/// not the same.
template <typename Union, typename Function>
static Truth inOneSpace(Union *A, Union *B, Truth Otherwise, Function Run) {
  isl_space *First = spaceOf(A), *Second = spaceOf(B);
  isl_bool Same = isl_space_has_equal_tuples(First, Second);
  auto Merged = merge(First, Second);
  isl_space_free(First);
  isl_space_free(Second);
  if (Same == isl_bool_false)
    return Otherwise;
  return Same == isl_bool_true && Merged ? Run(*Merged) : Truth::Unknown;
}

template <typename Union>
Truth IslQuestions::areUnionsDisjoint(Union *A, Union *B) {
  return inOneSpace(A, B, Truth::Yes, [&](const MergedParameters &Merged) {
    Truth Result = Truth::Yes;
    bool Whole = forEachDisjunct(A, [&](auto *First) {
      return forEachDisjunct(B, [&](auto *Second) {
        Truth One = areDisjoint(First, Second, Merged);
        if (One != Truth::Yes)
          Result = One;
        return One != Truth::No;
      });
    });
    return Whole || Result == Truth::No ? Result : Truth::Unknown;
  });
}

template <typename Basic>
Truth IslQuestions::isBasicSubset(Basic *A, Basic *B,
                                  const MergedParameters &Merged) {
  isl_size Dimensions = dimensions(A);
  if (Dimensions < 0 || isRational(A) || isRational(B))
    return Truth::Unknown;
  System.reset(Merged.Count + Dimensions);
  SDBM Second;
  if (!addRows(B, {&Merged.Second, Merged.Count + 1}, System) ||
      !System.read(Purpose::Set, Second))
    return Truth::Unknown;
  System.reset(Merged.Count + Dimensions);
  if (!addRows(A, {&Merged.First, Merged.Count + 1}, System) ||
      !System.read(Purpose::Set, Read))
    return Truth::Unknown;
  return sdbm::isSubset(Read, Second, Limits);
}

template <typename Union>
Truth IslQuestions::isUnionSubset(Union *A, Union *B) {
  return inOneSpace(A, B, Truth::Unknown, [&](const MergedParameters &Merged) {
    Truth Result = Truth::Yes;
    bool Whole = forEachDisjunct(A, [&](auto *First) {
      unsigned Count = 0;
      Truth Best = Truth::Unknown;
      forEachDisjunct(B, [&](auto *Second) {
        ++Count;
        Best = isBasicSubset(First, Second, Merged);
        return Best != Truth::Yes;
      });
      // Several together may include it.
      if (Count > 1 && Best == Truth::No)
        Best = Truth::Unknown;
      if (Best == Truth::Unknown) {
        Emptiness Empty = isBasicEmpty(First);
        if (Empty == Emptiness::Empty)
          Best = Truth::Yes;
        else if (Count == 0 && Empty == Emptiness::NonEmpty)
          Best = Truth::No;
      }
      if (Best != Truth::Yes)
        Result = Best;
      return Result != Truth::No;
    });
    return Whole || Result == Truth::No ? Result : Truth::Unknown;
  });
}

Emptiness IslQuestions::isEmpty(const isl::basic_set &Set) {
  return isBasicEmpty(Set.get());
}

Emptiness IslQuestions::isEmpty(const isl::basic_map &Map) {
  return isBasicEmpty(Map.get());
}

Emptiness IslQuestions::isEmpty(const isl::set &Set) {
  return isUnionEmpty(Set.get());
}

Emptiness IslQuestions::isEmpty(const isl::map &Map) {
  return isUnionEmpty(Map.get());
}

Truth IslQuestions::isDisjoint(const isl::set &A, const isl::set &B) {
  return areUnionsDisjoint(A.get(), B.get());
}

Truth IslQuestions::isDisjoint(const isl::map &A, const isl::map &B) {
  return areUnionsDisjoint(A.get(), B.get());
}

std::vector<std::optional<Rows>>
IslQuestions::readDisjuncts(const isl::map &Map) {
  std::vector<std::optional<Rows>> Result;
  forEachDisjunct(Map.get(), [&](isl_basic_map *B) {
    isl_size Parameters = parameters(B), Dimensions = dimensions(B);
    Result.emplace_back();
    if (Parameters < 0 || Dimensions < 0 || isRational(B))
      return true;
    Result.back().emplace();
    Result.back()->reset(Parameters + Dimensions);
    if (!addRows(B, {nullptr, unsigned(Parameters) + 1}, *Result.back()))
      Result.back().reset();
    return true;
  });
  return Result;
}

Truth IslQuestions::isDisjoint(const Rows &A, const Rows &B) {
  System = A;
  System.append(B);
  return sdbm::isEmpty(solveRows());
}

Truth IslQuestions::isSubset(const isl::set &A, const isl::set &B) {
  return isUnionSubset(A.get(), B.get());
}

Truth IslQuestions::isSubset(const isl::map &A, const isl::map &B) {
  return isUnionSubset(A.get(), B.get());
}

template <typename Basic> bool IslQuestions::readBasic(Basic *B, SDBM &Result) {
  isl_size Parameters = parameters(B), Dimensions = dimensions(B);
  if (Parameters < 0 || Dimensions < 0 || isRational(B))
    return false;
  System.reset(Parameters + Dimensions);
  return addRows(B, {nullptr, unsigned(Parameters) + 1}, System) &&
         System.read(Purpose::Set, Result);
}

std::optional<SDBM> IslQuestions::read(const isl::basic_set &Set) {
  return readBasic(Set.get(), Read) ? std::optional<SDBM>(Read) : std::nullopt;
}

std::optional<SDBM> IslQuestions::read(const isl::basic_map &Map) {
  return readBasic(Map.get(), Read) ? std::optional<SDBM>(Read) : std::nullopt;
}
