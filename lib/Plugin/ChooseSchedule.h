//===- ChooseSchedule.h - In which order to run loops -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes another order of the loops where that makes arrays smaller.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_PLUGIN_CHOOSESCHEDULE_H
#define SMOLLY_LIB_PLUGIN_CHOOSESCHEDULE_H

#include "Remarks.h"
#include "smolly/Kernel/Dataflow.h"
#include "smolly/Schedule/Tile.h"
#include "smolly/Scop/Import.h"
#include "smolly/Storage/StoragePlan.h"
#include "llvm/Analysis/TargetTransformInfo.h"

namespace smolly {

/// In bytes.
struct CacheSizes {
  /// Next to the processor, and behind that.
  double First = 32 * 1024, Second = 256 * 1024;
  /// Loops wait for memory, and not for a third cache, if they need that much.
  double behind() const { return 8 * Second; }
};

/// The value of a parameter that is not known, and in how many strips an array
/// over one dimension is at least where it is too large for the cache.
inline constexpr long AssumedSize = 1000, StripsInAll = 64;

/// What tiles pass on, in blocks or not.
struct BlockNotes {
  std::vector<ArrayNote> Passed, Missed;
};

/// A SCoP whose instances run in another order.
struct RescheduledScop {
  /// \p Schedules: { Domain[] -> Time[] }, one for each statement of \p Old
  RescheduledScop(const Kernel &Old, const std::vector<isl::map> &Schedules);

  /// \p K: with the new schedule
  RescheduledScop(Kernel K, Dataflow Flow);

  /// The kernel with the new schedule.
  Kernel K;
  /// Where it is not the old one.
  std::optional<Dataflow> Flow;
  // { Domain[] -> Time[] }
  isl::union_map Schedule;
  StoragePlan Plan;
  /// How many bytes it must save to be faster: where the new order has a
  /// price, only going to memory is slower.
  double LeastGain = 0;
  /// How many bytes must be accessed, for the same reason.
  double LeastFootprint = 0;
  /// What to say of it.
  std::string Remark;
  BlockNotes Blocks;
  /// The loops that were tiled, nest by nest.
  std::vector<std::vector<TiledLoop>> Bands;
  /// Copies of a statement that code generation should make at most.
  unsigned MaxCopies = ~0u;
  /// What runs side by side.
  Interleaving Rows;
  /// Statements that add up in loops of their own. With all of these in rows
  /// side by side, and any rows at all, LeastGain is LeastGainWithRows.
  std::vector<unsigned> Waiting;
  double LeastGainWithRows = 0;
  /// What is assumed of sizes that are not known.
  long Assumed = AssumedSize;
};

/// Fuses loop nests of \p Scop, whose dataflow is \p Flow, where that is
/// predicted to pay: each array between nests that is larger than the cache
/// goes to memory and back between one nest and the next, and does not where
/// only half of it is left, or less. Arrays that fit the first of the \p Caches
/// together are where they should be, unless they can be in registers. Sizes
/// are taken at the assumed parameters, without a clock. None, perhaps with a
/// reason in \p WhyNot, where it does not pay.
std::optional<RescheduledScop> chooseSchedule(const ImportedScop &Scop,
                                              const Dataflow &Flow,
                                              const StorageOptions &Options,
                                              const CacheSizes &Caches,
                                              std::string &WhyNot);

/// The tiles that chooseTiles would try for a kernel with scalars as arrays
/// (Scalars.h). \p MayFuse: nests, too.
std::optional<TiledSchedule> proposeTiles(const Kernel &All, bool MayFuse,
                                          const CacheSizes &Caches,
                                          unsigned long MaxOperations);

/// Tiles the loops of \p Scop, which has its final schedule but for that and
/// the storage plan \p Now, where less goes between memory and the cache then.
/// Arrays that are alive from tile to tile may need more storage than with that
/// plan: all of it counts. None, perhaps with a reason in \p WhyNot, where it
/// does not pay. \p WithBlocks: what tiles pass on goes to blocks where it can
/// (TileBlocks.h); the kernel then has numbers of tiles in front of iterators.
std::optional<RescheduledScop>
chooseTiles(const ImportedScop &Scop, const Dataflow &Flow,
            const StoragePlan &Now, const StorageOptions &Options,
            const CacheSizes &Caches, bool WithBlocks, std::string &WhyNot);

/// Runs loop nests of \p Scop in tiles that compute what they need of the nests
/// in front, where arrays between them become local to a tile. The kernel then
/// has numbers of tiles in front of iterators. None, perhaps with a reason in
/// \p WhyNot, where the redundant work is too much.
std::optional<RescheduledScop> chooseOverlap(const ImportedScop &Scop,
                                             const StorageOptions &Options,
                                             const CacheSizes &Caches,
                                             std::string &WhyNot);

/// Runs iterations of loops of \p Scop side by side where those of the
/// innermost loops wait for each other (Schedule/Interleave.h), in the order
/// and with the storage plan \p Now that was decided on, if arrays need no more
/// memory then that matters. Planning their storage anew takes hardly more
/// operations of isl than \p Took, which that decision did. Without \p TTI,
/// wherever it is possible. None, perhaps with a reason in \p WhyNot, where
/// nothing waits.
std::optional<RescheduledScop>
chooseRows(const ImportedScop &Scop, const Dataflow &Flow,
           const StoragePlan &Now, unsigned long Took,
           const StorageOptions &Options, const llvm::TargetTransformInfo *TTI,
           std::string &WhyNot);

/// The memory of all arrays of \p K that may change, with \p Plan.
double temporaryBytes(const Kernel &K, const StoragePlan &Plan,
                      const StorageOptions &Options);

/// \p Options with sizes that are not known assumed as at least \p Least.
StorageOptions assuming(long Least, const Kernel &K, StorageOptions Options);

/// Bytes of array \p I of \p K as the program has it, at the assumed sizes; 0
/// where that is not known, so that nothing seems to be gained.
double bytesBefore(const Kernel &K, unsigned I, const StorageOptions &Options);

/// How much memory each array of \p K has with \p Plan, infinite where that is
/// the array's own, or not known. Shared memory is that of the first array.
std::vector<double> bytesWith(const Kernel &K, const StoragePlan &Plan,
                              const StorageOptions &Options);

/// A number of bytes for people.
std::string describeBytes(double Bytes);

/// "3.8 MiB in place of 15 MiB", "15 MiB as before" or "about 15 MiB as
/// before".
std::string describeChange(double Before, double After);

/// "3.8 MiB in place of 15 MiB go between memory and cache".
std::string describeTraffic(double Before, double After);

} // namespace smolly

#endif // SMOLLY_LIB_PLUGIN_CHOOSESCHEDULE_H
