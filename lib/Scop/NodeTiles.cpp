//===- NodeTiles.cpp - Two versions of the loops in a tile ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What NodeBuilder emits for a TileVersion: around each of the two versions of
/// a tile's loops the condition under which it runs, and in front of the one
/// for full tiles loops that fill buffers ("Modelling linear algebra kernels as
/// polyhedral volume operations", algorithm 2).
///
//===----------------------------------------------------------------------===//

#include "NodeBuilder.h"
#include "polly/CodeGen/IslAst.h"
#include "polly/CodeGen/LoopGenerators.h"
#include "polly/Support/GICHelper.h"
#include "smolly/Kernel/Coalesce.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "isl/aff.h"
#include "isl/ast_build.h"
#include "isl/map.h"

using namespace llvm;
using namespace smolly;

/// isl operations that the condition and the buffers of a tile may take.
static constexpr unsigned long MaxTileOperations = 5'000'000;

/// { Schedule[] -> Tile[] } for what is generated with \p Build: isl's schedule
/// is that of the kernel without the dimensions that have one value there. The
/// hull gives the simplest function, if those values are affine without
/// divisions. Null where isl fails.
isl::pw_multi_aff NodeBuilder::tileAt(const isl::ast_build &Build,
                                      const FullTiles &Full) const {
  isl::map All;
  Build.get_schedule().foreach_map([&](isl::map Times) {
    unsigned Stmt = Ast.Pieces.at(Times.get_tuple_id(isl::dim::in).get()).Stmt;
    isl::id Domain = Scop.K.Statements[Stmt].Domain.get_tuple_id();
    isl::map Next = Times.set_tuple_id(isl::dim::in, Domain)
                        .reverse()
                        .apply_range(tilesOf(Scop.K, Stmt, Full));
    All = All.is_null() ? Next : All.unite(Next);
    return isl::stat::ok();
  });
  isl::map Hull =
      isl::manage(isl_map_from_basic_map(isl_map_affine_hull(All.copy())));
  if (Hull.is_single_valued().is_true())
    return Hull.as_pw_multi_aff();
  return All.is_single_valued().is_true()
             ? coalesced(coalesced(All).as_pw_multi_aff())
             : isl::pw_multi_aff();
}

void NodeBuilder::createMark(isl_ast_node *Node) {
  isl::ast_node Mark = isl::manage(Node);
  isl::id Id = isl::manage(isl_ast_node_mark_get_id(Mark.get()));
  auto Found = Ast.Marks.find(Id.get());
  if (Found == Ast.Marks.end())
    return IslNodeBuilder::createMark(Mark.release());
  isl::ast_node Loops = isl::manage(isl_ast_node_mark_get_node(Mark.get()));
  createIn(Found->second, polly::IslAstInfo::getBuild(Mark), std::move(Loops));
}

/// Emits \p Loops, to be executed in full tiles or in all others. isl's own
/// conditions are around those for full tiles as well, but need not be around
/// the buffers.
void NodeBuilder::createIn(const TileMark &Mark, const isl::ast_build &Build,
                           isl::ast_node Loops) {
  const TileVersion &Version = Places.Versions[Mark.Version];
  isl::ast_expr IsFull;
  {
    polly::IslMaxOperationsGuard Budget(S.getIslCtx().get(), MaxTileOperations);
    CurrentTile = tileAt(Build, Version.Full);
    IsFull = Build.expr_from(Version.Full.Tiles.preimage(CurrentTile));
  }
  Failed |= IsFull.is_null();
  if (Failed)
    return;
  Value *Condition = emit(IsFull);
  if (!Condition->getType()->isIntegerTy(1))
    Condition = Builder.CreateIsNotNull(Condition);
  if (!Mark.IsFull)
    Condition = Builder.CreateNot(Condition);
  Instruction *Behind = &*Builder.GetInsertPoint();
  DomTreeUpdater Updater(DT, DomTreeUpdater::UpdateStrategy::Eager);
  Instruction *Within =
      SplitBlockAndInsertIfThen(Condition, Behind, /*Unreachable=*/false,
                                /*BranchWeights=*/nullptr, &Updater, &LI);
  Builder.SetInsertPoint(Within);
  if (Mark.IsFull)
    for (const SliceBuffer &From : Version.Slices)
      emitSlice(From, Build);
  if (!Failed)
    create(Loops.release());
  Builder.SetInsertPoint(Behind);
}

/// The subscripts of the element of a slice that has the numbers \p Counters in
/// it, in Polly's array.
SmallVector<isl::ast_expr, 4>
NodeBuilder::sliceElement(const SliceBuffer &From, const isl::ast_build &Build,
                          ArrayRef<isl::ast_expr> Counters) {
  const PackedSlice &Slice = From.Slice;
  isl::multi_aff ToSai = Scop.Arrays[Slice.Array].ToSai;
  if (ToSai.is_null())
    ToSai =
        isl::multi_aff::identity_on_domain(Slice.Offset.get_space().range());
  isl::pw_multi_aff First = Slice.Offset.pullback(CurrentTile);
  SmallVector<isl::ast_expr, 4> Result;
  int Dims = isl_multi_aff_dim(ToSai.get(), isl_dim_out);
  for (int Dim = 0; Dim < Dims; ++Dim) {
    isl::aff Subscript = ToSai.at(Dim);
    isl::ast_expr Sum = Build.expr_from(isl::pw_aff(Subscript).pullback(First));
    Failed |= Subscript.is_null() || Sum.is_null() ||
              isl_aff_dim(Subscript.get(), isl_dim_div) != 0;
    for (unsigned I = 0; I < Counters.size() && !Failed; ++I) {
      isl::val Factor = isl::manage(
          isl_aff_get_coefficient_val(Subscript.get(), isl_dim_in, I));
      Factor = Factor.mul(isl::val(S.getIslCtx(), Slice.Strides[I]));
      if (!Factor.is_zero().is_true())
        Sum = Sum.add(Counters[I].mul(isl::ast_expr::from_val(Factor)));
    }
    Result.push_back(std::move(Sum));
  }
  Failed |= Dims < 1;
  return Result;
}

