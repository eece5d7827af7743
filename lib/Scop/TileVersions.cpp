//===- TileVersions.cpp - Code of their own for full tiles ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements TileVersions.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/TileVersions.h"
#include "smolly/Kernel/Emptiness.h"
#include "llvm/IR/DataLayout.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace llvm;
using namespace smolly;

/// The piece of \p SP with most instances that is not idle; none if it has no
/// such piece.
static std::optional<unsigned> mainPiece(const StatementPlacement &SP,
                                         const ParameterPoint &Point) {
  std::optional<unsigned> Best;
  double Most = 0;
  for (unsigned P = 0; P < SP.Pieces.size(); ++P) {
    const StatementPiece &Piece = SP.Pieces[P];
    if (Piece.Idle)
      continue;
    double Count = Point.boxesAround(Piece.Domain);
    if (!Best || Count > Most) {
      Best = P;
      Most = Count;
    }
  }
  return Best;
}

std::vector<std::optional<unsigned>>
smolly::mainPieces(const AccessPlan &Places, const ParameterPoint &Point) {
  std::vector<std::optional<unsigned>> Main;
  for (const StatementPlacement &SP : Places.Statements)
    Main.push_back(mainPiece(SP, Point));
  return Main;
}

/// Whether the subscripts of Polly's array are sums of those of the kernel's.
static bool isLinear(const isl::multi_aff &ToSai) {
  int Dims = ToSai.is_null() ? 0 : isl_multi_aff_dim(ToSai.get(), isl_dim_out);
  for (int Dim = 0; Dim < Dims; ++Dim)
    if (isl_aff_dim(ToSai.at(Dim).get(), isl_dim_div) != 0)
      return false;
  return Dims >= 0;
}

bool smolly::isPlainRead(const ImportedScop &Scop, const AccessPlan &Places,
                         AccessRef Read, unsigned Piece) {
  const Statement &S = Scop.K.Statements[Read.Stmt];
  const Access &A = S.Accesses[Read.Access];
  const polly::ScopArrayInfo *SAI = Scop.Arrays[A.Array].SAI;
  if (!A.isRead() || A.InPlaceOf || S.isTakenOver(Read.Access) || !SAI ||
      !Scop.Stmts[Read.Stmt]->isBlockStmt() ||
      !isLinear(Scop.Arrays[A.Array].ToSai))
    return false;
  const auto *Load = dyn_cast_or_null<LoadInst>(
      Scop.Accesses[Read.Stmt][Read.Access]->getAccessInstruction());
  Type *Element = SAI->getElementType();
  if (!Load || Load->getType() != Element ||
      Load->getAlign() > Load->getDataLayout().getABITypeAlign(Element))
    return false;
  const StatementPlacement &SP = Places.Statements[Read.Stmt];
  return all_of(SP.Pieces[Piece].Choices[Read.Access], [&](unsigned I) {
    return SP.Accesses[Read.Access][I].Where == Placement::Kind::Original;
  });
}

/// An array of constant size for \p Slice.
static StorageArray bufferFor(const Kernel &K, const PackedSlice &Slice) {
  StorageArray Buffer;
  Buffer.Array = Slice.Array;
  Buffer.ElementBytes = K.Arrays[Slice.Array].ElementBytes;
  Buffer.Name = K.Arrays[Slice.Array].Name + "_slice";
  isl::set Params = isl::set::universe(K.Context.get_space().params());
  auto Constant = [&](long Value) {
    return isl::pw_aff(Params, isl::val(K.ctx(), Value));
  };
  for (unsigned Dim : Slice.Order) {
    StorageDim &New = Buffer.Dims.emplace_back();
    New.Size = Constant(Slice.Sizes[Dim]);
    New.Base = Constant(0);
    New.NeedsModulo = false;
  }
  return Buffer;
}

/// Gives the reads of statement \p Stmt that \p Version has buffers for their
/// places there, in the piece \p Full of it. False where isl fails.
static bool placePacked(const Kernel &K, const TileVersion &Version,
                        unsigned Stmt, StatementPlacement &SP,
                        StatementPiece &Full) {
  for (unsigned I = 0; I < Version.Slices.size(); ++I)
    for (AccessRef Read : Version.Slices[I].Slice.Reads) {
      if (Read.Stmt != Stmt)
        continue;
      Placement P;
      P.Where = Placement::Kind::Packed;
      P.Target = I;
      P.Part = Full.Domain;
      P.Index =
          K.Statements[Stmt].Accesses[Read.Access].Relation.as_pw_multi_aff();
      if (P.Index.is_null())
        return false;
      Full.Choices[Read.Access] = {unsigned(SP.Accesses[Read.Access].size())};
      SP.Accesses[Read.Access].push_back(std::move(P));
    }
  return true;
}

/// Whether no piece of \p SP but \p Main has some of \p Instances, { Domain[]
/// }: they would be lost.
static bool consistsOf(const StatementPlacement &SP, unsigned Main,
                       const isl::set &Instances) {
  for (unsigned P = 0; P < SP.Pieces.size(); ++P)
    if (P != Main && !isDisjoint(SP.Pieces[P].Domain, Instances).is_true())
      return false;
  return true;
}

bool smolly::addTileVersion(const Kernel &K, const FullTiles &Full,
                            const std::vector<std::optional<unsigned>> &Main,
                            std::vector<PackedSlice> Slices, AccessPlan &Places,
                            StoragePlan &Plan) {
  TileVersion Version;
  Version.Full = Full;
  unsigned Arrays = Plan.Arrays.size();
  for (PackedSlice &Slice : Slices)
    Version.Slices.push_back({std::move(Slice), Arrays++});
  std::vector<StatementPlacement> New = Places.Statements;
  for (unsigned S : Full.Statements) {
    if (!Main[S])
      continue;
    isl::set InFull = tilesOf(K, S, Full).intersect_range(Full.Tiles).domain();
    if (!consistsOf(New[S], *Main[S], InFull))
      return false;
    StatementPiece Piece = New[S].Pieces[*Main[S]];
    Piece.Domain = Piece.Domain.intersect(InFull);
    Piece.Version = Places.Versions.size();
    if (Piece.Domain.is_null() || !placePacked(K, Version, S, New[S], Piece))
      return false;
    New[S].Pieces.push_back(std::move(Piece));
  }
  Places.Statements = std::move(New);
  for (const SliceBuffer &B : Version.Slices)
    Plan.Arrays.push_back(bufferFor(K, B.Slice));
  Places.Versions.push_back(std::move(Version));
  return true;
}
