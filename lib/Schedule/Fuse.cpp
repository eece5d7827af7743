//===- Fuse.cpp - Run loop nests alongside each other ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Fuse.h.
///
/// The nests of a body, the kernel's first, are put into groups, in the order
/// of the program; the new time of an instance of a nest in a group of several
/// is
///
///     [.., group, time of the nest in the shared loops .., number of the nest,
///     what was behind those loops]
///
/// or, in a group that shares an innermost loop in strips,
///
///     [.., group, number of the strip, number of the nest, that loop, what
///     was behind it]
///
/// Nests with turns in common have one number there, and their own directly
/// behind their innermost loop.
///
/// In groups of one the same is done with the body of that nest's loops, so
/// that nests within a time loop are found.
///
//===----------------------------------------------------------------------===//

#include "smolly/Schedule/Fuse.h"
#include "AlignNests.h"
#include "InnermostTurns.h"
#include "smolly/Kernel/CompactTimes.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/Everywhere.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Schedule/Chains.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/TimeProfiler.h"
#include "isl/map.h"
#include "isl/set.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace smolly;

namespace {

/// Bounds for the iterations in a strip: below the first, setting up the loops
/// would take a good part of the time.
constexpr long MinStrip = 64, MaxStrip = 4096;

/// Constants at some dimensions of time that differ from the old ones.
using Positions = std::map<unsigned, long>;

class Fuser {
public:
  Fuser(const Kernel &K, const FuseOptions &Options) : K(K), Options(Options) {
    Times.resize(K.Statements.size());
  }
  std::optional<FusedSchedule> run();

private:
  void fuseBody(const std::vector<unsigned> &Statements, unsigned Depth,
                Positions Outer);
  void add(LoopNests &Nests, std::vector<NestGroup> &Groups, LoopNest New);
  bool sharesArray(const NestGroup &G, const LoopNest &N) const;
  std::vector<unsigned> temporariesOf(const NestGroup &G) const;
  bool isUseful(const LoopNests &Nests, const NestGroup &G) const;
  void addResult(const LoopNests &Nests, const NestGroup &G);
  void addPrice(const LoopNests &Nests, const NestGroup &G,
                FusedGroup &New) const;
  void keepUseful(LoopNests &Nests, std::vector<NestGroup> All,
                  std::vector<NestGroup> &Result);
  std::vector<NestGroup> groupNests(LoopNests &Nests);
  void setTime(const LoopNests &Nests, unsigned Stmt, const NestGroup &G,
               const LoopNest &N, const Positions &Outer);
  void append(unsigned Stmt, const isl::pw_multi_aff &Time);
  isl::pw_aff constant(unsigned Stmt, long Value) const;
  long stripLength(const NestGroup &G) const;

