//===- Outputs.cpp - What the user wants of a function's results ----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Outputs.h.
///
//===----------------------------------------------------------------------===//

#include "Outputs.h"
#include "Annotations.h"
#include "Remarks.h"
#include "smolly/Dead/OutputSpec.h"
#include "smolly/Scop/LoadedRows.h"
#include "smolly/Scop/Names.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace smolly;

static constexpr StringLiteral Prefix = "smolly.output=";

static void append(std::string &Specs, StringRef Spec) {
  Specs += (Specs.empty() ? "" : ";") + Spec.str();
}

Expected<std::string> smolly::findOutputs(const Function &F, StringRef File) {
  std::string Specs;
  for (StringRef Text : annotationsOf(F))
    if (Text.consume_front(Prefix))
      append(Specs, Text);
  if (File.empty())
    return Specs;
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/true);
  if (!Buffer)
    return createStringError("smolly: cannot read outputs from '" + File +
                             "': " + Buffer.getError().message());
  for (line_iterator Line(**Buffer); !Line.is_at_eof(); ++Line) {
    StringRef Text = Line->split('#').first.trim();
    if (Text.empty())
      continue;
    auto [Name, Spec] = Text.split(':');
    if (Name.trim().empty() || Spec.trim().empty())
      return createStringError("smolly: " + File + ":" +
                               Twine(Line.line_number()) +
                               ": a line must be FUNCTION: OUTPUT");
    if (Name.trim() == F.getName())
      append(Specs, Spec.trim());
  }
  return Specs;
}

/// The array of \p Scop that is called \p Name, or argN for the Nth argument.
static std::optional<unsigned> findArray(const ImportedScop &Scop,
                                         StringRef Name) {
  unsigned Position = 0;
  bool IsPosition =
      Name.starts_with("arg") && !Name.drop_front(3).getAsInteger(10, Position);
  for (unsigned I = 0; I < Scop.Arrays.size(); ++I) {
    if (Scop.K.Arrays[I].Name == Name)
      return I;
    const auto *A = dyn_cast<Argument>(Scop.Arrays[I].Object.Base);
    if (A && IsPosition && A->getArgNo() + 1 == Position)
      return I;
  }
  return std::nullopt;
}

/// The parameter of \p Scop that is called \p Name in the source: something
/// that the loops depend on, or an argument of the function; null if there is
/// none.
static isl::id findParameter(ImportedScop &Scop, StringRef Name) {
  const isl::set &Context = Scop.K.Context;
  isl::id Found;
  for (int P = 0, N = isl_set_dim(Context.get(), isl_dim_param); P < N; ++P)
    if (isl::id Id = Context.get_dim_id(isl::dim::param, P);
        parameterName(Id) == Name)
      Found = Id;
  if (!Found.is_null())
    return Found;
  for (const Argument &A : Scop.S->getFunction().args())
    if (A.getType()->isIntegerTy() && objectName(&A) == Name)
      return parameterFor(Scop, A);
  return {};
}

/// \p Elements with Polly's ids in place of the names of parameters; null when
/// there is a name that is no parameter of \p Scop.
static isl::set withParameters(isl::set Elements, ImportedScop &Scop) {
  for (int I = 0, E = isl_set_dim(Elements.get(), isl_dim_param); I < E; ++I) {
    std::string Name = isl_set_get_dim_name(Elements.get(), isl_dim_param, I);
    isl::id Found = findParameter(Scop, Name);
    if (Found.is_null())
      return {};
    Elements = isl::manage(isl_set_set_dim_id(Elements.release(), isl_dim_param,
                                              I, Found.release()));
  }
  return Elements;
}

/// An instruction outside of \p S that may read what is at \p Base.
static const Instruction *readerOutside(const polly::Scop &S, const Value *Base,
                                        AAResults &AA) {
  auto Whole = MemoryLocation::getBeforeOrAfter(Base);
  for (const Instruction &I : instructions(S.getFunction())) {
    if (S.contains(&I) || !I.mayReadFromMemory() || isa<DbgInfoIntrinsic>(&I) ||
        I.isLifetimeStartOrEnd())
      continue;
    // What stands for rows of a table seems to be memory of its own.
    if (const auto *Load = dyn_cast<LoadInst>(&I))
      if (!loadedRow(*Load) && AA.isNoAlias(MemoryLocation::get(Load), Whole))
        continue;
    if (const auto *CB = dyn_cast<CallBase>(&I))
      if (!isRefSet(AA.getModRefInfo(CB, Whole)))
        continue;
    return &I;
  }
  return nullptr;
}

/// What one run of the loops leaves may be what the next run begins with.
static bool mayRunAgain(const polly::Scop &S) {
  const BasicBlock *Exit = S.getRegion().getExit();
  return Exit == S.getEntry() || isPotentiallyReachable(Exit, S.getEntry());
}

Error smolly::restrictOutputs(ImportedScop &Scop, StringRef Specs,
                              AAResults &AA) {
  if (mayRunAgain(*Scop.S))
    return createStringError("outputs are not restricted: the loops may run "
                             "again and see what they have left out");
  auto Parsed = parseOutputSpecs(Scop.K.ctx(), Specs);
  if (!Parsed)
    return Parsed.takeError();
  Kernel K = Scop.K;
  for (OutputSpec &Spec : *Parsed) {
    auto Index = findArray(Scop, Spec.Array);
    if (!Index)
      continue;
    if (const Instruction *Reader =
            readerOutside(*Scop.S, Scop.Arrays[*Index].Object.Base, AA)) {
      std::string Line = describeLine(Reader);
      return createStringError("output '" + Spec.Array +
                               "' is not restricted: something else may read " +
                               "it" + (Line.empty() ? "" : " (" + Line + ")"));
    }
    Spec.Array = K.Arrays[*Index].Name;
    Spec.Elements = withParameters(Spec.Elements, Scop);
    if (Spec.Elements.is_null())
      return createStringError("output '" + Spec.Array +
                               "' is not restricted: it depends on something "
                               "that is neither an argument of the function "
                               "nor used by the loops (names need -g)");
    if (Error E = applyOutputSpecs(Spec, K))
      return E;
  }
  K.alignParameters();
  Scop.K = std::move(K);
  return Error::success();
}
