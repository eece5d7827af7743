//===- Warnings.cpp - What a person may want to look at -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Warnings.h.
///
//===----------------------------------------------------------------------===//

#include "Warnings.h"
#include "ForEachScop.h"
#include "Iterations.h"
#include "Outputs.h"
#include "Remarks.h"
#include "smolly/Kernel/Dataflow.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Scop/Scalars.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "isl/set.h"

using namespace llvm;
using namespace smolly;

Expected<DeadAnalysis> smolly::analyzeDead(const ImportedScop &Scop,
                                           unsigned long MaxIslOperations) {
  Kernel K = withScalars(Scop);
  Expected<Dataflow> Flow = computeDataflow(K, MaxIslOperations);
  if (!Flow)
    return Flow.takeError();
  Expected<LiveIterations> Live =
      findLiveIterations(K, *Flow, {DeadMethod::Best, MaxIslOperations});
  if (!Live)
    return Live.takeError();
  Expected<Diagnosis> Found = diagnose(K, *Flow, MaxIslOperations);
  if (!Found)
    return Found.takeError();
  return DeadAnalysis{std::move(K), std::move(*Live), std::move(*Found)};
}

namespace {

class Reporter {
public:
  Reporter(const ImportedScop &Scop, const DeadAnalysis &Dead,
           bool WarnOutOfBounds, RemarkList &Remarks)
      : Scop(Scop), Dead(Dead), WarnOutOfBounds(WarnOutOfBounds),
        Remarks(Remarks) {}

  void report();

private:
  std::string where(unsigned S, const isl::set &Iterations) const;
  bool isBehindRow(const Finding &F) const;
  bool isSure(const Finding &F) const;
  bool isInevitable(const Finding &F) const;
  void reportFindings(ArrayRef<Finding> Findings, StringRef Name,
                      StringRef Problem, bool Warn = false);
  bool isOverwritten(unsigned S) const;
  void reportDead(unsigned S);

  const ImportedScop &Scop;
  const DeadAnalysis &Dead;
  bool WarnOutOfBounds;
  RemarkList &Remarks;
};

} // namespace

/// " where i = n - 1 (iterations { S0[i] : i = -1 + n })", or in all of them.
std::string Reporter::where(unsigned S, const isl::set &Iterations) const {
  std::string Words =
      describeIterations(Scop, S, Iterations, Dead.K.Statements[S].Domain);
  return (Words.empty() ? " in all iterations" : " where " + Words) +
         " (iterations " + iterationsAsSet(Scop, S, Iterations) + ")";
}

/// Whether \p F, said to be outside of its array, is behind the end of one of
/// its rows. A loop over all elements is, as the model has it, behind that of
/// the first row, if it was not taken for one over rows.
bool Reporter::isBehindRow(const Finding &F) const {
  const Access &A = Dead.K.Statements[F.Access.Stmt].Accesses[F.Access.Access];
  auto RowsOf = [](const isl::set &Elements) {
    return Elements.project_out(isl::dim::set,
                                Elements.dim(isl::dim::set).release() - 1, 1);
  };
  isl::set Elements = A.Relation.intersect_domain(F.Iterations).range();
  if (Elements.dim(isl::dim::set).release() < 2)
    return false;
  isl::set Rows = RowsOf(Elements);
  return !Rows.is_singleton().is_false() &&
         !isSubset(Rows, RowsOf(Dead.K.Arrays[A.Array].Extent)).is_false();
}

/// Of a statement with branches it is not known which of its accesses happen,
/// and where parameters depend on each other perhaps that none does. Where a
/// subscript is not affine, it is not known what is accessed.
bool Reporter::isSure(const Finding &F) const {
  auto [S, A] = F.Access;
  return Scop.Stmts[S]->isBlockStmt() &&
         Dead.K.Statements[S]
             .Accesses[A]
             .Relation.is_single_valued()
             .is_true() &&
         none_of(Scop.UnknownParameters, [&](const isl::id &Parameter) {
           int Position = isl_set_find_dim_by_id(
               F.Iterations.get(), isl_dim_param, Parameter.get());
           return Position >= 0 &&
                  isl_set_involves_dims(F.Iterations.get(), isl_dim_param,
                                        Position, 1) != isl_bool_false;
         });
}