  const Kernel &K;
  const FuseOptions &Options;
  // { Domain[] -> Time[] }, not all of the same length
  std::vector<isl::pw_multi_aff> Times;
  FusedSchedule Result;
};

/// The arrays that some statement of \p N accesses, only by writes if \p
/// Writes.
std::vector<bool> arraysOf(const Kernel &K, const LoopNest &N, bool Writes) {
  std::vector<bool> Result(K.Arrays.size());
  for (unsigned S : N.Statements)
    for (const Access &A : K.Statements[S].Accesses)
      if (A.isWrite() || !Writes)
        Result[A.Array] = true;
  return Result;
}

/// Whether the innermost loop around \p S reads and writes one element over and
/// over.
bool addsUp(const Statement &S) {
  unsigned Loops = isl_set_dim(S.Domain.get(), isl_dim_set);
  if (Loops == 0)
    return false;
  return llvm::any_of(S.Accesses, [&](const Access &A) {
    if (A.isRead() || llvm::none_of(S.Accesses, [&](const Access &Read) {
          return Read.isRead() && Read.Array == A.Array;
        }))
      return false;
    isl::map Again = A.Relation.apply_range(A.Relation.reverse());
    for (unsigned Loop = 0; Loop + 1 < Loops; ++Loop)
      Again = isl::manage(
          isl_map_equate(Again.release(), isl_dim_in, Loop, isl_dim_out, Loop));
    Again = isl::manage(isl_map_order_lt(Again.release(), isl_dim_in, Loops - 1,
                                         isl_dim_out, Loops - 1));
    return isEmpty(Again).is_false();
  });
}

/// Whether what \p S adds up goes on with the sum that an earlier iteration of
/// the loops around its innermost one ended with: \p Others, its nest, pass it
/// on in scalars. Such iterations wait for each other in any order.
/// Complexity: quadratic in the statements.
bool goesOn(const Kernel &K, const std::vector<unsigned> &Others, unsigned S) {
  auto LoopsOf = [&](unsigned T) {
    return isl_set_dim(K.Statements[T].Domain.get(), isl_dim_set);
  };
  auto PassesOn = [&](unsigned From, unsigned To) {
    return llvm::any_of(K.Statements[From].Accesses, [&](const Access &A) {
      return A.isWrite() &&
             isl_set_dim(K.Arrays[A.Array].Extent.get(), isl_dim_set) == 0 &&
             llvm::any_of(K.Statements[To].Accesses, [&](const Access &B) {
               return B.isRead() && B.Array == A.Array;
             });
    });
  };
  std::vector<unsigned> Reached = {S};
  for (size_t I = 0; I < Reached.size(); ++I)
    for (unsigned T : Others)
      if (LoopsOf(T) < LoopsOf(S) && !llvm::is_contained(Reached, T) &&
          PassesOn(Reached[I], T)) {
        if (PassesOn(T, S))
          return true;
        Reached.push_back(T);
      }
  return false;
}

/// { Domain[] -> [strip] } for { Domain[] -> [time] }
isl::pw_aff stripsOf(const isl::pw_aff &Time, long Length) {
  return Time.scale_down(isl::val(Time.ctx(), Length)).floor();
}

bool Fuser::sharesArray(const NestGroup &G, const LoopNest &N) const {
  std::vector<bool> Own = arraysOf(K, N, false);
  return llvm::any_of(G.Nests, [&](const LoopNest &Other) {
    std::vector<bool> Its = arraysOf(K, Other, false);
    for (unsigned A = 0; A < Own.size(); ++A)
      if (Own[A] && Its[A] && !Options.Ignored.count(A))
        return true;
    return false;
  });
}

/// The arrays that may become smaller and are between nests of \p G that run
/// row by row.
std::vector<unsigned> Fuser::temporariesOf(const NestGroup &G) const {
  std::set<unsigned> Result;
  for (unsigned I = 0; I < G.Nests.size(); ++I) {
    if (!G.Nests[I].runsOften())
      continue;
    std::vector<bool> Written = arraysOf(K, G.Nests[I], true);
    for (unsigned J = I + 1; J < G.Nests.size(); ++J) {
      if (!G.Nests[J].runsOften())
        continue;
      std::vector<bool> Used = arraysOf(K, G.Nests[J], false);
      for (unsigned A = 0; A < Used.size(); ++A)
        if (Used[A] && Written[A] && !K.Arrays[A].Fixed &&
            !Options.Ignored.count(A) &&
            isl_set_dim(K.Arrays[A].Extent.get(), isl_dim_set) != 0)
          Result.insert(A);
    }
  }
  return {Result.begin(), Result.end()};
}

/// Puts \p New into the last group that it can be part of, or behind the last
/// one that it depends on.
void Fuser::add(LoopNests &Nests, std::vector<NestGroup> &Groups,
                LoopNest New) {
  unsigned Place = Groups.size();
  for (; Place > 0; --Place) {
    NestGroup &G = Groups[Place - 1];
    if (G.Depth > 0 && sharesArray(G, New) && joinGroup(Nests, G, New))
      return;
    if (llvm::any_of(G.Nests, [&](const LoopNest &Earlier) {
          return !Nests.dependences(Earlier, New).empty();
        }))
      break;
  }
  New.Times.assign(New.Loops, LoopTime());
  unsigned Loops = New.Loops;
  Groups.insert(Groups.begin() + Place, NestGroup{{std::move(New)}, Loops});
}

/// Whether the nests of \p G are to stay together. Strips are for signals, not
/// for the borders of what has more dimensions.
bool Fuser::isUseful(const LoopNests &Nests, const NestGroup &G) const {
  auto IsDeeper = [&](const Statement &S) {
    return unsigned(isl_set_dim(S.Domain.get(), isl_dim_set)) >
           Nests.depth() + 1;
  };
  if (G.InStrips && llvm::any_of(K.Statements, IsDeeper))
    return false;
  return Options.ForTiles || !temporariesOf(G).empty();
}

/// Puts the groups of \p All that are to stay together into \p Result, and what
/// is in others as groups of one.
/// Complexity: that of forming groups, once for each that others wait for.
void Fuser::keepUseful(LoopNests &Nests, std::vector<NestGroup> All,
                       std::vector<NestGroup> &Result) {
  for (NestGroup &G : All) {
    // What waits for the last of the others may as well come behind them, and
    // in groups of its own.
    auto Behind = G.Nests.end();
    while (std::prev(Behind)->runsOnce())
      --Behind;
    std::vector<NestGroup> Later;
    for (auto N = Behind; N != G.Nests.end(); ++N)
      add(Nests, Later, *N);
    G.Nests.erase(Behind, G.Nests.end());
    if (G.InStrips && !Later.empty()) {
      // The others may need no strips without them.
      std::vector<NestGroup> Rest;
      for (const LoopNest &N : G.Nests)
        add(Nests, Rest, N);
      keepUseful(Nests, std::move(Rest), Result);
    } else if (G.Nests.size() == 1 || isUseful(Nests, G)) {
      Result.push_back(std::move(G));
    } else {
      for (LoopNest &N : G.Nests)
        Result.push_back({{std::move(N)}, 0});
    }
    keepUseful(Nests, std::move(Later), Result);
  }
}

std::vector<NestGroup> Fuser::groupNests(LoopNests &Nests) {
  std::vector<NestGroup> Groups, Useful;
  for (const LoopNest &N : Nests.all())
    add(Nests, Groups, N);
  keepUseful(Nests, std::move(Groups), Useful);
  return Useful;
}

isl::pw_aff Fuser::constant(unsigned Stmt, long Value) const {
  return isl::pw_aff(K.Statements[Stmt].Domain, isl::val(K.ctx(), Value));
}

void Fuser::append(unsigned Stmt, const isl::pw_multi_aff &Time) {
  isl::pw_multi_aff &All = Times[Stmt];
  isl::pw_multi_aff Next = everywhere(Time);
  All = All.is_null() ? Next : All.flat_range_product(Next);
}

/// The iterations in a strip of \p G: what they access is to be in the cache
/// from one nest to the next.
long Fuser::stripLength(const NestGroup &G) const {
  std::vector<bool> Accessed(K.Arrays.size());
  double Bytes = 1;
  for (const LoopNest &N : G.Nests) {
    std::vector<bool> Its = arraysOf(K, N, false);
    for (unsigned A = 0; A < Its.size(); ++A) {
      if (Its[A] && !Accessed[A])
        Bytes += K.Arrays[A].ElementBytes;
      Accessed[A] = Accessed[A] || Its[A];
    }
  }
  double Length = std::exp2(std::floor(std::log2(Options.StripBytes / Bytes)));
  return std::clamp<long>(Length, MinStrip, MaxStrip);
}

/// The time of \p Stmt, which is part of \p N, which is part of \p G.
void Fuser::setTime(const LoopNests &Nests, unsigned Stmt, const NestGroup &G,
                    const LoopNest &N, const Positions &Outer) {
  isl::pw_multi_aff Old =
      isl::pw_multi_aff::from_map(K.Statements[Stmt].Schedule);
  bool IsFused = G.Nests.size() > 1;
  unsigned Depth = Nests.depth();
  Times[Stmt] = isl::pw_multi_aff();
  auto AppendOld = [&](unsigned Dim) {
    auto New = Outer.find(Dim);
    append(Stmt,
           New == Outer.end() ? Old.at(Dim) : constant(Stmt, New->second));
  };
  for (unsigned Dim = 0; Dim <= 2 * Depth; ++Dim)
    AppendOld(Dim);
  unsigned Behind = 2 * Depth + 1;
  if (IsFused) {
    for (unsigned Loop = 0; Loop < G.Depth; ++Loop) {
      if (Loop > 0)
        append(Stmt, constant(Stmt, 0));
      isl::pw_aff Time =
          isl::pw_multi_aff::from_map(Nests.timeOf(Stmt, Loop, N.Times[Loop]))
              .at(0);
      append(Stmt, G.InStrips ? stripsOf(Time, stripLength(G)) : Time);
    }
    append(Stmt, constant(Stmt, G.Turns[&N - G.Nests.data()]));
    Behind = 2 * Depth;
    if (!N.runsOnce())
      Behind += 2 * G.Depth - (G.InStrips ? 1 : 0);
    if (llvm::count(G.Turns, G.Turns[&N - G.Nests.data()]) > 1) {
      if (!G.InStrips) {
        append(Stmt, constant(Stmt, 0));
        ++Behind;
      }
      append(Stmt, Old.at(Behind++));
      append(Stmt, constant(Stmt, &N - G.Nests.data()));
    }
  }
  for (unsigned Dim = Behind; Dim < K.timeDims(); ++Dim)
    append(Stmt, Old.at(Dim));
}

/// Whether \p S computes something of several values.
bool computes(const Statement &S) {
  return llvm::count_if(S.Accesses,
                        [](const Access &A) { return A.isRead(); }) > 1;
}

/// The statements of nests of \p G that wait for the iteration before, if they
/// share their innermost loop with others that compute something and do not:
/// alone, these could be vectorised.
/// Complexity: that of findChains for each statement.
std::vector<unsigned> chainsBesideVectors(const Kernel &K,
                                          const LoopNests &Nests,
                                          const NestGroup &G) {
  int Shared = Nests.depth() + G.Depth;
  std::vector<unsigned> Chained;
  bool HasVectors = false;
  for (const LoopNest &N : G.Nests) {
    if (N.Innermost > G.Depth || N.runsOnce())
      continue;
    size_t Before = Chained.size();
    bool Leaps = false, Computes = false;
    for (unsigned S : N.Statements) {
      if (isl_set_dim(K.Statements[S].Domain.get(), isl_dim_set) == Shared &&
          !findChains(K.Statements[S]).empty())
        Chained.push_back(S);
      Leaps = Leaps || leaps(K.Statements[S]);
      Computes = Computes || computes(K.Statements[S]);
    }
    if (Chained.size() == Before && Computes && !Leaps)
      HasVectors = true;
  }
  return HasVectors ? Chained : std::vector<unsigned>();
}

/// The price of fusing the nests of \p G: some add up in loops that they do not
/// share, or the innermost loops that are one now go through arrays in leaps,
/// or wait for themselves, so that together they may not be vectorised.
void Fuser::addPrice(const LoopNests &Nests, const NestGroup &G,
                     FusedGroup &New) const {
  New.Waiting = chainsBesideVectors(K, Nests, G);
  int Deepest = 0;
  for (const Statement &S : K.Statements)
    Deepest = std::max(Deepest, isl_set_dim(S.Domain.get(), isl_dim_set));
  for (const LoopNest &N : G.Nests) {
    bool &Leaps =
        int(Nests.depth() + N.Deepest) < Deepest ? New.BordersLeap : New.Leaps;
    for (unsigned S : N.Statements)
      if (N.Innermost <= G.Depth)
        Leaps = Leaps || leaps(K.Statements[S]);
      else if (addsUp(K.Statements[S]) && !goesOn(K, N.Statements, S))
        New.Waiting.push_back(S);
  }
}

void Fuser::addResult(const LoopNests &Nests, const NestGroup &G) {
  FusedGroup New;
  New.FusedNests = G.Nests.size() - 1;
  New.Temporaries = temporariesOf(G);
  addPrice(Nests, G, New);
  if (G.InStrips)
    New.StripLength = stripLength(G);
  Result.Groups.push_back(std::move(New));
}

void Fuser::fuseBody(const std::vector<unsigned> &Statements, unsigned Depth,
                     Positions Outer) {
  auto Nests = LoopNests::find(K, Statements, Depth);
  if (!Nests)
    return;
  std::vector<NestGroup> Groups = groupNests(*Nests);
  for (unsigned I = 0; I < Groups.size(); ++I) {
    NestGroup &G = Groups[I];
    if (G.Nests.size() > 1) {
      addResult(*Nests, G);
      G.Turns = turnsOf(*Nests, G);
    }
    Outer[2 * Depth] = I;
    const LoopNest &First = G.Nests.front();
    bool HasBody =
        G.Nests.size() == 1 && First.Loops > 0 && First.Statements.size() > 1;
    for (const LoopNest &N : G.Nests)
      for (unsigned S : N.Statements)
        setTime(*Nests, S, G, N, Outer);
    if (HasBody)
      fuseBody(First.Statements, Depth + First.Loops, Outer);
  }
}

std::optional<FusedSchedule> Fuser::run() {
  if (llvm::any_of(K.Statements, [](const Statement &S) {
        return !S.OnlyWrites && S.Effects == EffectOrder::Unknown;
      }))
    return std::nullopt;
  std::vector<unsigned> All(K.Statements.size());
  std::iota(All.begin(), All.end(), 0);
  fuseBody(All, 0, {});
  if (Result.Groups.empty())
    return std::nullopt;
  unsigned Dims = 0;
  for (unsigned S : All) {
    if (Times[S].is_null()) // nothing is left of it
      Times[S] = isl::pw_multi_aff::from_map(K.Statements[S].Schedule);
    Dims = std::max<unsigned>(
        Dims, isl_pw_multi_aff_dim(Times[S].get(), isl_dim_out));
  }
  for (unsigned S : All) {
    while (unsigned(isl_pw_multi_aff_dim(Times[S].get(), isl_dim_out)) < Dims)
      append(S, constant(S, 0));
    Result.Schedules.push_back(
        Times[S].as_map().intersect_domain(K.Statements[S].Domain));
  }
  return Result;
}

} // namespace

