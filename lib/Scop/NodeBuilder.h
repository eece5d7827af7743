//===- NodeBuilder.h - LLVM IR for a rewritten SCoP -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Emits the nodes of a ScopAst. Differs from Polly's own builder in what a
/// user node means: we know the piece of the domain that a copy of a statement
/// runs for, and give each access the array and index of its placement there,
///
///     new[((i0 - b0) mod e0) * e1 + ((i1 - b1) mod e1)]
///
/// with sizes e computed once, in front of the loops. An access with several
/// placements in the piece has the addresses of all of them computed, and
/// selects one:
///
///     in the first part ? &new[...] : in the second ? &other[...] : &old[...]
///
/// An address that is not selected may be any: it is not accessed, and
/// computing it divides by constants and sizes only, which are at least 1 in
/// the rewritten loops. The original array is there if one of the placements is
/// in it.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_NODEBUILDER_H
#define SMOLLY_SCOP_NODEBUILDER_H

#include "CodeGrowth.h"
#include "ParallelLoops.h"
#include "ScopAst.h"
#include "Shadow.h"
#include "polly/CodeGen/IslNodeBuilder.h"
#include "smolly/Scop/Apply.h"
#include "smolly/Scop/Copies.h"
#include "smolly/Scop/ExtremeValues.h"
#include "smolly/Scop/RowsApart.h"
#include "smolly/Storage/ParameterPoint.h"
#include "smolly/Storage/SmallSizes.h"

namespace smolly {

/// isl operations that the subscripts of one copy of a statement may take.
inline constexpr unsigned long MaxUserOperations = 5'000'000;

/// A storage array in the generated code.
struct EmittedArray {
  const polly::ScopArrayInfo *SAI = nullptr;
  /// For each dimension, an expression for size and base; both are integers or
  /// ids that stand for values computed in front of the loops.
  std::vector<isl::ast_expr> Sizes, Bases;
  /// The sizes where they are divisors.
  std::vector<isl::ast_expr> Moduli;
};

/// Who wrote what is where (Shadow.h), for each new array and, for each array
/// of the kernel that was changed, for its elements and for its original place.
struct ShadowArrays {
  std::optional<ShadowState> State;
  std::vector<const polly::ScopArrayInfo *> Held, Latest, Kept;
};

/// One copy of a statement in the tree.
struct UserCopy {
  PieceRef Ref;
  isl::ast_build Build;
  /// { [iterators] -> Domain[] }
  isl::pw_multi_aff Instance;
  /// The innermost loop around it, null without any, and which of the iterators
  /// is its counter, if that is known.
  const llvm::Loop *Loop = nullptr;
  std::optional<unsigned> LoopDim = std::nullopt;
};

/// What a copy of a statement stores at its end.
struct PendingStore {
  /// A cell on the stack that has the value then.
  llvm::AllocaInst *Cell = nullptr;
  llvm::Value *Address = nullptr;
  llvm::Type *Type = nullptr;
  llvm::Align Alignment;
};

class NodeBuilder final : public polly::IslNodeBuilder {
public:
  NodeBuilder(polly::PollyIRBuilder &Builder, polly::ScopAnnotator &Annotator,
              const llvm::DataLayout &DL, PollySession &Session,
              ImportedScop &Scop, const StoragePlan &Plan,
              const AccessPlan &Places, const ScopAst &Ast,
              llvm::BasicBlock *StartBlock)
      : IslNodeBuilder(Builder, Annotator, DL, Session.LI, Session.SE,
                       Session.DT, *Scop.S, StartBlock),
        Parallel(Plan), Scop(Scop), Plan(Plan), Places(Places), Ast(Ast),
        Usual(Scop.Likely, assumedSizes(Scop.K)) {}

  /// Emits whether \p Assumptions, of the SCoP, hold. Parameters that stand for
  /// values in memory are neutral there, see IndirectReads.h.
  llvm::Value *emitAssumptions(isl::ast_expr Assumptions);

  /// Emits whether \p Condition holds and values in memory are what they may
  /// be; none is looked at if it does not.
  llvm::Value *emitValueChecks(llvm::Value *Condition);

