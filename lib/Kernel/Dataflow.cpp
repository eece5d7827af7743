//===- Dataflow.cpp - Value-based dataflow --------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Array dataflow analysis over all accesses at once. Every access is tagged,
/// so that the result tells accesses apart, and runs at an extended time
///
///     [0, schedule vector, position]
///
/// where all reads of an instance have position 0 and its writes count up from
/// 1 in the order in which they happen. What is live out is read by one more
/// pseudo access for each array, at time [1, 0, ..., 0].
///
/// Arrays of which every element is written at most once need none of that: a
/// read takes its value from that write if the write comes first.
///
/// Elsewhere each read enters isl's analysis with the writes that may reach it
/// (FlowRounds.h).
///
/// Where a statement's reads do not come first, a read may also find what the
/// same instance writes: all that such a read may find is marked May.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Dataflow.h"
#include "FlowRounds.h"
#include "smolly/Kernel/ClassCensus.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/LexOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/TimeProfiler.h"
#include "isl/flow.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include "isl/union_set.h"

using namespace smolly;

namespace {

/// isl composes the polyhedra of an access with those of its times in one
/// operation. In kernels of the benchmarks that makes up to 1536; 60 times 380
/// took 7 GiB.
constexpr int MaxTimed = 5000;

/// What a tag stands for: an access, or the reader of live-out elements.
struct Tagged {
  AccessRef Ref;
  bool IsLiveOut = false;
};

class FlowComputation {
public:
  /// Without the first \p KnownArrays arrays.
  explicit FlowComputation(const Kernel &K, unsigned KnownArrays = 0)
      : K(K), KnownArrays(KnownArrays) {}

  llvm::Expected<Dataflow> run(unsigned long MaxOperations);

private:
  bool isSingleAssignment(unsigned Array) const;
  void addSingleAssignment(unsigned Array);
  void addStatement(unsigned Index);
  void addLiveOut(unsigned Index);
  void add(FlowAccess Access, isl::map Schedule, llvm::StringRef Name,
           Tagged What);
  void runRound(const FlowRound &Round);
  isl::map extendTime(isl::map Schedule, int First, int Position) const;
  void collectFlows(const isl::union_map &Dependences, bool May);
  void collectUncovered(const isl::union_map &NoSource);
  void addOwnWrites();
  void addFlow(AccessRef Read, AccessRef Write, isl::map Sources, bool May);
  bool hasNull() const;
  const Tagged *find(__isl_keep isl_map *Map, bool OfRange) const;

