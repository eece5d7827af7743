//===- Describe.cpp - Storage arrays for people ---------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sizes as parameter expressions, and the original arrays.
///
//===----------------------------------------------------------------------===//

#include "IndexDims.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Storage/ParameterPoint.h"
#include "smolly/Storage/StoragePlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "isl/aff.h"
#include "isl/ast_build.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

bool StoragePlan::changesAnything() const {
  for (const ValueSet &V : Values)
    if (V.Where != ValueSet::Place::Original)
      return true;
  return false;
}

namespace {

constexpr unsigned long MaxPrintOperations = 1'000'000;

/// A subscript with as many values may have any: how much is accessed is not
/// known then, and arrays beside it must not seem to be small.
constexpr double AnySubscript = 4294967296.0;

std::string printExpression(const isl::pw_aff &Expression) {
  isl_ast_build *Build = isl_ast_build_from_context(isl_set_universe(
      isl_space_params(isl_pw_aff_get_domain_space(Expression.get()))));
  isl_ast_expr *Expr = isl_ast_build_expr_from_pw_aff(Build, Expression.copy());
  char *Text = isl_ast_expr_to_C_str(Expr);
  std::string Result = Text ? Text : "?";
  free(Text);
  isl_ast_expr_free(Expr);
  isl_ast_build_free(Build);
  return Result;
}

/// "max(a, b)" where \p Expression is everywhere the largest of its pieces'
/// functions, "min(a, b)" likewise; empty otherwise.
std::string asExtremum(const isl::pw_aff &Expression, bool Largest) {
  std::vector<isl::pw_aff> Functions;
  isl::stat Ok = Expression.foreach_piece([&](isl::set, isl::aff Aff) {
    Functions.push_back(isl::pw_aff(Aff));
    return isl::stat::ok();
  });
  if (Ok.is_error() || Functions.size() < 2)
    return "";
  isl::pw_aff All = Functions.front();
  for (const isl::pw_aff &F : Functions)
    All = Largest ? All.max(F) : All.min(F);
  isl::set Equal = All.eq_set(Expression);
  if (!isSubset(Expression.domain(), Equal).is_true())
    return "";
  std::vector<std::string> Texts;
  for (const isl::pw_aff &F : Functions)
    Texts.push_back(printExpression(F));
  llvm::sort(Texts);
  Texts.erase(std::unique(Texts.begin(), Texts.end()), Texts.end());
  return (Largest ? "max(" : "min(") + llvm::join(Texts, ", ") + ")";
}

} // namespace

std::string smolly::expressionAsString(const isl::pw_aff &Expression) {
  if (Expression.is_null())
    return "?";
  IslBudget Budget(Expression.ctx(), MaxPrintOperations);
  for (bool Largest : {true, false}) {
    std::string Text = asExtremum(Expression, Largest);
    if (!Text.empty())
      return Text;
  }
  std::string Text = printExpression(Expression);
  return Text.find('?') == std::string::npos ? Text : "(" + Text + ")";
}

namespace {

/// True where \p Text must be put in parentheses to be a factor.
bool needsParentheses(llvm::StringRef Text) {
  unsigned Depth = 0;
  for (char C : Text) {
    Depth += C == '(';
    Depth -= C == ')';
    if (Depth == 0 && (C == ' ' || C == '-'))
      return true;
  }
  return false;
}

/// { Element[] }: the elements of \p Array that the kernel writes, or reads if
/// it writes none.
isl::set touchedElements(const Kernel &K, unsigned Array, bool Writes) {
  isl::set Result = isl::set::empty(K.Arrays[Array].Extent.space());
  for (const Statement &S : K.Statements)
    for (const Access &A : S.Accesses)
      if (A.Array == Array && A.isWrite() == Writes)
        Result = Result.unite(A.Relation.range());
  return Result;
}

/// { Element[] }: what there is of \p Array of \p K, whose sets have the same
/// parameters. It has bounds if the accesses have.
isl::set extentOfOriginal(const Kernel &K, unsigned Array) {
  const smolly::Array &Original = K.Arrays[Array];
  isl::set Extent = Original.Extent;
  if (!Original.Accessed.is_null())
    Extent = Extent.intersect(Original.Accessed);
  if (!Extent.is_bounded().is_true())
    Extent = Extent.intersect(touchedElements(K, Array, true));
  if (isEmpty(Extent).is_true())
    Extent = Original.Extent.intersect(touchedElements(K, Array, false));
  return Extent;
}

} // namespace

std::string smolly::cellsAsString(const StorageArray &A) {
  if (A.Dims.empty())
    return "1";
  if (A.Dims.size() == 1)
    return expressionAsString(A.Dims[0].Size);
  std::string Result;
  for (const StorageDim &Dim : A.Dims) {
    std::string Text = expressionAsString(Dim.Size);
    if (!Result.empty())
      Result += " * ";
    Result += needsParentheses(Text) ? "(" + Text + ")" : Text;
  }
  return Result;
}

StorageArray smolly::describeOriginal(const Kernel &Unaligned, unsigned Array,
                                      const StorageOptions &Options) {
  IslBudget Budget(Unaligned.ctx(), Options.MaxIslOperations / 10);
  Kernel K = Unaligned;
  K.alignParameters();
  const smolly::Array &Original = K.Arrays[Array];
  StorageArray Result;
  Result.Array = Array;
  Result.ElementBytes = Original.ElementBytes;
  Result.Name = Original.Name;
  ParameterPoint Point(K.Context, Options.Assumed, K.Cases);
  isl::set Extent = extentOfOriginal(K, Array).intersect_params(K.Context);
  for (int I = 0, E = isl_set_dim(Extent.get(), isl_dim_set); I < E; ++I) {
    StorageDim Dim;
    Dim.NeedsModulo = false;
    Dim.Base = Point.lowerBound(Extent.dim_min(I));
    Dim.Size =
        Point.upperBound(Extent.dim_max(I).sub(Dim.Base).add_constant(1), 1);
    Result.Dims.push_back(Dim);
  }
  return Result;
}

double smolly::originalCells(const Kernel &K, unsigned Array,
                             const ParameterPoint &Point) {
  isl::set Extent = Point.fix(extentOfOriginal(K, Array));
  double Cells = 1;
  for (int I = 0, E = isl_set_dim(Extent.get(), isl_dim_set); I < E; ++I) {
    double Length = std::max(1.0, extentOf(Extent, I).value_or(1));
    Cells *= Length < AnySubscript ? Length : 1;
  }
  return Cells;
}

std::optional<double> smolly::cellsAtAssumed(const Kernel &Unaligned,
                                             const StorageArray &A,
                                             const StorageOptions &Options) {
  IslBudget Budget(Unaligned.ctx(), Options.MaxIslOperations / 10);
  Kernel K = Unaligned;
  K.alignParameters();
  ParameterPoint Point(K.Context, Options.Assumed, K.Cases);
  double Cells = 1;
  for (const StorageDim &Dim : A.Dims)
    Cells *= Point.evaluate(Dim.Size);
  return Cells > 0 ? std::optional(Cells) : std::nullopt;
}
