//===- ScopAst.h - The syntax tree of a rewritten SCoP ----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Generates an isl AST in which each copy of a statement runs for one
/// StatementPiece only, so that its accesses have one place each.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_SCOPAST_H
#define SMOLLY_SCOP_SCOPAST_H

#include "polly/CodeGen/IslAst.h"
#include "smolly/Scop/Import.h"
#include "smolly/Scop/Placement.h"
#include <map>

namespace smolly {

/// What a user node of the tree stands for.
struct PieceRef {
  unsigned Stmt = 0;
  unsigned Piece = 0;
  /// Of a statement that has rows side by side (Import.h), what is in blocks
  /// with so many rows; 0: in other blocks, or all where there are no rows.
  unsigned Rows = 0;
};

/// What a mark of the tree stands around of.
struct TileMark {
  /// AccessPlan::Versions
  unsigned Version = 0;
  /// The loops for full tiles, or those for all others.
  bool IsFull = false;
};

struct ScopAst {
  /// The environment that the tree was built in, for expressions in front of
  /// it.
  isl::ast_build Build;
  isl::ast_node Root;
  /// { Condition }: true where the run-time assumptions hold.
  isl::ast_expr RunCondition;
  /// Numbers in the tree are too large to be emitted (AstNumbers.h).
  bool IsTooLarge = false;
  /// By the id of the function that a user node calls; the ids' user pointer is
  /// the polly::ScopStmt.
  std::map<isl_id *, PieceRef> Pieces;
  /// { Piece[] }: what the ids of Pieces stand for, in the order of Ids.
  std::vector<isl::set> Instances;
  /// By the id of a mark. Loops for full tiles and for others come one behind
  /// the other: both are to be executed only where they should.
  std::map<isl_id *, TileMark> Marks;
  /// Keeps the keys of Pieces and Marks alive.
  std::vector<isl::id> Ids;
};

/// What the tree says at a user node and at a mark; Polly's code generator
/// looks for the build there.
struct NodePayload : polly::IslAstInfo::IslAstUserPayload {
  /// How many loops are around it, and the dimension of the build's iterators
  /// that is the counter of the innermost, if there is any.
  unsigned Loops = 0;
  unsigned LoopDim = 0;
};

/// The payload of \p Node, a user node.
const NodePayload &payloadOf(const isl::ast_node &Node);

/// Builds the tree for the SCoP's schedule, with \p Borders as in
/// BorderLoops.h. Null members when the budget of the isl context ran out.
ScopAst buildScopAst(const ImportedScop &Scop, const AccessPlan &Plan,
                     unsigned Borders);

} // namespace smolly

#endif // SMOLLY_SCOP_SCOPAST_H