  const Kernel &K;
  unsigned KnownArrays;
  /// Arrays that are known or that addSingleAssignment has dealt with.
  std::vector<bool> Done;
  llvm::StringMap<Tagged> Tags;
  /// Those to other arrays.
  std::vector<FlowAccess> Accesses;
  Dataflow Result;
  /// isl could not compute something, or would have needed too much memory.
  bool Failed = false, TooComplex = false;
};

/// { X[] -> Tag[] } for all of \p Domain.
isl::map tagMap(const isl::set &Domain, llvm::StringRef Name) {
  isl::map Map = isl::manage(
      isl_map_add_dims(isl_map_from_domain(Domain.copy()), isl_dim_out, 0));
  return isl::manage(
      isl_map_set_tuple_name(Map.release(), isl_dim_out, Name.str().c_str()));
}

/// From { A[] -> B[] } makes { [A[] -> Tag[]] -> B[] }.
isl::map tagDomain(const isl::map &Map, const isl::map &Tag) {
  isl::map Untag = isl::manage(isl_map_domain_map(Tag.copy()));
  return Untag.apply_range(Map);
}

/// { Domain[] -> [First, Time, Position] }
isl::map FlowComputation::extendTime(isl::map Schedule, int First,
                                     int Position) const {
  isl_map *Map = Schedule.release();
  Map = isl_map_insert_dims(Map, isl_dim_out, 0, 1);
  Map = isl_map_fix_si(Map, isl_dim_out, 0, First);
  Map = isl_map_add_dims(Map, isl_dim_out, 1);
  unsigned Last = isl_map_dim(Map, isl_dim_out) - 1;
  return isl::manage(isl_map_fix_si(Map, isl_dim_out, Last, Position));
}

/// Completes \p Access and notes it.
void FlowComputation::add(FlowAccess Access, isl::map Schedule,
                          llvm::StringRef Name, Tagged What) {
  Tags[Name] = What;
  isl::set Domain = Access.Relation.domain();
  isl::map Tag = tagMap(Domain, Name);
  Access.Tagged = tagDomain(Access.Relation, Tag);
  Access.Time = tagDomain(Schedule.intersect_domain(Domain), Tag);
  Accesses.push_back(std::move(Access));
}

/// One access with its time.
struct TimedAccess {
  AccessRef Ref;
  bool IsRead;
  // { Domain[] -> Element[] }
  isl::map Relation;
  // { Domain[] -> Time[] }
  isl::map Time;
};

/// The accesses of \p K to \p Array, within the context.
std::vector<TimedAccess> accessesTo(const Kernel &K, unsigned Array) {
  std::vector<TimedAccess> Result;
  for (unsigned Index = 0; Index < K.Statements.size(); ++Index) {
    const Statement &S = K.Statements[Index];
    for (unsigned I = 0; I < S.Accesses.size(); ++I)
      if (S.Accesses[I].Array == Array)
        Result.push_back({{Index, I},
                          S.Accesses[I].isRead(),
                          S.Accesses[I].Relation.intersect_params(K.Context),
                          S.Schedule});
  }
  return Result;
}

/// True when no element of \p Array is written twice.
/// Complexity: quadratic in the number of writes to it.
bool FlowComputation::isSingleAssignment(unsigned Array) const {
  for (const Statement &S : K.Statements)
    for (const Access &A : S.Accesses)
      if (A.Array == Array && A.Kind == AccessKind::MayWrite)
        return false;
  std::vector<isl::map> Writes;
  for (const TimedAccess &A : accessesTo(K, Array)) {
    if (A.IsRead)
      continue;
    if (!A.Relation.is_injective().is_true())
      return false;
    for (const isl::map &Other : Writes)
      if (!isDisjoint(Other.range(), A.Relation.range()).is_true())
        return false;
    Writes.push_back(A.Relation);
  }
  return true;
}

/// A value reaches every later read of its element. Reads of an instance come
/// before its writes, where they do not is seen to by addOwnWrites.
void FlowComputation::addSingleAssignment(unsigned Array) {
  std::vector<TimedAccess> Accesses = accessesTo(K, Array);
  for (const TimedAccess &Read : Accesses) {
    if (!Read.IsRead)
      continue;
    isl::map Uncovered = Read.Relation;
    for (const TimedAccess &Write : Accesses) {
      if (Write.IsRead)
        continue;
      // { ReadDomain[] -> WriteDomain[] }
      isl::map Sources = Read.Relation.apply_range(Write.Relation.reverse());
      if (isEmpty(Sources).is_true())
        continue;
      isl::map Earlier = lexOrder(Lex::Greater, Read.Time, Write.Time);
      Sources = Sources.intersect(Earlier);
      if (isEmpty(Sources).is_true())
        continue;
      addFlow(Read.Ref, Write.Ref, Sources, false);
      // Each element has one writer: what it wrote earlier is covered.
      isl::map Covered =
          Sources.apply_range(Write.Relation).intersect(Read.Relation);
      Uncovered = Uncovered.subtract(Covered);
    }
    if (!isEmpty(Uncovered).is_true())
      Result.Uncovered.push_back({Read.Ref, coalesced(Uncovered)});
  }
  isl::set LiveOut = K.Arrays[Array].LiveOut.intersect_params(K.Context);
  for (const TimedAccess &Write : Accesses) {
    isl::set Instances = Write.Relation.intersect_range(LiveOut).domain();
    if (!Write.IsRead && !isEmpty(Instances).is_true())
      Result.LiveOuts.push_back({Write.Ref, coalesced(Instances)});
  }
}

void FlowComputation::addStatement(unsigned Index) {
  const Statement &S = K.Statements[Index];
  int Position = 0;
  for (unsigned I = 0; I < S.Accesses.size(); ++I) {
    const Access &A = S.Accesses[I];
    if (Done[A.Array])
      continue;
    FlowAccess::Kind What = A.isRead() ? FlowAccess::Kind::Read
                            : A.Kind == AccessKind::MustWrite
                                ? FlowAccess::Kind::MustWrite
                                : FlowAccess::Kind::MayWrite;
    isl::map Time = extendTime(S.Schedule, 0, A.isRead() ? 0 : ++Position);
    std::string Name = ("a" + llvm::Twine(Index) + "_" + llvm::Twine(I)).str();
    add({What, A.Array, Index, A.Relation.intersect_params(K.Context), {}, {}},
        Time, Name, {{Index, I}, false});
  }
}

/// Lets each live-out element read itself after everything else.
void FlowComputation::addLiveOut(unsigned Index) {
  isl::set Elements = K.Arrays[Index].LiveOut.intersect_params(K.Context);
  if (isEmpty(Elements).is_true())
    return;
  unsigned Dims = K.timeDims();
  isl::map Time = isl::manage(isl_map_add_dims(
      isl_map_from_domain(Elements.copy()), isl_dim_out, Dims));
  for (unsigned I = 0; I < Dims; ++I)
    Time = Time.fix_si(isl::dim::out, I, 0);
  isl::map Relation = isl::manage(isl_set_identity(Elements.copy()));
  std::string Name = ("out" + llvm::Twine(Index)).str();
  add({FlowAccess::Kind::Read, Index, std::nullopt, Relation, {}, {}},
      extendTime(Time, 1, 0), Name, {{Index, 0}, true});
}

/// The tag of the domain or range of { [X[] -> Tag[]] -> [Y[] -> Tag[]] }.
const Tagged *FlowComputation::find(__isl_keep isl_map *Map,
                                    bool OfRange) const {
  isl_set *Side = OfRange ? isl_map_range(isl_map_copy(Map))
                          : isl_map_domain(isl_map_copy(Map));
  isl::map Unwrapped = isl::manage(isl_set_unwrap(Side));
  const char *Name = isl_map_get_tuple_name(Unwrapped.get(), isl_dim_out);
  auto It = Tags.find(Name ? Name : "");
  return It == Tags.end() ? nullptr : &It->second;
}

void FlowComputation::addFlow(AccessRef Read, AccessRef Write, isl::map Sources,
                              bool May) {
  for (Flow &F : Result.Flows)
    if (F.Read == Read && F.Write == Write && F.May == May) {
      F.Sources = coalesced(F.Sources.unite(Sources));
      return;
    }
  Result.Flows.push_back({Read, Write, coalesced(Sources), May});
}

/// \p Dependences: { [WriteDomain[] -> Tag[]] -> [ReadDomain[] -> Tag[]] }
void FlowComputation::collectFlows(const isl::union_map &Dependences,
                                   bool May) {
  isl::map_list List = Dependences.map_list();
  for (int I = 0, E = isl_map_list_n_map(List.get()); I < E; ++I) {
    isl::map Tagged = isl::manage(isl_map_list_get_at(List.get(), I));
    if (isEmpty(Tagged).is_true())
      continue;
    const auto *From = find(Tagged.get(), false);
    const auto *To = find(Tagged.get(), true);
    if (!From || !To) {
      Failed = true;
      return;
    }
    // { WriteDomain[] -> ReadDomain[] }
    isl::map Plain = Tagged.domain_factor_domain().range_factor_domain();
    if (!To->IsLiveOut) {
      addFlow(To->Ref, From->Ref, Plain.reverse(), May);
      continue;
    }
    isl::set Instances = Plain.domain();
    bool Known = false;
    for (Dataflow::LiveOut &L : Result.LiveOuts)
      if (L.Write == From->Ref) {
        L.Instances = coalesced(L.Instances.unite(Instances));
        Known = true;
      }
    if (!Known)
      Result.LiveOuts.push_back({From->Ref, coalesced(Instances)});
  }
}

/// \p NoSource: { [ReadDomain[] -> Tag[]] -> Element[] }
void FlowComputation::collectUncovered(const isl::union_map &NoSource) {
  isl::map_list List = NoSource.map_list();
  for (int I = 0, E = isl_map_list_n_map(List.get()); I < E; ++I) {
    isl::map Map = isl::manage(isl_map_list_get_at(List.get(), I));
    const auto *Reader = find(Map.get(), false);
    if (!Reader) {
      Failed = true;
      return;
    }
    if (Reader->IsLiveOut || isEmpty(Map).is_true())
      continue;
    Result.Uncovered.push_back(
        {Reader->Ref, coalesced(Map.domain_factor_domain())});
  }
}

/// For statements whose reads do not come first: a read that may find what its
/// own instance writes knows neither that write nor any other as its source.
void FlowComputation::addOwnWrites() {
  for (unsigned Index = 0; Index < K.Statements.size(); ++Index) {
    const Statement &S = K.Statements[Index];
    if (S.ReadsFirst)
      continue;
    for (unsigned R = 0; R < S.Accesses.size(); ++R) {
      if (!S.Accesses[R].isRead() || S.Accesses[R].Array < KnownArrays)
        continue;
      AccessRef Read = {Index, R};
      isl::set Unsure = isl::set::empty(S.Domain.space()); // { Domain[] }
      for (unsigned W = 0; W < S.Accesses.size(); ++W) {
        if (S.Accesses[W].isRead() ||
            S.Accesses[W].Array != S.Accesses[R].Array)
          continue;
        // { Domain[] -> Element[] }
        isl::map Both =
            S.Accesses[R].Relation.intersect(S.Accesses[W].Relation);
        isl::set Own = Both.domain().intersect_params(K.Context);
        if (isEmpty(Own).is_true())
          continue;
        addFlow(Read, {Index, W}, Own.identity(), true);
        Unsure = Unsure.unite(Own);
      }
      if (isEmpty(Unsure).is_true())
        continue;
      std::vector<Flow> Old;
      Old.swap(Result.Flows);
      for (Flow &F : Old) {
        if (!(F.Read == Read) || F.May) {
          addFlow(F.Read, F.Write, F.Sources, F.May);
          continue;
        }
        isl::map Sure = isl::manage(
            isl_map_subtract_domain(F.Sources.copy(), Unsure.copy()));
        isl::map Doubtful = F.Sources.intersect_domain(Unsure);
        if (!isEmpty(Sure).is_true())
          addFlow(F.Read, F.Write, Sure, false);
        if (!isEmpty(Doubtful).is_true())
          addFlow(F.Read, F.Write, Doubtful, true);
      }
    }
  }
}

/// isl lists maps in an order that depends on addresses; ours does not.
void sort(Dataflow &Result) {
  auto Key = [](AccessRef R) { return std::make_pair(R.Stmt, R.Access); };
  llvm::sort(Result.Flows, [&](const Flow &A, const Flow &B) {
    return std::make_tuple(Key(A.Read), Key(A.Write), A.May) <
           std::make_tuple(Key(B.Read), Key(B.Write), B.May);
  });
  llvm::sort(Result.Uncovered,
             [&](const UncoveredRead &A, const UncoveredRead &B) {
               return Key(A.Read) < Key(B.Read);
             });
  llvm::sort(Result.LiveOuts,
             [&](const Dataflow::LiveOut &A, const Dataflow::LiveOut &B) {
               return Key(A.Write) < Key(B.Write);
             });
}

bool FlowComputation::hasNull() const {
  return llvm::any_of(Result.Flows,
                      [](const Flow &F) { return F.Sources.is_null(); }) ||
         llvm::any_of(
             Result.Uncovered,
             [](const UncoveredRead &U) { return U.Relation.is_null(); }) ||
         llvm::any_of(Result.LiveOuts, [](const Dataflow::LiveOut &L) {
           return L.Instances.is_null();
         });
}

/// Asks isl for the sources of some reads.
void FlowComputation::runRound(const FlowRound &Round) {
  isl::union_map Reads, MustWrites, MayWrites, Times;
  Reads = MustWrites = MayWrites = Times = isl::union_map::empty(K.ctx());
  auto Add = [&](unsigned Index, isl::union_map &Where) {
    const FlowAccess &A = Accesses[Index];
    TooComplex |= int64_t(isl_map_n_basic_map(A.Tagged.get())) *
                      isl_map_n_basic_map(A.Time.get()) >
                  MaxTimed;
    Where = Where.unite(isl::union_map(A.Tagged));
    Times = Times.unite(isl::union_map(A.Time));
  };
  for (unsigned R : Round.Reads)
    Add(R, Reads);
  for (unsigned W : Round.Writes)
    Add(W, Accesses[W].What == FlowAccess::Kind::MustWrite ? MustWrites
                                                           : MayWrites);
  if (TooComplex)
    return;
  isl::union_flow Found = isl::union_access_info(Reads)
                              .set_must_source(MustWrites)
                              .set_may_source(MayWrites)
                              .set_schedule_map(Times)
                              .compute_flow();
  isl::union_map Must = Found.must_dependence();
  isl::union_map May = Found.may_dependence().subtract(Must);
  isl::union_map NoSource = Found.may_no_source();
  if (May.is_null() || NoSource.is_null()) {
    Failed = true;
    return;
  }
  collectFlows(Must, false);
  collectFlows(May, true);
  collectUncovered(NoSource);
}

llvm::Expected<Dataflow> FlowComputation::run(unsigned long MaxOperations) {
  IslBudget Budget(K.ctx(), MaxOperations);
  for (unsigned I = 0; I < K.Arrays.size(); ++I) {
    Done.push_back(I < KnownArrays || isSingleAssignment(I));
    if (Done.back() && I >= KnownArrays)
      addSingleAssignment(I);
  }
  for (unsigned I = 0; I < K.Statements.size(); ++I)
    addStatement(I);
  for (unsigned I = 0; I < K.Arrays.size(); ++I)
    if (!Done[I])
      addLiveOut(I);
  std::vector<unsigned> Sourceless;
  for (const FlowRound &Round : flowRounds(K, Accesses, Sourceless))
    if (!Failed)
      runRound(Round);
  for (unsigned R : Sourceless)
    collectUncovered(isl::union_map(Accesses[R].Tagged));
  if (!Failed) {
    addOwnWrites();
    sort(Result);
  }
  if (Budget.exceeded())
    return limitHit("dataflow analysis takes too many isl operations");
  if (TooComplex)
    return limitHit("dataflow analysis has too many polyhedra to look at");
  if (Failed || hasNull())
    return llvm::createStringError("isl failed to compute the dataflow");
  ClassCensus::note(Result);
  return std::move(Result);
}

} // namespace

