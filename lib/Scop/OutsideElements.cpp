//===- OutsideElements.cpp - Elements outside of a SCoP -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements OutsideElements.h.
///
//===----------------------------------------------------------------------===//

#include "OutsideElements.h"
#include "AffineValues.h"
#include "FitRows.h"
#include "RegionEffects.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Scop/FlatLoops.h"
#include "smolly/Scop/IndirectReads.h"
#include "llvm/Analysis/Delinearization.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace smolly;

/// Polyhedra that what is assumed of parameters may consist of.
static constexpr int MaxPieces = 4;

using Subscripts = SmallVector<const SCEV *, 4>;

namespace {

/// An offset in subscripts, as many as the array has dimensions.
struct Offset {
  Subscripts Of;
  /// Numbers without sign that were taken for numbers with one.
  Subscripts NonNegative;
};

} // namespace

/// Frozen widths in \p Expr become what they are frozen copies of, and those
/// without sign get one, so that two copies of one width are the same. Widths
/// that are sums stay, as nothing can be divided by them.
static const SCEV *thaw(const SCEV *Expr, ScalarEvolution &SE, Offset &O) {
  ValueToSCEVMapTy Thawed;
  SCEVExprContains(Expr, [&](const SCEV *Part) {
    Value *Source = frozenValue(Part);
    if (!Source)
      return false;
    const SCEV *Width = SE.getSCEV(Source);
    const auto *Cast = dyn_cast<SCEVIntegralCastExpr>(Width);
    if (!isa<SCEVUnknown>(Cast ? Cast->getOperand() : Width))
      return false;
    if (isa<SCEVZeroExtendExpr>(Width)) {
      O.NonNegative.push_back(Width);
      Width = SE.getSignExtendExpr(Cast->getOperand(), Width->getType());
    }
    Thawed[cast<SCEVUnknown>(Part)->getValue()] = Width;
    return false;
  });
  return SCEVParameterRewriter::rewrite(Expr, SE, Thawed);
}

/// The offset \p Bytes from the start of \p Array, with the element's size as
/// that of an innermost dimension; no subscripts if they are not found.
static Offset subscriptsOf(const SCEV *Bytes, ScalarEvolution &SE,
                           const polly::ScopArrayInfo &Array) {
  Offset Result;
  Subscripts Sizes;
  for (unsigned I = 1; I < Array.getNumberOfDimensions(); ++I) {
    const SCEV *Size = Array.getDimensionSize(I);
    if (!Size)
      return Result;
    Sizes.push_back(thaw(Size, SE, Result));
  }
  Sizes.push_back(SE.getConstant(Bytes->getType(), Array.getElemSizeInBytes()));
  computeAccessFunctions(SE, thaw(Bytes, SE, Result), Result.Of, Sizes);
  if (Result.Of.size() != Array.getNumberOfDimensions())
    Result.Of.clear();
  return Result;
}

/// The same for the element that \p Load reads.
static Offset subscriptsOf(const LoadInst &Load, ScalarEvolution &SE,
                           const polly::ScopArrayInfo &Array,
                           const Loop *Around) {
  const SCEV *Address =
      SE.getSCEVAtScope(const_cast<Value *>(Load.getPointerOperand()), Around);
  const auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Address));
  const DataLayout &DL = Load.getFunction()->getDataLayout();
  if (!Base || Base->getValue() != Array.getBasePtr() ||
      DL.getTypeStoreSize(Load.getType()) !=
          TypeSize::getFixed(Array.getElemSizeInBytes()))
    return {};
  return subscriptsOf(SE.removePointerBase(Address), SE, Array);
}

/// The size of \p Object in bytes; null if it is not known.
static const SCEV *sizeOf(const ObjectFacts &Object, ScalarEvolution &SE,
                          const DataLayout &DL) {
  Type *Word = DL.getIndexType(Object.Base->getType());
  auto Fixed = [&](TypeSize Bytes) -> const SCEV * {
    return Bytes.isScalable() || Bytes.isZero()
               ? nullptr
               : SE.getConstant(Word, Bytes.getFixedValue());
  };
  if (const auto *G = dyn_cast<GlobalVariable>(Object.Base))
    return G->getValueType()->isSized()
               ? Fixed(DL.getTypeAllocSize(G->getValueType()))
               : nullptr;
  if (const auto *Local = dyn_cast<AllocaInst>(Object.Base)) {
    const SCEV *Each = Fixed(DL.getTypeAllocSize(Local->getAllocatedType()));
    Value *Count = const_cast<Value *>(Local->getArraySize());
    return Each ? SE.getMulExpr(
                      Each, SE.getTruncateOrZeroExtend(SE.getSCEV(Count), Word))
                : nullptr;
  }
  const auto *Call = dyn_cast<CallBase>(Object.Base);
  Attribute Size = Call ? Call->getFnAttr(Attribute::AllocSize) : Attribute();
  if (Object.Kind != ObjectKind::Heap || !Size.isValid())
    return nullptr;
  auto [Bytes, Count] = Size.getAllocSizeArgs();
  const SCEV *Result = SE.getSCEV(Call->getArgOperand(Bytes));
  return Count ? SE.getMulExpr(Result, SE.getSCEV(Call->getArgOperand(*Count)))
               : Result;
}

