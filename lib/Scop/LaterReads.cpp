//===- LaterReads.cpp - What rewritten loops read -------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements LaterReads.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/LaterReads.h"
#include "AffineValues.h"
#include "OutsideElements.h"
#include "polly/Support/GICHelper.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Scop/Import.h"

using namespace llvm;
using namespace smolly;

/// The name of the Ith parameter in text.
static std::string nameOf(unsigned I) {
  return "smolly_later_" + std::to_string(I);
}

/// The sizes of all dimensions of \p Array but the first.
static SmallVector<const SCEV *, 4>
innerSizes(const polly::ScopArrayInfo &Array) {
  SmallVector<const SCEV *, 4> Sizes;
  for (unsigned I = 1; I < Array.getNumberOfDimensions(); ++I)
    Sizes.push_back(Array.getDimensionSize(I));
  return Sizes;
}

/// \p Elements as text, with what the parameters in it stand for.
static void setElements(isl::set Elements, LaterReads::Part &Part) {
  for (int I = 0, E = isl_set_dim(Elements.get(), isl_dim_param); I < E; ++I) {
    isl::id Id =
        isl::manage(isl_set_get_dim_id(Elements.get(), isl_dim_param, I));
    Part.Parameters.push_back(static_cast<const SCEV *>(Id.get_user()));
    Elements = isl::manage(isl_set_set_dim_name(
        Elements.release(), isl_dim_param, I, nameOf(I).c_str()));
  }
  Part.Elements = polly::stringFromIslObj(Elements.release());
}

/// The elements of array \p Index that the statements of \p Scop read, with the
/// subscripts that Polly knows, { Element[] }; null if they are not known.
static isl::set elementsReadIn(const ImportedScop &Scop, unsigned Index) {
  const Kernel &K = Scop.K;
  isl::set Elements = isl::set::empty(K.Arrays[Index].Extent.get_space());
  for (const Statement &S : K.Statements)
    for (const Access &A : S.Accesses)
      if (A.Array == Index && !A.isWrite())
        Elements =
            Elements.unite(A.Relation.intersect_domain(S.Domain).range());
  if (const isl::multi_aff &ToSai = Scop.Arrays[Index].ToSai; !ToSai.is_null())
    Elements = Elements.apply(ToSai.as_map());
  return coalesced(Elements).intersect_params(K.Context).reset_tuple_id();
}

LaterReads smolly::readsOf(const ImportedScop &Scop) {
  LaterReads Result;
  for (unsigned I = 0; I < Scop.Arrays.size(); ++I) {
    const ObjectFacts &Object = Scop.Arrays[I].Object;
    const auto *SAI = Scop.Arrays[I].SAI;
    if (!Object.isPrivate() || SAI->getBasePtrOriginSAI())
      continue;
    bool IsPreloaded =
        any_of(Scop.S->getInvariantAccesses(), [&](const auto &Class) {
          return any_of(Class.InvariantAccesses, [&](polly::MemoryAccess *MA) {
            return MA->getLatestScopArrayInfo() == SAI;
          });
        });
    if (IsPreloaded)
      continue;
    isl::set Elements = elementsReadIn(Scop, I);
    if (Elements.is_null())
      continue;
    LaterReads::Part Part;
    Part.Object = Object.Base;
    Part.ElementBytes = SAI->getElemSizeInBytes();
    Part.InnerSizes = innerSizes(*SAI);
    setElements(Elements, Part);
    for (const Instruction *Access : Object.Accesses)
      if (isa<LoadInst>(Access) && Scop.S->contains(Access))
        Part.Loads.insert(Access);
    Result.Parts.push_back(std::move(Part));
  }
  return Result;
}

/// The point { [params] } at which the parameter named \p Name is \p Value.
static isl::set isEqual(const std::string &Name, isl::pw_aff Value) {
  isl::id Id = isl::id::alloc(Value.ctx(), Name, nullptr);
  isl::space Space = isl::manage(
      isl_space_add_param_id(Value.get_domain_space().release(), Id.release()));
  unsigned Position = unsigned(isl_space_dim(Space.get(), isl_dim_param)) - 1;
  isl::pw_aff Parameter(isl::aff::var_on_domain(isl::local_space(Space),
                                                isl::dim::param, Position));
  return Parameter.eq_set(Value).params();
}

std::optional<KnownElements>
smolly::elementsRead(const LaterReads::Part &Part, polly::Scop &S,
                     const polly::ScopArrayInfo &Array,
                     const DominatorTree &DT) {
  if (Part.ElementBytes != unsigned(Array.getElemSizeInBytes()) ||
      Part.InnerSizes != innerSizes(Array))
    return std::nullopt;
  for (const SCEV *Parameter : Part.Parameters)
    addParameters(S, Parameter, DT);
  AffineValues Values(S, {}, 1);
  isl::set Elements(S.getIslCtx(), Part.Elements);
  for (unsigned I = 0; I < Part.Parameters.size(); ++I) {
    isl::pw_aff Value = Values.valueOf(Part.Parameters[I]);
    if (Value.is_null())
      return std::nullopt;
    Value = isl::manage(isl_pw_aff_project_domain_on_params(Value.release()));
    Elements = Elements.intersect_params(isEqual(nameOf(I), Value));
    isl::id Id = isl::id::alloc(S.getIslCtx(), nameOf(I), nullptr);
    Elements = isl::manage(
        isl_set_project_out_param_id(Elements.release(), Id.release()));
  }
  if (Elements.is_null())
    return std::nullopt;
  return KnownElements{Elements, Values.assumed()};
}
