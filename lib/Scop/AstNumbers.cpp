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
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Support/MathExtras.h"
#include "isl/ast.h"
#include <algorithm>
#include <limits>
#include <utility>
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

namespace {

/// What a sum may be, apart from numbers and counters: Narrow for parameters of
/// fewer than 64 bits, and Wide times the largest of the others.
struct Sum {
  unsigned long Narrow = 0, Wide = 0;

  void add(const Sum &Other) {
    Narrow = llvm::SaturatingAdd(Narrow, Other.Narrow);
    Wide = llvm::SaturatingAdd(Wide, Other.Wide);
  }
  void scale(unsigned long Factor) {
    Narrow = llvm::SaturatingMultiply(Narrow, Factor);
    Wide = llvm::SaturatingMultiply(Wide, Factor);
  }
  void include(const Sum &Other) {
    Narrow = std::max(Narrow, Other.Narrow);
    Wide = std::max(Wide, Other.Wide);
  }
};

} // namespace

/// What \p Id counts for, which only of a parameter points to a value.
static Sum sumOf(const isl::id &Id) {
  const auto *Parameter = static_cast<const llvm::SCEV *>(Id.get_user());
  if (!Parameter)
    return {};
  unsigned Bits = Parameter->getType()->getScalarSizeInBits();
  return Bits == 0 || Bits >= 64 ? Sum{0, 1} : Sum{1ul << (Bits - 1), 0};
}

/// The largest sum in \p Expr.
static Sum sumIn(const isl::ast_expr &Expr) {
  isl_ast_expr_type Type = isl_ast_expr_get_type(Expr.get());
  if (Type == isl_ast_expr_id)
    return sumOf(isl::manage(isl_ast_expr_get_id(Expr.get())));
  if (Type != isl_ast_expr_op)
    return {};
  isl_ast_op_type Operation = isl_ast_expr_get_op_type(Expr.get());
  Sum All, Most;
  unsigned long Factor = 1;
  // The first argument of a call is what is called.
  bool IsArgument = Operation != isl_ast_op_call;
  forEachArgument(Expr, [&](const isl::ast_expr &Argument) {
    if (!std::exchange(IsArgument, true))
      return true;
    Sum Own = sumIn(Argument);
    All.add(Own);
    Most.include(Own);
    if (unsigned long Number = numberOf(Argument))
      Factor = llvm::SaturatingMultiply(Factor, Number);
    return true;
  });
  if (Operation == isl_ast_op_mul)
    All.scale(Factor);
  // Of others the result is one of the arguments, or smaller.
  bool IsSum = Operation == isl_ast_op_add || Operation == isl_ast_op_sub ||
               Operation == isl_ast_op_mul;
  return IsSum ? All : Most;
}

std::optional<unsigned> smolly::bitsForSums(const isl::ast_node &Root) {
  constexpr unsigned long Limit = 1ul << 62;
  Sum Most;
  forEachExpression(Root, [&](const isl::ast_expr &Expr) {
    Most.include(sumIn(Expr));
    return true;
  });
  if (Most.Wide == 0 ? Most.Narrow < Limit : Most.Wide == 1 && Most.Narrow == 0)
    return std::nullopt;
  auto Fits = [&](unsigned Bits) {
    unsigned long Wide = llvm::SaturatingMultiply(Most.Wide, 1ul << Bits);
    return llvm::SaturatingAdd(Wide, Most.Narrow) < Limit;
  };
  unsigned Bits = ModerateBits;
  while (Bits > 0 && !Fits(Bits))
    --Bits;
  return Bits;
}
