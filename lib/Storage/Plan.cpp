//===- Plan.cpp - Where each value is stored ------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// planStorage: which arrays may change, and which arrangement each of them
/// gets.
///
//===----------------------------------------------------------------------===//

#include "IndexCost.h"
#include "Planner.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "isl/map.h"

using namespace smolly;

namespace {

constexpr unsigned MaxPieces = 8;
/// Where dead values are taken out of a set, it has more variables.
constexpr int MaxLocals = 8;
/// Value sets are not split further when this part of the array is left.
constexpr double SmallEnough = 1.0 / 50;
/// The part of the footprint that a cheap index may cost.
constexpr double CheapShare = 1.0 / 16;
/// Where innermost loops get slower (see slowsInnermostLoops), an array has to
/// become this many times smaller: large parts of it then fit into a cache
/// that did not hold them before, which makes up for it.
constexpr unsigned LeastGainIfSlower = 4;
/// So many mappings that are too slow are tried before an array is given up.
constexpr unsigned MaxSlowOptions = 4;

std::vector<ValueLives> livesOf(const std::vector<SplitWrite> &Writes) {
  std::vector<ValueLives> Lives;
  for (const SplitWrite &Write : Writes)
    llvm::append_range(Lives, Write.Live);
  return Lives;
}

} // namespace

Planner::Planner(const LiveRanges &Ranges, const StorageOptions &Options,
                 std::vector<FollowedCopy> Copies)
    : Ranges(Ranges), K(Ranges.kernel()), D(Ranges.flow()), Options(Options),
      Point(K.Context, Options.Assumed, K.Cases), Left(Options),
      Copies(std::move(Copies)) {}

