//===- Planner.h - How storage is planned -----------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the parts of planStorage share: arrays, or several arrays that are
/// stored together, with the arrangements that were found for them.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_STORAGE_PLANNER_H
#define SMOLLY_LIB_STORAGE_PLANNER_H

#include "smolly/Kernel/CopiedValues.h"
#include "smolly/Storage/ArraySearch.h"
#include "smolly/Storage/StoragePlan.h"
#include "smolly/Storage/ValueSets.h"

namespace smolly {

/// The live values of some arrays and the search over them.
struct ValueSearch {
  std::vector<ValueLives> Lives;
  std::unique_ptr<ArraySearch> Search;
  /// Those that have looked at parts of Lives before.
  std::vector<std::shared_ptr<ValueSearch>> Earlier;
};

/// What the planner knows of one array, or of arrays that share storage.
struct ArrayWork {
  /// Indices into Kernel::Arrays.
  std::vector<unsigned> Arrays;
  double OriginalBytes = 0;
  unsigned ElementBytes = 0;
  /// The write accesses to the arrays and what each is split into.
  std::vector<AccessRef> Refs;
  std::vector<SplitWrite> Writes;
  /// Over the value sets as they are and, where that was tried, split further.
  std::vector<std::shared_ptr<ValueSearch>> Searches;
  struct Option {
    std::shared_ptr<ValueSearch> Values;
    Arrangement How;
  };
  std::vector<Option> Options;
  /// Index into Options; none: the arrays stay as they are.
  std::optional<unsigned> Choice;
  /// The choice, computed.
  std::optional<StoredValues> Stored;
  std::string Reason;
  /// How many options were dropped because they would slow the program down.
  unsigned SlowOptions = 0;
  /// Where arrays share storage: each on its own.
  std::vector<ArrayWork> Parts;

  double bytes(unsigned Option) const {
    return Options[Option].How.Cells * ElementBytes;
  }
  /// Bytes of the choice, or of the arrays as they are.
  double bytesChosen() const { return Choice ? bytes(*Choice) : OriginalBytes; }
};

/// A write of copies that are stored where the values are that they copy.
struct FollowedCopy {
  CopyingWrite Copy;
  /// { Domain[] }: the copies that are read, or live at the end.
  isl::set Used;
};

/// { Domain[] -> Cell[] }: \p A and \p B, on disjoint domains, as one function
/// if one of them continues the other; else null.
isl::pw_multi_aff uniteIfOneFunction(const isl::pw_multi_aff &A,
                                     const isl::pw_multi_aff &B);

/// One run of planStorage.
class Planner {
public:
  /// With \p Copies, which the dataflow of \p Ranges then is without, copies
  /// are stored where the values are that they copy. \p Ranges must outlive the
  /// planner.
  Planner(const LiveRanges &Ranges, const StorageOptions &Options,
          std::vector<FollowedCopy> Copies = {});
  llvm::Expected<StoragePlan> run();
  /// Bytes of the arrays that may change, as they were and as planned.
  double bytesBefore() const { return BytesBefore; }
  double bytesAfter() const { return BytesAfter; }

private:
  std::vector<AccessRef> writesOf(unsigned Array) const;
  std::string reasonNotToTouch(unsigned Array) const;
  ArrayWork findLives(unsigned Array);
  double aliveBytes(const std::vector<ArrayWork> &Works);
  void dropIfAllAlive(std::vector<ArrayWork> &Works);
  std::vector<ValueLives> splitFurther(const ArrayWork &Work) const;
  void analyze(ArrayWork &Work);
  std::optional<AliveAtOnce> countAlive(const std::vector<ValueLives> &Lives);
  void search(ArrayWork &Work, std::vector<ValueLives> Lives,
              std::optional<AliveAtOnce> Alive = std::nullopt);
  void searchApart(ArrayWork &Work, std::vector<ValueLives> Lives);
  void addOptions(ArrayWork &Work, std::shared_ptr<ValueSearch> Values,
                  std::vector<Arrangement> Found);
  std::shared_ptr<ValueSearch>
  prepareSearch(std::vector<ValueLives> Lives,
                std::optional<AliveAtOnce> Alive = std::nullopt,
                std::vector<std::shared_ptr<ValueSearch>> Earlier = {});
  double originalBytes(unsigned Array);
  double footprint(bool Changeable);
  void choose(std::vector<ArrayWork> &Works);
  void chooseSmallest(ArrayWork &Work);
  void chooseCheap(std::vector<ArrayWork> &Works);
  bool isTooSlow(const ArrayWork &Work);
  void dropChoice(std::vector<ArrayWork> &Works, unsigned Index);
  bool realizeChoices(std::vector<ArrayWork> &Works);
  void storeDeadValues(ArrayWork &Work);

  // Across arrays, see PlanAcross.cpp.
  void joinArrays(std::vector<ArrayWork> &Works);
  std::optional<ArrayWork::Option>
  searchTogether(const std::vector<ArrayWork> &Parts, bool Split);
  std::vector<ArrayWork> joinSome(std::vector<ArrayWork> Parts,
                                  double LeastGain);

  // The plan, see PlanEmit.cpp.
  void emit(const std::vector<ArrayWork> &Works, StoragePlan &Plan);
  void emitOriginal(unsigned Array, StoragePlan &Plan);
  void emitArrangement(const ArrayWork &Work, StoragePlan &Plan);
  void emitDead(const ArrayWork &Work, StoragePlan &Plan);
  void emitGroup(const StoredValues &Stored, const GroupMapping &Group,
                 unsigned Target, StoragePlan &Plan);

  // Copies that are stored with their origin, see PlanCopies.cpp.
  unsigned arrayOf(AccessRef Ref) const;
  bool isFollowed(AccessRef Write) const;
  bool holdsFollowedCopies(unsigned Array) const;
  std::vector<unsigned> copiedOnlyFrom(unsigned Array) const;
  bool movesAllCopies(const std::vector<ArrayWork> &Works) const;
  void emitCopies(StoragePlan &Plan) const;

  const LiveRanges &Ranges;
  const Kernel &K;
  const Dataflow &D;
  const StorageOptions &Options;
  ParameterPoint Point;
  PlanBudget Left;
  std::vector<FollowedCopy> Copies;
  /// What originalBytes found, for each array of K.
  std::vector<std::optional<double>> OriginalBytes;
  double BytesBefore = 0, BytesAfter = 0;
  unsigned Alternatives = 0;
};

} // namespace smolly

#endif // SMOLLY_LIB_STORAGE_PLANNER_H