isl::set smolly::innerBounds(const polly::ScopArrayInfo &Array,
                             const isl::space &Element) {
  isl::set Bounds = isl::set::universe(Element);
  for (unsigned I = 0; I < Array.getNumberOfDimensions(); ++I) {
    Bounds = Bounds.lower_bound_si(isl::dim::set, I, 0);
    isl::pw_aff Size = Array.getDimensionSizePw(I);
    if (I == 0 || Size.is_null())
      continue;
    // The size lives on a set space without dimensions, not on parameters.
    Size = isl::manage(isl_pw_aff_project_domain_on_params(Size.release()));
    isl::pw_aff Index(
        isl::aff::var_on_domain(isl::local_space(Element), isl::dim::set, I));
    Bounds = Bounds.intersect(Index.lt_set(Size.insert_domain(Element)));
  }
  return Bounds;
}

isl::set smolly::rowsOf(const polly::ScopArrayInfo &Array,
                        const isl::space &Element) {
  return isl::manage(isl_set_drop_constraints_involving_dims(
      innerBounds(Array, Element).release(), isl_dim_set, 0, 1));
}

/// Assumes that none of \p Numbers, which have no sign, would have one.
static bool assumeAll(ArrayRef<const SCEV *> Numbers, AffineValues &Values) {
  return all_of(Numbers, [&](const SCEV *Number) {
    return !Values.valueOf(Number).is_null();
  });
}

std::optional<KnownElements>
smolly::elementsRead(const LoadInst &Load, polly::Scop &S,
                     const polly::ScopArrayInfo &Array, const LoopInfo &LI,
                     const DominatorTree &DT) {
  // What its subscript is differs from one time to the next.
  if (isIndirectRead(Load))
    return std::nullopt;
  SmallVector<const Loop *, 4> Loops;
  const Loop *Innermost = LI.getLoopFor(Load.getParent());
  for (const Loop *L = Innermost; L && !L->contains(S.getEntry());
       L = L->getParentLoop())
    Loops.insert(Loops.begin(), L);
  unsigned Dims = Array.getNumberOfDimensions();
  Offset Found = subscriptsOf(Load, *S.getSE(), Array, Innermost);
  if (Found.Of.empty())
    return std::nullopt;
  for (const SCEV *Subscript : Found.Of)
    addParameters(S, Subscript, DT);
  for (const Loop *L : Loops)
    addParameters(S, S.getSE()->getBackedgeTakenCount(L), DT);
  AffineValues Values(S, Loops, Dims);
  if (!assumeAll(Found.NonNegative, Values))
    return std::nullopt;
  isl::space Element = S.getFullParamSpace().add_unnamed_tuple(Dims);
  isl::map Read = isl::map::from_domain_and_range(Values.iterations(),
                                                  isl::set::universe(Element));
  for (unsigned I = 0; I < Dims; ++I) {
    isl::pw_aff Value = Values.valueOf(Found.Of[I]);
    if (Value.is_null())
      return std::nullopt;
    isl::map Equal = isl::map::from_pw_aff(Value);
    Equal =
        isl::manage(isl_map_insert_dims(Equal.release(), isl_dim_out, 0, I));
    Equal = isl::manage(
        isl_map_add_dims(Equal.release(), isl_dim_out, Dims - 1 - I));
    Read = Read.intersect(Equal);
  }
  KnownElements Result{Read.range(), Values.assumed()};
  // What is in place of a loop over all elements reads the same as that if all
  // sizes are positive.
  for (const Loop *L : Loops)
    if (isInPlaceOfFlatLoop(*L)) {
      isl::pw_aff Taken = Values.valueOf(S.getSE()->getBackedgeTakenCount(L));
      if (Taken.is_null())
        return std::nullopt;
      isl::pw_aff None(Taken.domain(), isl::val::zero(Taken.ctx()));
      Result.Assumed = Result.Assumed.intersect(Taken.ge_set(None).params());
    }
  // A subscript beyond its row would be an element of another one.
  isl::set Beyond = Result.Elements.intersect_params(Result.Assumed)
                        .subtract(innerBounds(Array, Element));
  if (!isEmpty(Beyond).is_true())
    Result.Assumed = coalesced(Result.Assumed.subtract(Beyond.params()));
  if (Result.Assumed.n_basic_set().release() > MaxPieces ||
      isEmpty(Result.Assumed).is_true())
    return std::nullopt;
  return Result;
}

