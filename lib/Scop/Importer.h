//===- Importer.h - From a SCoP to a kernel ---------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One run of Import.h: Import.cpp makes arrays and statements, JudgeArrays.cpp
/// finds out which arrays have to stay as they are, and what they hold before
/// and behind the loops.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_IMPORTER_H
#define SMOLLY_LIB_SCOP_IMPORTER_H

#include "ArrayShape.h"
#include "IndirectRelations.h"
#include "OutsideElements.h"
#include "smolly/Scop/DeferredStores.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace smolly {

/// Rewritten loops, by number, and what they read of an array.
using LoopsRead =
    llvm::SmallVector<std::pair<unsigned, const LaterReads::Part *>, 2>;

/// One import. References have to outlive it.
class Importer {
public:
  Importer(polly::Scop &S, const llvm::Function *Twin,
           const llvm::TargetLibraryInfo &TLI, const llvm::LoopInfo &LI,
           const llvm::DominatorTree &DT, const ImportOptions &Options)
      : S(S), Twin(Twin), TLI(TLI), LI(LI), DT(DT), Options(Options),
        Indirect(S) {
    Result.S = &S;
    Result.Indirect = Indirect.all();
  }

  ImportedScop run();

private:
  void importArrays();
  void collectSubscripts();
  isl::map scheduleOf(const polly::ScopStmt &Stmt) const;
  isl::map withoutExtremes(isl::map Relation);
  void importStatement(polly::ScopStmt &Stmt);
  void demandObject(const isl::map &Relation);
  isl::set extent(const polly::ScopArrayInfo *SAI, const std::string &Name);
  void addShape(const ImportedArray &Array, uint64_t ElementBytes);
  isl::map delinearized(isl::map Relation, unsigned Index);
  void boundExtent(isl::set &Extent, const ImportedArray &Imported);
  std::string uniqueName(const polly::ScopArrayInfo *SAI);

  void fix(unsigned Array, std::string Why, const llvm::Instruction *Culprit);
  void keepPlace(unsigned Array, std::string Why,
                 const llvm::Instruction *Culprit);
  void judgeArray(unsigned Index);
  void judgeAccess(unsigned Index, polly::MemoryAccess *MA);
  void judgeOutsideAccess(unsigned Index, llvm::Instruction *I);
  void judgeLiveIn();
  void judgeContents();
  void judgeUncertainWrites();
  void judgeLater(unsigned Index);
  std::optional<KnownElements> readLater(unsigned Index, LoopsRead &Loops);
  std::optional<KnownElements> readBy(const llvm::LoadInst &Load,
                                      unsigned Index, LoopsRead &Loops);
  void assumeInBounds();
  void completeIndirectReads();

  polly::Scop &S;
  const llvm::Function *Twin;
  const llvm::TargetLibraryInfo &TLI;
  const llvm::LoopInfo &LI;
  const llvm::DominatorTree &DT;
  const ImportOptions &Options;
  IndirectParameters Indirect;
  std::vector<IndirectAccess> IndirectReads;
  std::vector<DeferrableStores> Deferrable;
  ImportedScop Result;
  llvm::DenseMap<const polly::ScopArrayInfo *, unsigned> ArrayIndex;
  llvm::DenseMap<const llvm::Instruction *, polly::MemoryAccess *> AccessOf;
  /// For each array, { Domain[] -> Element[] } of each access.
  llvm::DenseMap<const polly::ScopArrayInfo *, std::vector<isl::map>>
      Subscripts;
  /// Arrays with subscripts that are in memory, or not affine.
  llvm::DenseSet<const polly::ScopArrayInfo *> NotWritten;
  std::vector<ArrayShape> Shapes;
  /// For each array, whether its shape is only what subscripts look like.
  std::vector<bool> ShapeIsGuess;
  /// For each array, loads and stores that may run behind the loops.
  std::vector<std::vector<llvm::Instruction *>> Later;
  /// For each array, whether all that it holds in the end may be needed.
  std::vector<bool> NeededInFull;
  /// { Domain[] -> Time[] } over all statements.
  isl::union_map Schedule;
  /// { [params] } in which subscripts of arrays with shapes are within the
  /// bounds of their dimensions, and none lies in front of its object.
  isl::set InBounds;
  /// { [params] } that are so small that no hidden call is executed.
  isl::set Small;
  /// { [params] } far from the ends of their types, where that is assumed; null
  /// elsewhere.
  isl::set Moderate;
  /// { [params] } in the context, each within its type.
  isl::set Types;
  llvm::StringSet<> Names;
};

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_IMPORTER_H