unsigned FusedSchedule::fusedNests() const {
  unsigned Sum = 0;
  for (const FusedGroup &G : Groups)
    Sum += G.FusedNests;
  return Sum;
}

bool FusedSchedule::leaps() const {
  return llvm::any_of(Groups, [](const FusedGroup &G) { return G.Leaps; });
}

bool FusedSchedule::bordersLeap() const {
  return llvm::any_of(Groups,
                      [](const FusedGroup &G) { return G.BordersLeap; });
}

std::vector<unsigned> FusedSchedule::waiting() const {
  std::vector<unsigned> All;
  for (const FusedGroup &G : Groups)
    All.insert(All.end(), G.Waiting.begin(), G.Waiting.end());
  return All;
}

long FusedSchedule::longestStrip() const {
  long Longest = 0;
  for (const FusedGroup &G : Groups)
    Longest = std::max(Longest, G.StripLength);
  return Longest;
}

std::vector<unsigned> FusedSchedule::temporaries() const {
  std::set<unsigned> All;
  for (const FusedGroup &G : Groups)
    All.insert(G.Temporaries.begin(), G.Temporaries.end());
  return {All.begin(), All.end()};
}

std::optional<FusedSchedule> smolly::fuseNests(const Kernel &K,
                                               const FuseOptions &Options) {
  llvm::TimeTraceScope Trace("Smolly fuse nests");
  IslBudget Budget(K.ctx(), Options.MaxOperations);
  Kernel Alternating = withAlternatingTimes(K);
  if (llvm::any_of(Alternating.Statements,
                   [](const Statement &S) { return S.Schedule.is_null(); }))
    return std::nullopt;
  auto Result = Fuser(Alternating, Options).run();
  if (!Result || Budget.exceeded() || !areKnown(Result->Schedules))
    return std::nullopt;
  return Result;
}