llvm::Expected<Dataflow> smolly::computeDataflow(const Kernel &K,
                                                 unsigned long MaxOperations) {
  llvm::TimeTraceScope Trace("Smolly dataflow");
  return FlowComputation(K).run(MaxOperations);
}

llvm::Expected<Dataflow> smolly::extendDataflow(const Kernel &K,
                                                const Dataflow &Known,
                                                unsigned KnownArrays,
                                                unsigned long MaxOperations) {
  llvm::TimeTraceScope Trace("Smolly dataflow");
  llvm::Expected<Dataflow> Result =
      FlowComputation(K, KnownArrays).run(MaxOperations);
  if (!Result)
    return Result.takeError();
  llvm::append_range(Result->Flows, Known.Flows);
  llvm::append_range(Result->Uncovered, Known.Uncovered);
  llvm::append_range(Result->LiveOuts, Known.LiveOuts);
  sort(*Result);
  return Result;
}

isl::set smolly::unreadInstances(const Dataflow &D, AccessRef Write,
                                 isl::set Domain) {
  for (const Flow &F : D.Flows)
    if (F.Write == Write)
      Domain = Domain.subtract(F.Sources.range());
  for (const Dataflow::LiveOut &L : D.LiveOuts)
    if (L.Write == Write)
      Domain = Domain.subtract(L.Instances);
  return Domain;
}
