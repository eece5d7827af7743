//===- Plan.cpp - Where each value is stored ------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// planStorage: which arrays may change, which arrangement each of them gets,
/// and the arrangements as a StoragePlan.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/IslBudget.h"
#include "smolly/Storage/ArraySearch.h"
#include "smolly/Storage/StoragePlan.h"
#include "smolly/Storage/ValueSets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

namespace {

constexpr unsigned MaxPieces = 8;
/// Value sets are not split further when this part of the array is left.
constexpr double SmallEnough = 1.0 / 50;
/// The part of the footprint that a cheap index may cost.
constexpr double CheapShare = 1.0 / 16;

/// What the planner knows of one array.
struct ArrayWork {
  unsigned Array = 0;
  double OriginalBytes = 0;
  /// One for each write access to the array.
  std::vector<SplitWrite> Writes;
  /// Over the value sets as they are and, where that was tried, split further.
  std::vector<std::unique_ptr<ArraySearch>> Searches;
  struct Option {
    ArraySearch *Search;
    Arrangement How;
  };
  std::vector<Option> Options;
  /// Index into Options; none: the array stays as it is.
  std::optional<unsigned> Choice;
  /// The choice, computed.
  std::optional<StoredValues> Stored;
  std::string Reason;
};

class Planner {
public:
  Planner(const Kernel &Original, const Dataflow &D,
          const StorageOptions &Options)
      : K(aligned(Original)), D(D), Options(Options),
        Point(K.Context, Options.Assumed) {}

  llvm::Expected<StoragePlan> run();

private:
  static Kernel aligned(Kernel K) {
    K.alignParameters();
    return K;
  }
  std::vector<AccessRef> writesOf(unsigned Array) const;
  std::string reasonNotToTouch(unsigned Array) const;
  void analyze(ArrayWork &Work);
  void search(ArrayWork &Work, const std::vector<SplitWrite> &Writes);
  double bytes(const ArrayWork &Work, unsigned Option) const;
  double footprintOfFixed() const;
  void chooseSmallest(ArrayWork &Work);
  void chooseCheap(std::vector<ArrayWork> &Works);
  bool realizeChoices(std::vector<ArrayWork> &Works);
  void storeDeadValues(ArrayWork &Work);
  void emitOriginal(unsigned Array, StoragePlan &Plan);
  void emitArrangement(const ArrayWork &Work, StoragePlan &Plan);
  void emitDead(const ArrayWork &Work, StoragePlan &Plan);
  void emitGroup(const StoredValues &Stored, const GroupMapping &Group,
                 unsigned Target, StoragePlan &Plan);

  Kernel K;
  const Dataflow &D;
  const StorageOptions &Options;
  ParameterPoint Point;
  unsigned Alternatives = 0;
};

std::vector<AccessRef> Planner::writesOf(unsigned Array) const {
  std::vector<AccessRef> Result;
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A) {
      const Access &Access = K.Statements[S].Accesses[A];
      if (Access.isWrite() && Access.Array == Array)
        Result.push_back({S, A});
    }
  return Result;
}

std::string Planner::reasonNotToTouch(unsigned Array) const {
  for (AccessRef Ref : writesOf(Array)) {
    const Statement &S = K.Statements[Ref.Stmt];
    const Access &A = S.Accesses[Ref.Access];
    if (A.Kind == AccessKind::MayWrite)
      return "statement " + S.Name + " may or may not write to it";
    if (!A.Relation.is_single_valued().is_true())
      return "statement " + S.Name + " writes several elements at once";
  }
  for (const Flow &F : D.Flows) {
    const Statement &S = K.Statements[F.Read.Stmt];
    if (F.May && S.Accesses[F.Read.Access].Array == Array)
      return "statement " + S.Name +
             " may read one of several values, it is unknown which";
  }
  return "";
}

