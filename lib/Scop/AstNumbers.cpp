//===- AstNumbers.cpp - Numbers that generated code computes --------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements AstNumbers.h.
///
//===----------------------------------------------------------------------===//

#include "AstNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MathExtras.h"
#include "isl/ast.h"
#include <algorithm>
#include <limits>
#include <vector>

using namespace smolly;

/// Calls \p Visit with each argument of \p Expr until it returns false.
static bool
forEachArgument(const isl::ast_expr &Expr,
                llvm::function_ref<bool(const isl::ast_expr &)> Visit) {
  for (int I = 0, E = isl_ast_expr_get_op_n_arg(Expr.get()); I < E; ++I)
    if (!Visit(isl::manage(isl_ast_expr_get_op_arg(Expr.get(), I))))
      return false;
  return true;
}

bool smolly::hasLargeInteger(const isl::ast_expr &Expr) {
  if (isl_ast_expr_get_type(Expr.get()) == isl_ast_expr_int) {
    isl::val Limit = isl::val::int_from_ui(Expr.ctx(), 1ul << 60);
    return !isl::manage(isl_ast_expr_get_val(Expr.get()))
                .abs()
                .le(Limit)
                .is_true();
  }
  return isl_ast_expr_get_type(Expr.get()) == isl_ast_expr_op &&
         !forEachArgument(Expr, [](const isl::ast_expr &Argument) {
           return !hasLargeInteger(Argument);
         });
}

/// The expressions of \p Node itself, not of what is below it.
static std::vector<isl::ast_expr> expressionsOf(isl_ast_node *Node) {
  switch (isl_ast_node_get_type(Node)) {
  case isl_ast_node_for:
    return {isl::manage(isl_ast_node_for_get_init(Node)),
            isl::manage(isl_ast_node_for_get_cond(Node)),
            isl::manage(isl_ast_node_for_get_inc(Node))};
  case isl_ast_node_if:
    return {isl::manage(isl_ast_node_if_get_cond(Node))};
  case isl_ast_node_user:
    return {isl::manage(isl_ast_node_user_get_expr(Node))};
  default:
    return {};
  }
}

using ExprVisitor = llvm::function_ref<bool(const isl::ast_expr &)>;

/// Calls \p Visit with each expression below \p Root until it returns false.
static void forEachExpression(const isl::ast_node &Root, ExprVisitor Visit) {
  isl_ast_node_foreach_descendant_top_down(
      Root.get(),
      [](isl_ast_node *Node, void *Visit) {
        return isl_bool_ok(
            llvm::all_of(expressionsOf(Node), [&](const isl::ast_expr &Expr) {
              return (*static_cast<ExprVisitor *>(Visit))(Expr);
            }));
      },
      &Visit);
}

bool smolly::treeHasLargeInteger(const isl::ast_node &Root) {
  bool Found = false;
  forEachExpression(Root, [&](const isl::ast_expr &Expr) {
    Found = hasLargeInteger(Expr);
    return !Found;
  });
  return Found;
}

/// The value of \p Expr if it is a number, as an absolute one; else 0.
static unsigned long numberOf(const isl::ast_expr &Expr) {
  if (isl_ast_expr_get_type(Expr.get()) != isl_ast_expr_int)
    return 0;
  isl::val Value = isl::manage(isl_ast_expr_get_val(Expr.get())).abs();
  return hasLargeInteger(Expr) ? std::numeric_limits<unsigned long>::max()
                               : Value.get_num_si();
}

/// How many times a parameter counts in the largest sum in \p Expr.
static unsigned long sizesIn(const isl::ast_expr &Expr) {
  isl_ast_expr_type Type = isl_ast_expr_get_type(Expr.get());
  if (Type == isl_ast_expr_id) // only of a parameter it points to a value
    return isl::manage(isl_ast_expr_get_id(Expr.get())).get_user() != nullptr;
  if (Type != isl_ast_expr_op)
    return 0;
  isl_ast_op_type Operation = isl_ast_expr_get_op_type(Expr.get());
  unsigned long Sum = 0, Most = 0, Factor = 1;
  forEachArgument(Expr, [&](const isl::ast_expr &Argument) {
    unsigned long Own = sizesIn(Argument);
    Sum = llvm::SaturatingAdd(Sum, Own);
    Most = std::max(Most, Own);
    if (unsigned long Number = numberOf(Argument))
      Factor = llvm::SaturatingMultiply(Factor, Number);
    return true;
  });
  if (Operation == isl_ast_op_add || Operation == isl_ast_op_sub)
    return Sum;
  if (Operation == isl_ast_op_mul)
    return llvm::SaturatingMultiply(Sum, Factor);
  // Of others the result is one of the arguments, or smaller.
  return Most;
}

unsigned long smolly::sizesInSums(const isl::ast_node &Root) {
  unsigned long Most = 0;
  forEachExpression(Root, [&](const isl::ast_expr &Expr) {
    Most = std::max(Most, sizesIn(Expr));
    return true;
  });
  return Most;
}