  /// Emits whether \p Condition holds and rows of tables are other memory than
  /// what is written; no pointer to a row is loaded if it does not.
  llvm::Value *emitApartChecks(llvm::Value *Condition);

  /// Emits sizes and allocations at the builder's position.
  void emitArrays(GeneratedScop &G);

  /// Emits whether the new arrays save at least \p MinBytes; after emitArrays.
  llvm::Value *emitGainCheck(uint64_t MinBytes);

  /// Emits whether the loops access at least \p MinBytes.
  llvm::Value *emitFootprintCheck(uint64_t MinBytes);

  /// Emits the memory of the checks at the builder's position, its release at
  /// the end of \p Exit, and checks in all that is created from now on.
  void emitShadow(llvm::ArrayRef<llvm::Value *> ElementCounts,
                  llvm::BasicBlock *Exit);

  /// An isl computation failed on the way; the function must be discarded.
  bool Failed = false;

  /// See GeneratedScop.
  llvm::SmallVector<llvm::Value *, 4> Moduli;

  /// The statements that were created.
  std::vector<GeneratedCopy> Copies;

  /// The loops that were created.
  ParallelLoops Parallel;

protected:
  void createUser(isl_ast_node *Node) override;
  void createMark(isl_ast_node *Node) override;

private:
  void createIn(const TileMark &Mark, const isl::ast_build &Build,
                isl::ast_node Loops);
  isl::pw_multi_aff tileAt(const isl::ast_build &Build,
                           const FullTiles &Full) const;
  void emitSlice(const SliceBuffer &From, const isl::ast_build &Build);
  std::pair<llvm::BasicBlock *, llvm::SmallVector<isl::ast_expr, 4>>
  emitSliceLoops(const PackedSlice &Slice);
  isl::ast_expr sliceCell(const PackedSlice &Slice,
                          llvm::ArrayRef<isl::ast_expr> Subscripts);
  llvm::SmallVector<isl::ast_expr, 4>
  sliceElement(const SliceBuffer &From, const isl::ast_build &Build,
               llvm::ArrayRef<isl::ast_expr> Counters);
  isl::ast_expr packedIndex(const UserCopy &Copy, const Placement &P,
                            const TileVersion &Version);
  llvm::Value *emitExtremeOf(const BoundedValues &Values, Extreme Which,
                             llvm::Value *Condition);
  llvm::Value *emitAccessedBytes(unsigned I);
  llvm::Value *emitBoxBytes(const StorageArray &Box, bool AsLines);
  llvm::Value *emitKeptBytes(unsigned Array);
  EmittedArray emitSizes(const StorageArray &A, const std::string &Name);
  void emitArray(const StorageArray &A, GeneratedScop &G);
  isl::ast_expr nameValue(llvm::Value *V, const std::string &Name);
  isl::ast_expr emitModulus(const isl::ast_expr &Size, const std::string &Name);
  llvm::Value *emit(isl::ast_expr Expr);
  isl::ast_expr emitParameter(isl::pw_aff Function, const std::string &Name);
  std::pair<llvm::Value *, llvm::Value *> bytesOf(const EmittedArray &E,
                                                  unsigned ElementBytes);
  const polly::ScopArrayInfo *describe(llvm::Value *Pointer, unsigned Array,
                                       const std::string &Name);
  const polly::ScopArrayInfo *constantCell(unsigned Array,
                                           llvm::Constant *Value);
  const polly::ScopArrayInfo *zeroCell(unsigned Array);
  const polly::ScopArrayInfo *unreadCell(unsigned Array);
  llvm::Value *emitCorner(const isl::pw_aff &Corner);
  llvm::Value *emitCornerAddress(const TouchedBox &Box,
                                 llvm::ArrayRef<isl::pw_aff> Corner);
  MemoryPieces emitPieces(const TouchedBox &Box, llvm::Value *Condition);
  MemoryPieces emitPointers(const MemoryPieces &Rows);
  static isl::ast_expr elementOf(const polly::ScopArrayInfo *SAI,
                                 llvm::ArrayRef<isl::ast_expr> Indices);
  isl::ast_expr onlyElementOf(const polly::ScopArrayInfo *SAI);
  isl::ast_expr cellIndex(const isl::ast_build &Build, isl::pw_multi_aff Index,
                          unsigned Target);
  isl::ast_expr accessExpr(const UserCopy &Copy, unsigned Access,
                           const Placement &P);
  isl::ast_expr originalExpr(const UserCopy &Copy, unsigned Access);
  void note(const UserCopy &Copy, unsigned Access, AccessedArray Array,
            std::function<isl::pw_multi_aff()> Element);
  void noteOriginal(const UserCopy &Copy, unsigned Access);
  llvm::Value *addressOf(const UserCopy &Copy, unsigned Access,
                         const Placement &P);
  isl::ast_expr forwardedExpr(const UserCopy &Copy, unsigned Access);
  /// Accesses with a place each.
  using Choices = llvm::SmallVector<std::pair<unsigned, const Placement *>, 2>;
  Choices choicesIn(const UserCopy &Copy, unsigned Access);
  void noteChoice(const UserCopy &Copy, const Choices &From);
  llvm::Value *selectAddress(
      const UserCopy &Copy, const Choices &From,
      llvm::function_ref<llvm::Value *(unsigned, const Placement &)> AddressOf);
  llvm::Value *addressIn(const UserCopy &Copy, const isl::set &Part,
                         llvm::Value *Address, llvm::Value *Other);
  isl::ast_expr selectedExpr(const UserCopy &Copy, const Choices &From);
  UserCopy copyAt(const isl::ast_node &User, PieceRef Ref) const;
  llvm::SmallVector<double, 3> iterationsOf(const UserCopy &Copy) const;
  /// How many iterators of a statement of the kernel are in front of those that
  /// Polly knows.
  unsigned tileDims(unsigned Stmt) const;
  void addNewAccesses(const UserCopy &Copy, isl::id_to_ast_expr &Result);
  bool isPutOff(const UserCopy &Copy, const DeferredStores &Stores);
  llvm::Value *conditionalAddress(const UserCopy &Copy, unsigned Access);
  void finish(const PendingStore &Store);
  PendingStore putOff(const UserCopy &Copy, const DeferredStores &Stores,
                      isl::id_to_ast_expr &Accesses);
  llvm::SmallVector<PendingStore, 1>
  putOffStores(const UserCopy &Copy, isl::id_to_ast_expr &Accesses);
  void useScalarsOfRow(const UserCopy &Copy);
  void emitChecks(const UserCopy &Copy);
  bool isChecked(unsigned Stmt, unsigned Access) const;
  const polly::ScopArrayInfo *describeWords(llvm::Value *&Offset,
                                            llvm::Value *Count,
                                            const polly::ScopArrayInfo *Like,
                                            const std::string &Name);
  llvm::Value *elementWord(const UserCopy &Copy, unsigned Access,
                           const std::vector<const polly::ScopArrayInfo *> &In);
  llvm::Value *cellWord(const UserCopy &Copy, unsigned Access);
  std::string describeAccess(unsigned Stmt, unsigned Access) const;

  ImportedScop &Scop;
  const StoragePlan &Plan;
  const AccessPlan &Places;
  const ScopAst &Ast;
  /// Assumed sizes.
  ParameterPoint Usual;
  std::vector<EmittedArray> Arrays;
  std::vector<llvm::Value *> NewBytes;
  /// Keeps the keys of IDToValue alive.
  std::vector<isl::id> Names;
  unsigned Selected = 0, PutOff = 0;
  std::map<unsigned, const polly::ScopArrayInfo *> UnreadCells;
  /// For each scalar that has one, a copy for each row.
  llvm::DenseMap<const polly::ScopArrayInfo *, llvm::AllocaInst *> RowScalars;
  llvm::DenseMap<llvm::Constant *, const polly::ScopArrayInfo *> ConstantCells;
  ShadowArrays Shadow;
  /// { Schedule[] -> Tile[] }: which tile is being generated, by the dimensions
  /// around its loops.
  isl::pw_multi_aff CurrentTile;
};

} // namespace smolly

#endif // SMOLLY_SCOP_NODEBUILDER_H