void Planner::search(ArrayWork &Work, const std::vector<SplitWrite> &Writes) {
  std::vector<ValueLives> Lives;
  for (const SplitWrite &Write : Writes)
    llvm::append_range(Lives, Write.Live);
  std::shared_ptr<ArrayValues> Values;
  {
    IslBudget Budget(K.ctx(), Options.MaxIslOperations / 4);
    Values = std::make_shared<ArrayValues>(K, std::move(Lives));
    if (Budget.exceeded()) {
      Work.Reason = "its conflicts are too many to compute";
      return;
    }
  }
  bool Unknown = false;
  unsigned Disjuncts = 0;
  for (const auto &Line : Values->conflicts())
    for (const isl::map &Pairs : Line) {
      Unknown |= Pairs.is_null();
      Disjuncts += std::max(0, isl_map_n_basic_map(Pairs.get()));
    }
  if (Unknown) {
    Work.Reason = "isl cannot compute its conflicts";
    return;
  }
  if (Disjuncts > Options.MaxDisjuncts) {
    Work.Reason = "its conflict set has " + std::to_string(Disjuncts) +
                  " polyhedra, more than " +
                  std::to_string(Options.MaxDisjuncts);
    return;
  }
  auto Search = std::make_unique<ArraySearch>(D, Values, Point, Options);
  std::vector<Arrangement> Found = Search->run();
  Alternatives += Search->attempts();
  if (Found.empty() && Search->budgetExceeded())
    Work.Reason = "finding a mapping takes too many isl operations";
  for (Arrangement &A : Found)
    Work.Options.push_back({Search.get(), std::move(A)});
  Work.Searches.push_back(std::move(Search));
}

void Planner::analyze(ArrayWork &Work) {
  Work.Reason = reasonNotToTouch(Work.Array);
  if (!Work.Reason.empty())
    return;
  std::vector<SplitWrite> Split;
  bool WasSplit = false;
  {
    IslBudget Budget(K.ctx(), Options.MaxIslOperations / 4);
    for (AccessRef Ref : writesOf(Work.Array)) {
      ValueLives Lives = computeLives(K, D, Ref);
      Work.Writes.push_back(separateDead(Lives, K.Conflicts.has_value()));
      Split.push_back(Options.Method == StorageMethod::Best
                          ? splitByKind(Work.Writes.back(), MaxPieces)
                          : Work.Writes.back());
      WasSplit |= Split.back().Live.size() > Work.Writes.back().Live.size();
    }
    StorageArray Original = describeOriginal(K, Work.Array, Options);
    Work.OriginalBytes = Original.ElementBytes;
    for (const StorageDim &Dim : Original.Dims)
      Work.OriginalBytes *= Point.evaluate(Dim.Size);
    if (Budget.exceeded()) {
      Work.Reason = "its live ranges are too complex";
      return;
    }
  }
  search(Work, Work.Writes);
  bool Small = false;
  for (unsigned I = 0; I < Work.Options.size(); ++I)
    Small |= bytes(Work, I) <= Work.OriginalBytes * SmallEnough;
  if (WasSplit && !Small && !K.Conflicts)
    search(Work, Split);
}

double Planner::bytes(const ArrayWork &Work, unsigned Option) const {
  return Work.Options[Option].How.Cells * K.Arrays[Work.Array].ElementBytes;
}

void Planner::chooseSmallest(ArrayWork &Work) {
  Work.Choice = std::nullopt;
  for (unsigned I = 0; I < Work.Options.size(); ++I)
    if (bytes(Work, I) < Work.OriginalBytes &&
        (!Work.Choice || bytes(Work, I) < bytes(Work, *Work.Choice)))
      Work.Choice = I;
  if (!Work.Choice && Work.Reason.empty())
    Work.Reason = "nothing smaller than the array itself was found";
}

double Planner::footprintOfFixed() const {
  double Bytes = 0;
  for (unsigned I = 0; I < K.Arrays.size(); ++I) {
    if (!K.Arrays[I].Fixed && !writesOf(I).empty())
      continue;
    StorageArray A = describeOriginal(K, I, Options);
    double Size = A.ElementBytes;
    for (const StorageDim &Dim : A.Dims)
      Size *= Dim.Size.is_null() ? 1 : Point.evaluate(Dim.Size);
    Bytes += Size;
  }
  return Bytes;
}