/// Emits loops over a slice, one within the other, in the order of the array:
/// that is where more lines and pages are touched than in the buffer. Returns
/// the block behind them and the number of each loop's iteration, by dimension
/// of the array.
std::pair<BasicBlock *, SmallVector<isl::ast_expr, 4>>
NodeBuilder::emitSliceLoops(const PackedSlice &Slice) {
  SmallVector<isl::ast_expr, 4> Counters;
  BasicBlock *Behind = nullptr;
  for (long Size : Slice.Sizes) {
    BasicBlock *Exit = nullptr;
    Value *Counter = polly::createLoop(
        Builder.getInt64(0), Builder.getInt64(Size - 1), Builder.getInt64(1),
        Builder, LI, DT, Exit, ICmpInst::ICMP_SLE,
        /*Annotator=*/nullptr, /*Parallel=*/false, /*UseGuard=*/false);
    Behind = Behind ? Behind : Exit;
    Counters.push_back(
        nameValue(Counter, "smollycounter" + std::to_string(Names.size())));
  }
  return {Behind, Counters};
}

/// The cell in the buffer of a slice that has these \p Subscripts in it, by
/// dimension of the array.
isl::ast_expr NodeBuilder::sliceCell(const PackedSlice &Slice,
                                     ArrayRef<isl::ast_expr> Subscripts) {
  isl::ast_expr Cell = isl::ast_expr::from_val(isl::val::zero(S.getIslCtx()));
  for (unsigned Dim : Slice.Order) {
    isl::ast_expr Size =
        isl::ast_expr::from_val(isl::val(S.getIslCtx(), Slice.Sizes[Dim]));
    Cell = Dim == Slice.Order.front() ? Subscripts[Dim]
                                      : Cell.mul(Size).add(Subscripts[Dim]);
  }
  return Cell;
}

/// Copies a slice to its buffer.
void NodeBuilder::emitSlice(const SliceBuffer &From,
                            const isl::ast_build &Build) {
  polly::IslMaxOperationsGuard Budget(S.getIslCtx().get(), MaxTileOperations);
  const PackedSlice &Slice = From.Slice;
  const polly::ScopArrayInfo *SAI = Scop.Arrays[Slice.Array].SAI;
  auto [Behind, Counters] = emitSliceLoops(Slice);
  SmallVector<isl::ast_expr, 4> Element = sliceElement(From, Build, Counters);
  isl::ast_expr Cell = sliceCell(Slice, Counters);
  Failed |= Cell.is_null();
  if (Failed)
    return;
  Align Alignment(1ull << 32);
  for (AccessRef Read : Slice.Reads)
    Alignment = std::min(
        Alignment,
        getLoadStoreAlignment(
            Scop.Accesses[Read.Stmt][Read.Access]->getAccessInstruction()));
  Value *Source = emit(elementOf(SAI, Element).address_of());
  Value *Target = emit(elementOf(Arrays[From.Array].SAI, Cell).address_of());
  Value *Moved =
      Builder.CreateAlignedLoad(SAI->getElementType(), Source, Alignment);
  Builder.CreateAlignedStore(Moved, Target, Alignment);
  Builder.SetInsertPoint(Behind, Behind->begin());
}

/// The cell that a read in a copy of a statement finds its element in, which
/// its tile has copied there.
isl::ast_expr NodeBuilder::packedIndex(const UserCopy &Copy, const Placement &P,
                                       const TileVersion &Version) {
  const PackedSlice &Slice = Version.Slices[P.Target].Slice;
  isl::pw_multi_aff Element = P.Index.pullback(Copy.Instance);
  // { Schedule[] -> Schedule[] }: to the dimensions around the tile's loops
  isl::space Space = Copy.Instance.get_space().domain();
  int Times = isl_space_dim(Space.get(), isl_dim_set);
  int Outer = isl_pw_multi_aff_dim(CurrentTile.get(), isl_dim_in);
  if (Outer < 0 || Times < Outer)
    return isl::ast_expr();
  isl::multi_aff Around = isl::manage(isl_multi_aff_project_out_map(
      Space.release(), isl_dim_set, Outer, Times - Outer));
  isl::map Tile = isl::manage(
      isl_map_flatten_domain(isl_map_from_pw_multi_aff(CurrentTile.copy())));
  isl::pw_multi_aff Offset = Slice.Offset.pullback(
      Tile.as_pw_multi_aff().pullback(isl::pw_multi_aff(Around)));
  SmallVector<isl::ast_expr, 4> Subscripts;
  for (unsigned Dim = 0; Dim < Slice.Sizes.size(); ++Dim) {
    isl::pw_aff Row = Element.at(Dim).sub(Offset.at(Dim));
    Row = Row.scale_down(isl::val(S.getIslCtx(), Slice.Strides[Dim]));
    Subscripts.push_back(Copy.Build.expr_from(Row));
  }
  return sliceCell(Slice, Subscripts);
}