/// Whether it happens whenever the statement is executed at all, whatever the
/// values of the parameters.
bool Reporter::isInevitable(const Finding &F) const {
  return isSubset(Dead.K.Statements[F.Access.Stmt].Domain.params().intersect(
                      Scop.K.Context),
                  F.Iterations.params())
      .is_true();
}

void Reporter::reportFindings(ArrayRef<Finding> Findings, StringRef Name,
                              StringRef Problem, bool Warn) {
  for (const Finding &F : Findings) {
    auto [S, A] = F.Access;
    if (A >= Scop.Accesses[S].size() || !isSure(F))
      continue;
    auto Kind = Warn && isInevitable(F) ? RemarkList::Kind::Warning
                                        : RemarkList::Kind::Analysis;
    const Access &Access = Dead.K.Statements[S].Accesses[A];
    const Value *Base = Scop.Arrays[Access.Array].Object.Base;
    Remarks.add(Kind, Name.str(), Scop.Accesses[S][A]->getAccessInstruction(),
                (Access.isRead() ? "this read of " : "this write to ") +
                    describeObject(Base) + " " + Problem.str() +
                    where(S, F.Iterations),
                nullptr);
  }
}

/// Whether statement \p S is dead just where its values are overwritten, which
/// says more.
bool Reporter::isOverwritten(unsigned S) const {
  return any_of(Dead.Found.Overwritten, [&](const Finding &F) {
    return F.Access.Stmt == S &&
           isSubset(Dead.Live.Dead[S], F.Iterations).is_true();
  });
}

void Reporter::reportDead(unsigned S) {
  const Instruction *Place = placeOf(Scop, S);
  // Where the model has another element than is accessed, that may be used.
  isl::set Iterations = Dead.Live.Dead[S];
  for (const Finding &F : Dead.Found.OutOfBounds)
    if (F.Access.Stmt == S && isBehindRow(F))
      Iterations = Iterations.subtract(F.Iterations);
  if (!Place || Iterations.is_null() || isEmpty(Iterations).is_true() ||
      isOverwritten(S))
    return;
  Remarks.add(RemarkList::Kind::Analysis, "DeadIterations", Place,
              "nothing that this computes is used" + where(S, Iterations),
              nullptr);
}

void Reporter::report() {
  std::vector<Finding> Outside = Dead.Found.OutOfBounds;
  erase_if(Outside, [&](const Finding &F) { return isBehindRow(F); });
  reportFindings(Outside, "OutOfBounds", "is outside of the array",
                 WarnOutOfBounds);
  reportFindings(Dead.Found.Uninitialized, "Uninitialized",
                 "finds an element that nobody has written");
  reportFindings(Dead.Found.Overwritten, "Overwritten",
                 "is overwritten before anybody reads it");
  for (unsigned S = 0; S < Scop.Stmts.size(); ++S)
    reportDead(S);
}

/// Whether somebody wants to see analysis remarks of this pass.
static bool showsAnalysis(LLVMContext &Context) {
  return Context.getLLVMRemarkStreamer() ||
         Context.getDiagHandlerPtr()->isAnalysisRemarkEnabled("smolly");
}

void smolly::warnAboutFunction(Function &F, FunctionAnalysisManager &FAM,
                               const PassOptions &Options,
                               OptimizationLevel Level, StringRef Outputs) {
  if ((!Options.WarnOutOfBounds && !showsAnalysis(F.getContext())) ||
      FAM.getResult<LoopAnalysis>(F).empty())
    return;
  RemarkList Remarks;
  IslAllowance Allowance(Options.MaxFunctionOperations);
  forEachScop(
      F, FAM, Level, Options.Limits, /*AsWritten=*/true,
      [&](ImportedScop &Scop) {
        // Where the word is not taken, another remark says so.
        auto &AA = FAM.getResult<AAManager>(Scop.S->getFunction());
        if (!Outputs.empty())
          consumeError(restrictOutputs(Scop, Outputs, AA));
        auto Dead = analyzeDead(Scop, Options.MaxIslOperations);
        if (Dead)
          Reporter(Scop, *Dead, Options.WarnOutOfBounds, Remarks).report();
        else
          Remarks.add(RemarkList::Kind::Analysis, "NotAnalyzed", nullptr,
                      "loops are not looked at for dead iterations: " +
                          toString(Dead.takeError()),
                      nullptr);
      });
  Remarks.emit(F);
}