/// Trades a sixteenth of everything that is touched for cheaper indices.
void Planner::chooseCheap(std::vector<ArrayWork> &Works) {
  double Footprint = footprintOfFixed();
  for (const ArrayWork &Work : Works)
    Footprint += Work.Choice ? bytes(Work, *Work.Choice) : Work.OriginalBytes;
  double Allowance = Footprint * CheapShare;
  for (ArrayWork &Work : Works) {
    if (!Work.Choice)
      continue;
    double Smallest = bytes(Work, *Work.Choice);
    if (Work.OriginalBytes <= Smallest + Allowance) {
      Allowance -= Work.OriginalBytes - Smallest;
      Work.Choice = std::nullopt;
      Work.Reason = "a smaller array would save next to nothing";
      continue;
    }
    for (unsigned I = 0; I < Work.Options.size(); ++I) {
      const Arrangement &A = Work.Options[I].How;
      const Arrangement &Best = Work.Options[*Work.Choice].How;
      if (bytes(Work, I) <= Smallest + Allowance &&
          std::make_pair(A.Penalty, A.Cells) <
              std::make_pair(Best.Penalty, Best.Cells))
        Work.Choice = I;
    }
    Allowance -= bytes(Work, *Work.Choice) - Smallest;
  }
}

/// Computes the mappings of what was chosen. False when something had to be
/// given up; the options of that array are those that are left then.
bool Planner::realizeChoices(std::vector<ArrayWork> &Works) {
  for (ArrayWork &Work : Works) {
    if (!Work.Choice)
      continue;
    const ArrayWork::Option &Chosen = Work.Options[*Work.Choice];
    Work.Stored = Chosen.Search->realize(Chosen.How);
    if (Work.Stored)
      continue;
    Work.Options.clear();
    for (auto &Search : Work.Searches)
      for (Arrangement &A : Search->run())
        Work.Options.push_back({Search.get(), std::move(A)});
    return false;
  }
  return true;
}

/// Puts values that nobody reads into the value set of their write where that
/// does no harm.
void Planner::storeDeadValues(ArrayWork &Work) {
  std::vector<AccessRef> Writes = writesOf(Work.Array);
  for (unsigned I = 0; I < Writes.size(); ++I) {
    isl::set &Dead = Work.Writes[I].Dead;
    if (Dead.is_empty().is_true() || K.Conflicts)
      continue;
    IslBudget Budget(K.ctx(), Options.MaxIslOperations / 10);
    if (absorbDead(K, D, Point, Writes[I], *Work.Stored))
      Dead = isl::set::empty(Dead.space());
  }
}

void Planner::emitOriginal(unsigned Array, StoragePlan &Plan) {
  for (AccessRef Ref : writesOf(Array)) {
    ValueSet V;
    V.Write = Ref;
    V.Array = Array;
    const Access &A = K.Statements[Ref.Stmt].Accesses[Ref.Access];
    V.Piece = A.Relation.domain();
    if (A.Relation.is_single_valued().is_true())
      V.Index = isl::manage(isl_pw_multi_aff_from_map(A.Relation.copy()));
    Plan.Values.push_back(std::move(V));
  }
}

void Planner::emitDead(const ArrayWork &Work, StoragePlan &Plan) {
  std::vector<AccessRef> Writes = writesOf(Work.Array);
  for (unsigned I = 0; I < Writes.size(); ++I) {
    const isl::set &Dead = Work.Writes[I].Dead;
    if (Dead.is_empty().is_true())
      continue;
    ValueSet V;
    V.Write = Writes[I];
    V.Piece = Dead;
    V.Array = Work.Array;
    V.Where = ValueSet::Place::Nowhere;
    Plan.Values.push_back(std::move(V));
  }
}

/// \p Index, { Domain[] -> Cell[] }, continued from its domain to \p Piece, if
/// there it is the function \p Other; null otherwise.
isl::pw_multi_aff continueTo(const isl::pw_multi_aff &Index,
                             const isl::set &Piece,
                             const isl::pw_multi_aff &Other) {
  isl::pw_multi_aff Wide = Index.gist(Index.domain());
  auto MapOn = [](const isl::pw_multi_aff &Function, const isl::set &Domain) {
    return isl::manage(isl_map_from_pw_multi_aff(Function.copy()))
        .intersect_domain(Domain);
  };
  if (!MapOn(Wide, Piece).is_equal(MapOn(Other, Piece)).is_true())
    return {};
  return Wide.intersect_domain(Index.domain().unite(Piece).coalesce());
}

/// { Domain[] -> Cell[] }: \p A and \p B, on disjoint domains, as one; as one
/// function where one of them continues the other.
isl::pw_multi_aff unite(const isl::pw_multi_aff &A,
                        const isl::pw_multi_aff &B) {
  if (isl::pw_multi_aff Both = continueTo(A, B.domain(), B); !Both.is_null())
    return Both;
  if (isl::pw_multi_aff Both = continueTo(B, A.domain(), A); !Both.is_null())
    return Both;
  return isl::manage(isl_pw_multi_aff_union_add(A.copy(), B.copy())).coalesce();
}

