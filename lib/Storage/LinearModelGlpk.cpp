//===- LinearModelGlpk.cpp - Linear models solved by GLPK -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The model in GLPK's terms.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/LinearModel.h"
#include <cmath>
#include <csetjmp>
#include <glpk.h>

using namespace smolly;

namespace {

/// Tells GLPK that its output was taken care of.
int swallowOutput(void *, const char *) { return 1; }

/// Silences GLPK's terminal output while it lives. The hook is needed beside
/// the switch: reports of internal errors switch the output on.
class QuietGlpk {
public:
  QuietGlpk() : Old(glp_term_out(GLP_OFF)) {
    glp_term_hook(swallowOutput, nullptr);
  }
  ~QuietGlpk() {
    glp_term_hook(nullptr, nullptr);
    glp_term_out(Old);
  }

private:
  int Old;
};

/// Owns a problem object.
class GlpkProblem {
public:
  GlpkProblem() : Problem(glp_create_prob()) {}
  ~GlpkProblem() {
    if (Problem)
      glp_delete_prob(Problem);
  }
  /// GLPK has freed it.
  void forget() { Problem = nullptr; }
  GlpkProblem(const GlpkProblem &) = delete;
  GlpkProblem &operator=(const GlpkProblem &) = delete;
  glp_prob *get() const { return Problem; }

private:
  glp_prob *Problem;
};

int boundKind(double Lower, double Upper) {
  bool HasLower = std::isfinite(Lower), HasUpper = std::isfinite(Upper);
  if (HasLower && HasUpper)
    return Lower == Upper ? GLP_FX : GLP_DB;
  if (HasLower)
    return GLP_LO;
  return HasUpper ? GLP_UP : GLP_FR;
}

/// Counts nodes and ends the search when there were enough.
struct NodeCounter {
  unsigned long &Left;
};

/// Leaves GLPK by the jump that its manual gives for error hooks.
void leaveGlpk(void *Where) {
  std::longjmp(*static_cast<std::jmp_buf *>(Where), 1);
}

/// Solves \p P. False when GLPK met an internal error, which would otherwise
/// end the process (its simplex method asserts what rounding can break); it has
/// then freed all of its objects. No C++ object may live in this frame.
bool solveInteger(glp_prob *P, const glp_iocp *Control) {
  std::jmp_buf Where;
  if (setjmp(Where)) {
    glp_error_hook(nullptr, nullptr);
    glp_free_env();
    return false;
  }
  glp_error_hook(leaveGlpk, &Where);
  glp_intopt(P, Control);
  glp_error_hook(nullptr, nullptr);
  return true;
}

void countNode(glp_tree *Tree, void *Info) {
  auto *Counter = static_cast<NodeCounter *>(Info);
  if (glp_ios_reason(Tree) != GLP_ISELECT)
    return;
  if (Counter->Left == 0) {
    glp_ios_terminate(Tree);
    return;
  }
  --Counter->Left;
}

} // namespace

std::optional<std::vector<double>>
LinearModel::minimizeByGlpk(const LinearTerms &Objective,
                            unsigned long &NodesLeft) const {
  if (Variables.empty())
    return std::vector<double>();
  QuietGlpk Quiet;
  GlpkProblem Problem;
  glp_prob *P = Problem.get();
  glp_set_obj_dir(P, GLP_MIN);
  glp_add_cols(P, Variables.size());
  for (unsigned I = 0; I < Variables.size(); ++I) {
    const Variable &V = Variables[I];
    glp_set_col_bnds(P, I + 1, boundKind(V.Lower, V.Upper), V.Lower, V.Upper);
    glp_set_col_kind(P, I + 1, V.Integer ? GLP_IV : GLP_CV);
  }
  for (const LinearTerm &T : Objective)
    glp_set_obj_coef(P, T.Variable + 1, T.Coefficient);
  for (const Row &R : Rows) {
    if (R.Terms.empty())
      continue;
    int Number = glp_add_rows(P, 1);
    glp_set_row_bnds(P, Number, boundKind(R.Lower, R.Upper), R.Lower, R.Upper);
    std::vector<int> Columns(1, 0);
    std::vector<double> Values(1, 0);
    for (const LinearTerm &T : R.Terms) {
      Columns.push_back(T.Variable + 1);
      Values.push_back(T.Coefficient);
    }
    glp_set_mat_row(P, Number, R.Terms.size(), Columns.data(), Values.data());
  }

  NodeCounter Counter = {NodesLeft};
  glp_iocp Control;
  glp_init_iocp(&Control);
  Control.msg_lev = GLP_MSG_OFF;
  Control.presolve = GLP_ON;
  Control.cb_func = countNode;
  Control.cb_info = &Counter;
  if (!solveInteger(P, &Control)) {
    Problem.forget();
    return std::nullopt;
  }
  int Status = glp_mip_status(P);
  if (Status != GLP_OPT && Status != GLP_FEAS)
    return std::nullopt;
  std::vector<double> Solution;
  for (unsigned I = 0; I < Variables.size(); ++I)
    Solution.push_back(glp_mip_col_val(P, I + 1));
  return Solution;
}
