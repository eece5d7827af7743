//===- Sets.cpp - MARS as sets --------------------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements marsSet and instancesOf of Mars.h, and SetText.h.
///
//===----------------------------------------------------------------------===//

#include "SetText.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Mars/Mars.h"

using namespace smolly;
using namespace smolly::mars;

namespace {

/// Writes sets in isl's notation.
class Writer {
public:
  Writer(const MarsAnalysis &A, bool Symbolic)
      : P(A.Program), Family(A.Sizes),
        Symbolic(Symbolic && !A.Sizes.Names.empty()) {}

  std::string write(const TileBox &B, const Vector &Tile) const;

private:
  std::string size(unsigned F) const;
  std::string bound(const TileBound &B, unsigned F) const;
  std::string lattice(const TiledStatement &S, const Vector &Tile) const;
  std::string context() const;

  const TiledProgram &P;
  const SizeFamily &Family;
  bool Symbolic;
};

} // namespace

/// "A, B, C" of what \p Item makes of 0, 1, ...
template <typename ItemFn>
static std::string list(unsigned Items, const char *Separator, ItemFn Item) {
  std::string Text;
  for (unsigned I = 0; I < Items; ++I)
    Text += (I == 0 ? "" : Separator) + Item(I);
  return Text;
}

static std::string residue(unsigned F) { return "r" + std::to_string(F + 1); }

std::string Writer::size(unsigned F) const {
  if (!Symbolic)
    return std::to_string(P.Sizes[F]);
  return std::to_string(Family.Multiples[F]) +
         Family.Names[Family.Variables[F]];
}

std::string Writer::bound(const TileBound &B, unsigned F) const {
  return (B.FromEnd ? size(F) + " + " : "") + "(" + std::to_string(B.Constant) +
         ")";
}

/// That residues are those of an instance: a combination of the basis, moved.
std::string Writer::lattice(const TiledStatement &S, const Vector &Tile) const {
  unsigned Rank = S.Heights.rank();
  std::string Text =
      Rank == 0 ? "true" : "exists " + list(Rank, ", ", [](unsigned J) {
                             return "y" + std::to_string(J);
                           }) + " : ";
  if (Rank == 0)
    Text.clear();
  return "(" + Text +
         list(P.families(), " and ",
              [&](unsigned F) {
                std::string Row = residue(F) + " = " +
                                  std::to_string(S.Constants[F]) + " + " +
                                  std::to_string(-Tile[F]) + "*" + size(F);
                for (unsigned J = 0; J < Rank; ++J)
                  Row += " + " + std::to_string(S.Heights.basis(J)[F]) + "y" +
                         std::to_string(J);
                return Row;
              }) +
         ")";
}

std::string Writer::context() const {
  return list(Family.Names.size(), " and ", [&](unsigned V) {
    return Family.Names[V] + " >= " + std::to_string(Family.Least[V]) +
           " and " + Family.Names[V] + " mod " +
           std::to_string(Family.Divisors[V]) + " = " +
           std::to_string(Family.Rests[V]);
  });
}

std::string Writer::write(const TileBox &B, const Vector &Tile) const {
  const TiledStatement &S = P.Statements[B.Stmt];
  std::string Text;
  if (Symbolic)
    Text = "[" +
           list(Family.Names.size(), ", ",
                [&](unsigned V) { return Family.Names[V]; }) +
           "] -> ";
  Text += "{ " + S.Name + "[" + list(P.families(), ", ", residue) +
          "] : " + list(P.families(), " and ", [&](unsigned F) {
            return bound(B.Sides[F].Low, F) + " <= " + residue(F) + " < " +
                   bound(B.Sides[F].High, F);
          });
  if (Symbolic)
    Text += " and " + context();
  if (!S.Heights.isEverything())
    Text += " and " + lattice(S, Tile);
  return Text + " }";
}

isl::union_set mars::marsSet(isl::ctx Ctx, const MarsAnalysis &A, const Mars &M,
                             std::optional<unsigned> Shape, bool Symbolic) {
  Writer W(A, Symbolic);
  isl::union_set All = isl::union_set::empty(Ctx);
  for (unsigned Stmt = 0; Stmt < A.Program.Statements.size(); ++Stmt) {
    isl::set Own;
    for (unsigned I = 0; I < A.Shapes.size(); ++I)
      for (const TileBox &B : M.Boxes) {
        if (B.Stmt != Stmt || (Shape && *Shape != I))
          continue;
        isl::set Box(Ctx, W.write(B, A.Shapes[I].Tile));
        Own = Own.is_null() ? Box : Own.unite(Box);
      }
    if (!Own.is_null())
      All = All.unite(isl::union_set(coalesced(Own)));
  }
  return All;
}

static std::string iterator(unsigned I) { return "x" + std::to_string(I); }

std::string mars::tupleText(const TiledStatement &S) {
  return S.Name + "[" + list(S.Iterators, ", ", iterator) + "]";
}

std::string mars::residueText(const TiledStatement &S, unsigned Family,
                              long Size) {
  std::string Height = std::to_string(S.Constants[Family]);
  for (unsigned I = 0; I < S.Iterators; ++I)
    Height += " + " + std::to_string(S.Steps[I][Family]) + iterator(I);
  return "(" + Height + ") mod " + std::to_string(Size);
}

isl::set mars::instancesOf(isl::ctx Ctx, const MarsAnalysis &A, const Mars &M,
                           unsigned Stmt) {
  const TiledProgram &P = A.Program;
  const TiledStatement &S = P.Statements[Stmt];
  isl::set All(Ctx, "{ " + tupleText(S) + " : false }");
  for (const TileBox &B : M.Boxes) {
    if (B.Stmt != Stmt)
      continue;
    isl::set Box(Ctx,
                 "{ " + tupleText(S) + " : " +
                     list(P.families(), " and ",
                          [&](unsigned F) {
                            long Size = P.Sizes[F];
                            return std::to_string(B.Sides[F].Low.at(Size)) +
                                   " <= " + residueText(S, F, Size) + " < " +
                                   std::to_string(B.Sides[F].High.at(Size));
                          }) +
                     " }");
    All = All.unite(Box);
  }
  return All;
}