std::optional<KnownElements>
smolly::allocatedElements(const ObjectFacts &Object, polly::Scop &S,
                          const polly::ScopArrayInfo &Array,
                          const DominatorTree &DT) {
  ScalarEvolution &SE = *S.getSE();
  const SCEV *Bytes = sizeOf(Object, SE, S.getFunction().getDataLayout());
  if (!Bytes)
    return std::nullopt;
  Offset End = subscriptsOf(Bytes, SE, Array);
  if (End.Of.empty() || any_of(drop_begin(End.Of), [](const SCEV *Rest) {
        return !Rest->isZero();
      }))
    return std::nullopt;
  addParameters(S, End.Of.front(), DT);
  unsigned Dims = Array.getNumberOfDimensions();
  AffineValues Values(S, {}, Dims);
  isl::pw_aff Size = Values.valueOf(End.Of.front());
  if (Size.is_null() || !assumeAll(End.NonNegative, Values))
    return std::nullopt;
  isl::space Element = S.getFullParamSpace().add_unnamed_tuple(Dims);
  isl::pw_aff Outermost(
      isl::aff::var_on_domain(isl::local_space(Element), isl::dim::set, 0));
  Size = isl::manage(isl_pw_aff_project_domain_on_params(Size.release()));
  isl::set Elements = Outermost.lt_set(Size.insert_domain(Element))
                          .intersect(innerBounds(Array, Element));
  return KnownElements{Elements, Values.assumed()};
}

/// Whether control may get from the end of \p From to the start of \p To
/// without being in one of \p Barriers before; \p To may be one of these.
/// Complexity: number of basic blocks.
static bool isReachable(const BasicBlock *From, const BasicBlock *To,
                        ArrayRef<const BasicBlock *> Barriers) {
  return !is_contained(Barriers, From) &&
         blocksBehind(From, Barriers).contains(To);
}

bool smolly::isReachedBehind(const polly::Scop &S, const Instruction &I,
                             const ObjectFacts &Object) {
  BasicBlock *Exit = S.getRegion().getExit();
  if (I.getParent() == Exit)
    return true;
  const auto *Allocation = dyn_cast<Instruction>(Object.Base);
  if (!Allocation || Allocation->getParent() == Exit)
    return isReachable(Exit, I.getParent(), {});
  return Allocation->getParent() != I.getParent() &&
         isReachable(Exit, I.getParent(), {Allocation->getParent()});
}

/// Behind which blocks no element of \p Object has the value it had before.
static SmallVector<const BasicBlock *, 2> renewals(const ObjectFacts &Object) {
  SmallVector<const BasicBlock *, 2> Result;
  if (const auto *Allocation = dyn_cast<Instruction>(Object.Base))
    Result.push_back(Allocation->getParent());
  for (MemSetInst *Fill : Object.ZeroFills)
    Result.push_back(Fill->getParent());
  return Result;
}

bool smolly::isReachedBefore(const polly::Scop &S, const Instruction &I,
                             const ObjectFacts &Object) {
  SmallVector<const BasicBlock *, 2> Barriers = renewals(Object);
  // In its own block, it may be behind what renews the object.
  erase(Barriers, I.getParent());
  return isReachable(I.getParent(), S.getEntry(), Barriers);
}

bool smolly::mayRunAgain(const polly::Scop &S, const ObjectFacts &Object) {
  if (Object.Kind == ObjectKind::Global)
    return true;
  SmallVector<const BasicBlock *, 2> Barriers = renewals(Object);
  const BasicBlock *Exit = S.getRegion().getExit();
  return Exit == S.getEntry() || isReachable(Exit, S.getEntry(), Barriers);
}

bool smolly::runsOnceBefore(const polly::Scop &S, const Instruction &I,
                            const Value &Object, const LoopInfo &LI,
                            const DominatorTree &DT) {
  const Loop *Around = LI.getLoopFor(S.getEntry());
  while (Around && S.contains(Around))
    Around = Around->getParentLoop();
  const auto *Allocation = dyn_cast<Instruction>(&Object);
  if (!Allocation || S.getRegion().getExit() == S.getEntry())
    return false;
  SmallVector<const BasicBlock *, 1> Barriers;
  if (Around) {
    // The allocation is passed each time around, and on each way to I.
    if (LI.getLoopFor(Allocation->getParent()) != Around ||
        !Around->contains(&I) || !DT.dominates(Allocation, &I))
      return false;
    Barriers.push_back(Around->getHeader());
  }
  return !isReachable(S.getRegion().getExit(), S.getEntry(), Barriers);
}
