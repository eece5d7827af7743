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

/// Whether \p Test is true of a point, out of three, that solves what was
/// solved last and satisfies the rows that were left out.
template <typename Function> bool IslQuestions::anyPoint(Function Test) const {
  for (auto Wanted : {Solver::Preference::Small, Solver::Preference::Large,
                      Solver::Preference::Middle}) {
    auto Point = Systems.solution(Wanted);
    if (Point && System.areLeftOnesSatisfied(*Point) && Test(*Point))
      return true;
  }
  return false;
}

/// Whether what was read has a solution. Where not all of it is an SDBM, the
/// rest may be without one all the same, or have one that satisfies all.
Emptiness IslQuestions::solveRows() {
  if (System.read(Purpose::Emptiness, Read) ||
      (System.insertFixed() && System.read(Purpose::Emptiness, Read)))
    return Systems.solve(Read);
  if (!System.read(Purpose::Relaxation, Read))
    return Emptiness::Unknown;
  Emptiness OfRest = Systems.solve(Read);
  if (OfRest != Emptiness::NonEmpty)
    return OfRest;
  auto Always = [](const std::vector<Integer> &) { return true; };
  return anyPoint(Always) ? Emptiness::NonEmpty : Emptiness::Unknown;
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

/// Whether \p A has each row of \p B, or none of its points contradicts it.
template <typename Basic>
Truth IslQuestions::isSubsetByRows(Basic *A, Basic *B,
                                   const MergedParameters &Merged) {
  isl_size Dimensions = dimensions(A);
  Other.reset(Merged.Count + Dimensions);
  Whole.reset(Merged.Count + Dimensions);
  if (!addRows(B, {&Merged.Second, Merged.Count + 1}, Other) ||
      Other.existentials() > 0 || Other.isTooLarge() ||
      !addRows(A, {&Merged.First, Merged.Count + 1}, Whole))
    return Truth::Unknown;
  Truth Result = Truth::Yes;
  for (unsigned R = 0; R < Other.size(); ++R) {
    if (Other.isStatedBy(R, Whole))
      continue;
    for (bool Less : {true, false}) {
      if (!Less && !Other.isEquality(R))
        break;
      System = Whole;
      System.addContradiction(Other, R, Less);
      Emptiness Contradicted = solveRows();
      if (Contradicted == Emptiness::NonEmpty)
        return Truth::No;
      if (Contradicted == Emptiness::Unknown)
        Result = Truth::Unknown;
    }
  }
  return Result;
}

template <typename Basic>
Truth IslQuestions::isBasicSubset(Basic *A, Basic *B,
                                  const MergedParameters &Merged) {
  isl_size Dimensions = dimensions(A);
  if (Dimensions < 0 || isRational(A) || isRational(B))
    return Truth::Unknown;
  System.reset(Merged.Count + Dimensions);
  SDBM Second;
  if (!addRows(B, {&Merged.Second, Merged.Count + 1}, System))
    return Truth::Unknown;
  if (!System.read(Purpose::Set, Second))
    return isSubsetByRows(A, B, Merged);
  System.reset(Merged.Count + Dimensions);
  if (!addRows(A, {&Merged.First, Merged.Count + 1}, System))
    return Truth::Unknown;
  if (!System.read(Purpose::Set, Read))
    return isSubsetByRows(A, B, Merged);
  return sdbm::isSubset(Read, Second, Limits);
}

/// Whether each disjunct of \p U excludes \p Point.
template <typename Union>
bool IslQuestions::areAllWithout(Union *U, const ColumnPlaces &Places,
                                 const std::vector<Integer> &Point) {
  return forEachDisjunct(U, [&](auto *Part) {
    Other.reset(Point.size() - 1);
    return !isRational(Part) && addRows(Part, Places, Other) &&
           Other.excludes(Point);
  });
}

bool IslQuestions::excludes(const isl::set &Set,
                            const std::vector<Integer> &Point) {
  isl_size Parameters = isl_set_dim(Set.get(), isl_dim_param);
  isl_size Dimensions = isl_set_dim(Set.get(), isl_dim_set);
  return Parameters >= 0 && Dimensions >= 0 &&
         Point.size() == 1U + Parameters + Dimensions &&
         areAllWithout(Set.get(), {nullptr, unsigned(Parameters) + 1}, Point);
}

/// Whether a point of \p A is found that is in no disjunct of \p B.
template <typename Basic, typename Union>
bool IslQuestions::hasPointOutside(Basic *A, Union *B,
                                   const MergedParameters &Merged) {
  isl_size Dimensions = dimensions(A);
  if (Dimensions < 0 || isRational(A))
    return false;
  System.reset(Merged.Count + Dimensions);
  if (!addRows(A, {&Merged.First, Merged.Count + 1}, System))
    return false;
  System.insertFixed();
  if (!System.read(Purpose::Hull, Read) ||
      Systems.solve(Read) != Emptiness::NonEmpty)
    return false;
  return anyPoint([&](const std::vector<Integer> &Point) {
    return areAllWithout(B, {&Merged.Second, Merged.Count + 1}, Point);
  });
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
      if (Best == Truth::Unknown && hasPointOutside(First, B, Merged))
        Best = Truth::No;
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

/// Columns: parameters, First[], Second[], Element[].
bool IslQuestions::isJoinEmpty(isl_basic_map *A, isl_basic_map *B,
                               isl_basic_map *Order) {
  isl_size Parameters = parameters(A), First = dimensions(Order);
  isl_size Second = isl_basic_map_dim(B, isl_dim_in);
  isl_size Element = isl_basic_map_dim(B, isl_dim_out);
  if (Parameters < 0 || First < 0 || Second < 0 || Element < 0 ||
      isRational(A) || isRational(B) || isRational(Order))
    return false;
  First -= Second;
  unsigned ForFirst = Parameters + 1, ForSecond = ForFirst + First;
  unsigned ForElement = ForSecond + Second;
  System.reset(Parameters + First + Second + Element);
  return addRows(A, {nullptr, ForFirst, ForElement}, System) &&
         addRows(B, {nullptr, ForSecond, ForElement}, System) &&
         addRows(Order, {nullptr, ForFirst, ForSecond}, System) &&
         solveRows() == Emptiness::Empty;
}

/// Whether the spaces are as areIndependent says.
static bool canJoin(isl_map *A, isl_map *B, isl_map *Order) {
  isl_space *OfA = spaceOf(A), *OfB = spaceOf(B), *OfOrder = spaceOf(Order);
  bool Result = isl_space_has_equal_params(OfA, OfB) == isl_bool_true &&
                isl_space_has_equal_params(OfA, OfOrder) == isl_bool_true &&
                isl_space_tuple_is_equal(OfA, isl_dim_in, OfOrder,
                                         isl_dim_in) == isl_bool_true &&
                isl_space_tuple_is_equal(OfB, isl_dim_in, OfOrder,
                                         isl_dim_out) == isl_bool_true &&
                isl_space_tuple_is_equal(OfA, isl_dim_out, OfB, isl_dim_out) ==
                    isl_bool_true;
  isl_space_free(OfA);
  isl_space_free(OfB);
  isl_space_free(OfOrder);
  long Joins = 1;
  for (isl_map *Map : {A, B, Order})
    Joins *= std::max(0, isl_map_n_basic_map(Map));
  return Result && Joins <= IslQuestions::MaxJoins;
}

Truth IslQuestions::areIndependent(const isl::map &A, const isl::map &B,
                                   const isl::map &Order) {
  if (!canJoin(A.get(), B.get(), Order.get()))
    return Truth::Unknown;
  bool Whole = forEachDisjunct(A.get(), [&](isl_basic_map *OfA) {
    return forEachDisjunct(B.get(), [&](isl_basic_map *OfB) {
      return forEachDisjunct(Order.get(), [&](isl_basic_map *OfOrder) {
        return isJoinEmpty(OfA, OfB, OfOrder);
      });
    });
  });
  return Whole ? Truth::Yes : Truth::Unknown;
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

/// The rows of all disjuncts, \p Places the columns of their parameters; false
/// if one cannot be read.
template <typename Union>
static bool readAll(Union *U, const std::vector<unsigned> &Places, Question &Q,
                    std::vector<Rows> &Result) {
  isl_size Dimensions = dimensions(U);
  if (Dimensions < 0)
    return false;
  Q.Dimensions = Dimensions;
  return forEachDisjunct(U, [&](auto *B) {
    if (isRational(B))
      return false;
    Result.emplace_back();
    Result.back().reset(Q.Parameters + Q.Dimensions);
    return addRows(B, {&Places, Q.Parameters + 1}, Result.back()) &&
           !Result.back().isTooLarge();
  });
}

template <typename Union>
static std::optional<Question> readQuestion(Question::Kind What, Union *A,
                                            Union *B) {
  if (!A || (What != Question::Kind::Empty && !B))
    return std::nullopt;
  Question Q;
  Q.What = What;
  Truth Read = inOneSpace(
      A, B ? B : A, Truth::Unknown, [&](const MergedParameters &Merged) {
        Q.Parameters = Merged.Count;
        bool Done = readAll(A, Merged.First, Q, Q.A) &&
                    (!B || readAll(B, Merged.Second, Q, Q.B));
        return Done ? Truth::Yes : Truth::Unknown;
      });
  return Read == Truth::Yes ? std::optional<Question>(std::move(Q))
                            : std::nullopt;
}

std::optional<Question>
IslQuestions::read(Question::Kind What, const isl::set &A, const isl::set &B) {
  return readQuestion(What, A.get(), B.get());
}

std::optional<Question>
IslQuestions::read(Question::Kind What, const isl::map &A, const isl::map &B) {
  return readQuestion(What, A.get(), B.get());
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