std::vector<AccessRef> Planner::writesOf(unsigned Array) const {
  std::vector<AccessRef> Result;
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A) {
      const Access &Access = K.Statements[S].Accesses[A];
      if (Access.isWrite() && Access.Array == Array && !isFollowed({S, A}))
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

/// A search over \p Lives, which have been counted or not. \p Earlier: searches
/// over what Lives begin with, one after another. Null when that is too much to
/// begin with.
std::shared_ptr<ValueSearch>
Planner::prepareSearch(std::vector<ValueLives> Lives,
                       std::optional<AliveAtOnce> Alive,
                       std::vector<std::shared_ptr<ValueSearch>> Earlier) {
  auto Result = std::make_shared<ValueSearch>();
  Result->Lives = Lives;
  IslBudget Budget(K.ctx(), Options.MaxIslOperations / 10);
  auto Values = std::make_shared<ArrayValues>(K, std::move(Lives));
  Result->Search = std::make_unique<ArraySearch>(D, Values, Point, Options,
                                                 Left, std::move(Alive));
  unsigned First = 0;
  for (const auto &Other : Earlier) {
    Values->adopt(Other->Search->values(), First);
    Result->Search->adopt(*Other->Search, First);
    First += Other->Lives.size();
  }
  Result->Earlier = std::move(Earlier);
  return Budget.exceeded() ? nullptr : Result;
}

/// Adds what \p Values has found to \p Work.
void Planner::addOptions(ArrayWork &Work, std::shared_ptr<ValueSearch> Values,
                         std::vector<Arrangement> Found) {
  Alternatives += Values->Search->attempts();
  if (Found.empty())
    Work.Reason = Values->Search->reasonToGiveUp();
  for (Arrangement &A : Found)
    Work.Options.push_back({Values, std::move(A)});
  Work.Searches.push_back(std::move(Values));
}

static constexpr const char *TooComplex = "its live ranges are too complex";

/// Looks for arrangements of \p Lives.
void Planner::search(ArrayWork &Work, std::vector<ValueLives> Lives,
                     std::optional<AliveAtOnce> Alive) {
  auto Values = prepareSearch(std::move(Lives), std::move(Alive));
  if (Values)
    addOptions(Work, Values, Values->Search->run());
  else
    Work.Reason = TooComplex;
}

/// The same, with nothing but what a search across arrays begins with.
void Planner::searchApart(ArrayWork &Work, std::vector<ValueLives> Lives) {
  auto Values = prepareSearch(std::move(Lives));
  if (Values)
    addOptions(Work, Values, Values->Search->runApart());
  else
    Work.Reason = TooComplex;
}

/// What is stored of \p Array, and for how long.
ArrayWork Planner::findLives(unsigned Array) {
  ArrayWork Work;
  Work.Arrays = {Array};
  Work.ElementBytes = K.Arrays[Array].ElementBytes;
  Work.Refs = writesOf(Array);
  Work.Reason = reasonNotToTouch(Array);
  IslBudget Budget(K.ctx(), Options.MaxIslOperations / 4);
  Work.OriginalBytes = originalBytes(Array);
  for (unsigned Copy : copiedOnlyFrom(Array))
    Work.OriginalBytes += originalBytes(Copy);
  if (!Work.Reason.empty())
    return Work;
  for (AccessRef Ref : Work.Refs) {
    ValueLives Lives = Ranges.of(Ref);
    bool IsComplex = areComplex(Lives);
    if (!IsComplex) {
      Work.Writes.push_back(separateDead(Lives, K.Conflicts.has_value()));
      IsComplex =
          llvm::any_of(Work.Writes.back().Live, [](const ValueLives &Live) {
            return areComplex(Live, MaxLocals);
          });
    }
    if (IsComplex) {
      Work.Reason = TooComplex;
      Work.Writes.clear();
      return Work;
    }
  }
  if (Budget.exceeded())
    Work.Reason = TooComplex;
  return Work;
}

/// How many bytes the values of \p Works need at one time, at least.
/// Complexity: that of AliveAtOnce.
double Planner::aliveBytes(const std::vector<ArrayWork> &Works) {
  if (K.Conflicts)
    return 0;
  IslBudget Budget(K.ctx(), Options.MaxIslOperations / 10);
  std::vector<ValueLives> Lives;
  std::vector<unsigned> Bytes;
  for (const ArrayWork &Work : Works) {
    llvm::append_range(Lives, livesOf(Work.Writes));
    Bytes.resize(Lives.size(), Work.ElementBytes);
  }
  return AliveAtOnce(Lives, Point).bytes(Bytes);
}

/// A compiler does not look at arrays all of whose values it would have to
/// store anyway.
void Planner::dropIfAllAlive(std::vector<ArrayWork> &Works) {
  if (!Options.PreferCheapIndex || Options.KnownToShrink)
    return;
  double Before = 0;
  std::vector<ArrayWork> Candidates;
  for (const ArrayWork &Work : Works)
    if (Work.Reason.empty()) {
      Before += Work.OriginalBytes;
      Candidates.push_back(Work);
    }
  double After = aliveBytes(Candidates);
  if (Before - After > (footprint(/*Changeable=*/false) + After) * CheapShare)
    return;
  for (ArrayWork &Work : Works)
    if (Work.Reason.empty())
      Work.Reason = "nearly all of its values are needed at one time";
}

/// What a compiler, which looks for nothing that is not there, needs to know of
/// \p Lives.
std::optional<AliveAtOnce>
Planner::countAlive(const std::vector<ValueLives> &Lives) {
  if (!Options.PreferCheapIndex || K.Conflicts)
    return std::nullopt;
  IslBudget Budget(K.ctx(), Options.MaxIslOperations / 10);
  AliveAtOnce Alive(Lives, Point);
  if (Budget.exceeded())
    return std::nullopt;
  return Alive;
}

/// The values of \p Work in more sets; none where there are no more.
std::vector<ValueLives> Planner::splitFurther(const ArrayWork &Work) const {
  if (Options.Method != StorageMethod::Best || K.Conflicts)
    return {};
  IslBudget Budget(K.ctx(),
                   IslAllowance::shareOfRest(Options.MaxIslOperations / 4));
  std::vector<ValueLives> Split;
  for (unsigned I = 0; I < Work.Refs.size(); ++I)
    llvm::append_range(
        Split,
        splitByKind(Work.Writes[I], Ranges.of(Work.Refs[I]), Point, MaxPieces)
            .Live);
  if (Budget.exceeded() || Split.size() <= livesOf(Work.Writes).size())
    return {};
  return Split;
}

/// Finds the arrangements of the values of \p Work.
void Planner::analyze(ArrayWork &Work) {
  if (!Work.Reason.empty())
    return;
  std::vector<ValueLives> Lives = livesOf(Work.Writes);
  std::optional<AliveAtOnce> Alive = countAlive(Lives);
  // Next to nothing can be gained with the array alone.
  if (Alive && Alive->cellsOfAll() * Work.ElementBytes >=
                   Work.OriginalBytes * (1 - CheapShare)) {
    std::vector<ValueLives> Split = splitFurther(Work);
    return searchApart(Work, Split.empty() ? Lives : Split);
  }
  search(Work, Lives, std::move(Alive));
  // A compiler is content with a small part of the array.
  bool Small = false;
  for (unsigned I = 0; I < Work.Options.size() && Options.PreferCheapIndex; ++I)
    Small |= Work.bytes(I) <= Work.OriginalBytes * SmallEnough;
  if (Small || IslAllowance::isHalfUsedUp())
    return;
  std::vector<ValueLives> Split = splitFurther(Work);
  if (!Split.empty() && !IslAllowance::isHalfUsedUp())
    search(Work, std::move(Split));
}

void Planner::chooseSmallest(ArrayWork &Work) {
  Work.Choice = std::nullopt;
  for (unsigned I = 0; I < Work.Options.size(); ++I)
    if (Work.bytes(I) < Work.OriginalBytes &&
        (!Work.Choice || Work.bytes(I) < Work.bytes(*Work.Choice)))
      Work.Choice = I;
  if (!Work.Choice && Work.Reason.empty())
    Work.Reason = "nothing smaller than the array itself was found";
}

double Planner::originalBytes(unsigned Array) {
  OriginalBytes.resize(K.Arrays.size());
  if (OriginalBytes[Array])
    return *OriginalBytes[Array];
  double Bytes = originalCells(K, Array, Point) * K.Arrays[Array].ElementBytes;
  OriginalBytes[Array] = Bytes;
  return Bytes;
}

/// Bytes of the arrays that may change if \p Changeable, of the others if not.
double Planner::footprint(bool Changeable) {
  double Bytes = 0;
  for (unsigned I = 0; I < K.Arrays.size(); ++I)
    if (Changeable == (!K.Arrays[I].Fixed &&
                       (!writesOf(I).empty() || holdsFollowedCopies(I))))
      Bytes += originalBytes(I);
  return Bytes;
}

/// Trades a sixteenth of everything that is touched for cheaper indices. An
/// array that can become sixteen times smaller becomes so all the same: it may
/// be one of many.
void Planner::chooseCheap(std::vector<ArrayWork> &Works) {
  double Footprint = footprint(/*Changeable=*/false);
  for (const ArrayWork &Work : Works)
    Footprint += Work.bytesChosen();
  double Allowance = Footprint * CheapShare;
  for (ArrayWork &Work : Works) {
    if (!Work.Choice)
      continue;
    double Smallest = Work.bytes(*Work.Choice);
    double Most = Smallest + Allowance;
    bool IsCheap = Work.OriginalBytes <= Most;
    if (IsCheap && Smallest > Work.OriginalBytes * CheapShare) {
      Allowance -= Work.OriginalBytes - Smallest;
      Work.Choice = std::nullopt;
      Work.Reason = "a smaller array would save next to nothing";
      continue;
    }
    if (IsCheap)
      Most = Work.OriginalBytes * CheapShare;
    for (unsigned I = 0; I < Work.Options.size(); ++I) {
      const Arrangement &A = Work.Options[I].How;
      const Arrangement &Best = Work.Options[*Work.Choice].How;
      if (Work.bytes(I) <= Most && std::make_pair(A.Penalty, A.Cells) <
                                       std::make_pair(Best.Penalty, Best.Cells))
        Work.Choice = I;
    }
    Allowance -= Work.bytes(*Work.Choice) - Smallest;
  }
}

/// Whether the stored choice would make loops slower for less than it is worth.
bool Planner::isTooSlow(const ArrayWork &Work) {
  if (!Options.PreferCheapIndex ||
      Work.bytesChosen() * LeastGainIfSlower <= Work.OriginalBytes)
    return false;
  IslBudget Budget(K.ctx(), Options.MaxIslOperations / 10);
  return slowsInnermostLoops(K, D, *Work.Stored, Point);
}

/// Takes the choice of \p Works[\p Index] from its options; arrays that were to
/// share storage are on their own again.
void Planner::dropChoice(std::vector<ArrayWork> &Works, unsigned Index) {
  ArrayWork &Work = Works[Index];
  if (!Work.Parts.empty()) {
    std::vector<ArrayWork> Parts = std::move(Work.Parts);
    Works.erase(Works.begin() + Index);
    llvm::append_range(Works, Parts);
    return;
  }
  Work.Reason = "a smaller array would be slower to access, and it would not "
                "be " +
                std::to_string(LeastGainIfSlower) + " times smaller";
  Work.Options.erase(Work.Options.begin() + *Work.Choice);
  if (++Work.SlowOptions >= MaxSlowOptions)
    Work.Options.clear();
}

/// Computes the mappings of what was chosen. False when something had to be
/// given up; the options of those arrays are those that are left then.
bool Planner::realizeChoices(std::vector<ArrayWork> &Works) {
  for (unsigned W = 0; W < Works.size(); ++W) {
    ArrayWork &Work = Works[W];
    if (!Work.Choice || Work.Stored)
      continue;
    const ArrayWork::Option &Chosen = Work.Options[*Work.Choice];
    Work.Stored = Chosen.Values->Search->realize(Chosen.How);
    if (Work.Stored && !isTooSlow(Work))
      continue;
    if (Work.Stored || !Work.Parts.empty()) {
      dropChoice(Works, W);
      return false;
    }
    Work.Options.clear();
    if (Left.Realizations == 0)
      return false;
    for (auto &Values : Work.Searches)
      for (Arrangement &A : Values->Search->run())
        Work.Options.push_back({Values, std::move(A)});
    return false;
  }
  return true;
}

/// Puts values that nobody reads into the value set of their write where that
/// does no harm.
void Planner::storeDeadValues(ArrayWork &Work) {
  for (unsigned I = 0; I < Work.Refs.size(); ++I) {
    isl::set &Dead = Work.Writes[I].Dead;
    if (isEmpty(Dead).is_true() || K.Conflicts)
      continue;
    IslBudget Budget(K.ctx(),
                     IslAllowance::shareOfRest(Options.MaxIslOperations / 10));
    if (absorbDead(Ranges.of(Work.Refs[I]), Point, *Work.Stored))
      Dead = isl::set::empty(Dead.space());
  }
}

void Planner::choose(std::vector<ArrayWork> &Works) {
  for (ArrayWork &Work : Works) {
    Work.Stored = std::nullopt;
    chooseSmallest(Work);
  }
  if (Options.PreferCheapIndex)
    chooseCheap(Works);
}

llvm::Expected<StoragePlan> Planner::run() {
  std::vector<ArrayWork> Works;
  // Searches for single arrays leave something for those across arrays.
  unsigned long Reserve = Options.InterArray ? Left.RowSteps / 2 : 0;
  Left.RowSteps -= Reserve;
  for (unsigned I = 0; I < K.Arrays.size(); ++I)
    if (!K.Arrays[I].Fixed && !writesOf(I).empty() &&
        Options.Method != StorageMethod::Off)
      Works.push_back(findLives(I));
  dropIfAllAlive(Works);
  for (ArrayWork &Work : Works)
    analyze(Work);
  Left.RowSteps += Reserve;
  if (Options.InterArray && !IslAllowance::isHalfUsedUp())
    joinArrays(Works);
  do
    choose(Works);
  while (!realizeChoices(Works));
  if (!movesAllCopies(Works))
    return llvm::createStringError("an array that copies are from or to stays");
  BytesBefore = footprint(/*Changeable=*/true);
  for (ArrayWork &Work : Works) {
    BytesAfter += Work.bytesChosen();
    if (Work.Choice && !IslAllowance::isUsedUp())
      storeDeadValues(Work);
  }
  auto TakesTooLong = [&] {
    return limitHit("planning the storage takes more than " +
                    llvm::Twine(Options.MaxIslOperations) + " isl operations");
  };
  if (IslAllowance::isUsedUp())
    return TakesTooLong();
  IslBudget Budget(K.ctx(), Options.MaxIslOperations / 4);
  StoragePlan Plan;
  emit(Works, Plan);
  emitCopies(Plan);
  Plan.Alternatives = Alternatives;
  for (const ValueSet &V : Plan.Values)
    if (V.Piece.is_null() ||
        (V.Where == ValueSet::Place::Mapped && V.Index.is_null()))
      return TakesTooLong();
  return Plan;
}