/// Pieces of one write whose indices are one function become one value set.
void Planner::emitGroup(const StoredValues &Stored, const GroupMapping &Group,
                        unsigned Target, StoragePlan &Plan) {
  size_t First = Plan.Values.size();
  for (unsigned Member : Group.Members) {
    const ValueLives &Lives = Stored.Values->live()[Member];
    isl::pw_multi_aff Index = cellsOf(Group, *Stored.Values, Member);
    auto Same = llvm::find_if(
        llvm::drop_begin(Plan.Values, First),
        [&](const ValueSet &V) { return V.Write == Lives.Write; });
    if (Group.Layout.Space == IndexSpace::Elements &&
        Group.Offsets == OffsetKind::None && Same != Plan.Values.end()) {
      Same->Piece = Same->Piece.unite(Lives.Piece).coalesce();
      Same->Index = unite(Same->Index, Index);
      continue;
    }
    ValueSet V;
    V.Write = Lives.Write;
    V.Piece = Lives.Piece;
    V.Array = Lives.Array;
    V.Where = ValueSet::Place::Mapped;
    V.Target = Target;
    V.Index = Index;
    Plan.Values.push_back(std::move(V));
  }
  for (ValueSet &V : llvm::drop_begin(Plan.Values, First)) {
    V.Piece = V.Piece.coalesce();
    V.Index = V.Index.coalesce().gist(V.Piece);
    V.Index = V.Index.set_range_tuple(Plan.Arrays[Target].Name);
  }
}

void Planner::emitArrangement(const ArrayWork &Work, StoragePlan &Plan) {
  const StoredValues &Stored = *Work.Stored;
  for (unsigned G = 0; G < Stored.Groups.size(); ++G) {
    StorageArray New;
    New.Array = Work.Array;
    New.ElementBytes = K.Arrays[Work.Array].ElementBytes;
    New.Name = K.Arrays[Work.Array].Name;
    if (Stored.Groups.size() > 1)
      New.Name += "_" + std::to_string(G);
    New.Dims = Stored.Groups[G].Dims;
    Plan.Arrays.push_back(std::move(New));
    emitGroup(Stored, Stored.Groups[G], Plan.Arrays.size() - 1, Plan);
  }
  emitDead(Work, Plan);
}

llvm::Expected<StoragePlan> Planner::run() {
  StoragePlan Plan;
  std::vector<ArrayWork> Works;
  for (unsigned I = 0; I < K.Arrays.size(); ++I) {
    if (K.Arrays[I].Fixed || writesOf(I).empty() ||
        Options.Method == StorageMethod::Off)
      continue;
    Works.emplace_back();
    Works.back().Array = I;
    analyze(Works.back());
  }
  do {
    for (ArrayWork &Work : Works)
      chooseSmallest(Work);
    if (Options.PreferCheapIndex)
      chooseCheap(Works);
  } while (!realizeChoices(Works));
  for (ArrayWork &Work : Works)
    if (Work.Choice)
      storeDeadValues(Work);
  IslBudget Budget(K.ctx(), Options.MaxIslOperations / 4);
  auto Next = Works.begin();
  for (unsigned I = 0; I < K.Arrays.size(); ++I) {
    bool HasWork = Next != Works.end() && Next->Array == I;
    if (HasWork && Next->Choice)
      emitArrangement(*Next, Plan);
    else
      emitOriginal(I, Plan);
    if (HasWork && !Next->Choice)
      Plan.Refusals.push_back({I, Next->Reason});
    Next += HasWork;
  }
  Plan.Alternatives = Alternatives;
  for (const ValueSet &V : Plan.Values)
    if (V.Piece.is_null() ||
        (V.Where == ValueSet::Place::Mapped && V.Index.is_null()))
      return llvm::createStringError("planning the storage takes more than " +
                                     llvm::Twine(Options.MaxIslOperations) +
                                     " isl operations");
  return Plan;
}

} // namespace

llvm::Expected<StoragePlan> smolly::planStorage(const Kernel &K,
                                                const Dataflow &D,
                                                const StorageOptions &Options) {
  IslBudget Quiet(K.ctx(), 0);
  return Planner(K, D, Options).run();
}
