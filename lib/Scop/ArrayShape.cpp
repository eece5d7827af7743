//===- ArrayShape.cpp - Inner sizes of fixed-size arrays ------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ArrayShape.h.
///
//===----------------------------------------------------------------------===//

#include "ArrayShape.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Operator.h"
#include <optional>
#include <set>

using namespace llvm;
using namespace smolly;

/// Array dimensions of \p T down to elements of \p ElementBytes; empty when T
/// holds anything else.
static ArrayShape dimensionsOf(Type *T, uint64_t ElementBytes,
                               const DataLayout &DL) {
  ArrayShape Dims;
  while (auto *A = dyn_cast<ArrayType>(T)) {
    Dims.push_back(A->getNumElements());
    T = A->getElementType();
  }
  bool Fits = !T->isStructTy() && DL.getTypeAllocSize(T) == ElementBytes;
  return Fits && !is_contained(Dims, 0u) ? Dims : ArrayShape();
}

/// Inner sizes from the steps that addresses of \p Object are computed with.
static ArrayShape shapeFromSteps(const ObjectFacts &Object,
                                 uint64_t ElementBytes, const DataLayout &DL) {
  ArrayShape Best;
  SmallVector<Value *, 16> Worklist = {Object.Base};
  SmallPtrSet<Value *, 16> Seen;
  while (!Worklist.empty())
    for (User *U : Worklist.pop_back_val()->users()) {
      auto *Gep = dyn_cast<GEPOperator>(U);
      if (!Gep || !Seen.insert(U).second)
        continue;
      Worklist.push_back(U);
      ArrayShape Step =
          dimensionsOf(Gep->getSourceElementType(), ElementBytes, DL);
      if (Step.size() > Best.size())
        Best = Step;
    }
  return Best;
}

ArrayShape smolly::findFixedShape(const ObjectFacts &Object,
                                  uint64_t ElementBytes, const DataLayout &DL) {
  Type *T = nullptr;
  if (auto *A = dyn_cast<AllocaInst>(Object.Base))
    T = A->getAllocatedType();
  else if (auto *G = dyn_cast<GlobalVariable>(Object.Base))
    T = G->getValueType();
  ArrayShape Dims;
  if (T)
    Dims = dimensionsOf(T, ElementBytes, DL);
  if (Dims.size() > 1)
    return ArrayShape(Dims.begin() + 1, Dims.end());
  // The whole of an array of one dimension is a step, too, but no row.
  ArrayShape Steps = shapeFromSteps(Object, ElementBytes, DL);
  return Steps == Dims ? ArrayShape() : Steps;
}

isl::map smolly::delinearization(isl::space Element, const ArrayShape &Shape) {
  isl::id Name = Element.get_tuple_id(isl::dim::set);
  unsigned Outer = unsigned(Element.dim(isl::dim::set).release()) - 1;
  auto Subscript = [&](unsigned I) {
    return isl::aff::var_on_domain(isl::local_space(Element), isl::dim::set, I);
  };
  isl::aff Rest = Subscript(Outer);
  isl::ctx Ctx = Element.ctx();
  isl::aff_list Subscripts(Ctx, Outer + Shape.size() + 1);
  for (unsigned I = 0; I < Outer; ++I)
    Subscripts = Subscripts.add(Subscript(I));
  std::vector<isl::aff> InnerFirst;
  for (uint64_t Size : reverse(Shape)) {
    isl::val Divisor = isl::val::int_from_ui(Ctx, Size);
    InnerFirst.push_back(Rest.mod(Divisor));
    Rest = Rest.scale_down(Divisor).floor();
  }
  InnerFirst.push_back(Rest);
  for (const isl::aff &Inner : reverse(InnerFirst))
    Subscripts = Subscripts.add(Inner);
  isl::space Target =
      Element.params().add_named_tuple(Name, Outer + Shape.size() + 1);
  isl::multi_aff Map(Element.map_from_domain_and_range(Target), Subscripts);
  return Map.as_map();
}

isl::multi_aff smolly::linearization(isl::space Element,
                                     const ArrayShape &Shape) {
  unsigned Outer = unsigned(Element.dim(isl::dim::set).release()) - 1 -
                   static_cast<unsigned>(Shape.size());
  auto Subscript = [&](unsigned I) {
    return isl::aff::var_on_domain(isl::local_space(Element), isl::dim::set, I);
  };
  isl::aff_list Subscripts(Element.ctx(), Outer + 1);
  for (unsigned I = 0; I < Outer; ++I)
    Subscripts = Subscripts.add(Subscript(I));
  isl::aff Rest = Subscript(Outer);
  for (unsigned I = 0; I < Shape.size(); ++I)
    Rest = Rest.scale(isl::val::int_from_ui(Element.ctx(), Shape[I]))
               .add(Subscript(Outer + 1 + I));
  Subscripts = Subscripts.add(Rest);
  isl::id Name = Element.get_tuple_id(isl::dim::set);
  isl::space Target = Element.params().add_named_tuple(Name, Outer + 1);
  return isl::multi_aff(Element.map_from_domain_and_range(Target), Subscripts);
}

namespace {
/// A subscript, { Domain[] -> [x] }, and { Domain[] }.
struct Subscript {
  isl::aff Whole;
  isl::set Domain;
};
} // namespace

/// More pieces of a subscript are not looked at one by one.
static constexpr unsigned MaxPieces = 4;

/// The affine functions that subscript \p Index of \p Relation is, each in a
/// part of the domain: several where a size has an upper limit. None when
/// there are too many, or one has a coefficient that is no integer.
static std::vector<Subscript> affinePieces(const isl::map &Relation,
                                           unsigned Index) {
  if (!Relation.is_single_valued().is_true())
    return {};
  // Not coalesced: with quotients, isl might enlarge a piece.
  isl::pw_aff Function = Relation.as_pw_multi_aff().at(Index);
  if (unsigned(Function.n_piece().release()) > MaxPieces)
    return {};
  std::vector<Subscript> Pieces;
  bool Done = Function
                  .foreach_piece([&](isl::set Domain, isl::aff Piece) {
                    isl::val Denominator =
                        isl::manage(isl_aff_get_denominator_val(Piece.get()));
                    if (!Denominator.is_one().is_true())
                      return isl::stat::error();
                    Pieces.push_back({Piece, Domain});
                    return isl::stat::ok();
                  })
                  .is_ok();
  return Done ? Pieces : std::vector<Subscript>();
}

/// The one affine function that subscript \p Index of \p Relation is; null when
/// it is none.
static isl::aff affineSubscript(const isl::map &Relation, unsigned Index) {
  std::vector<Subscript> Pieces = affinePieces(Relation, Index);
  return Pieces.size() == 1 ? Pieces.front().Whole : isl::aff();
}

/// \p C modulo \p Size, as close to zero as possible.
static isl::val nearestRemainder(isl::val C, isl::val Size) {
  isl::val Remainder = C.mod(Size);
  return Remainder.add(Remainder).gt(Size).is_true() ? Remainder.sub(Size)
                                                     : Remainder;
}

/// The part of \p Whole whose coefficients are remainders modulo \p Size;
/// the constant term is left 0.
static isl::aff remainderPart(const isl::aff &Whole, isl::val Size) {
  isl_aff *Inner =
      isl_aff_zero_on_domain(isl_aff_get_domain_local_space(Whole.get()));
  for (isl_dim_type Type : {isl_dim_param, isl_dim_in, isl_dim_div}) {
    int Count = isl_aff_dim(Whole.get(), Type);
    for (int I = 0; I < Count; ++I) {
      isl::val C =
          isl::manage(isl_aff_get_coefficient_val(Whole.get(), Type, I));
      Inner = isl_aff_set_coefficient_val(Inner, Type, I,
                                          nearestRemainder(C, Size).release());
    }
  }
  return isl::manage(Inner);
}

/// Splits \p Whole into an outer and an inner subscript, Whole = Size * outer +
/// inner, such that the inner one is in bounds over \p Domain in at least a
/// part of \p Context, to which it restricts Context. Null when there is none.
static std::pair<isl::aff, isl::aff> splitSubscript(const isl::aff &Whole,
                                                    isl::val Size,
                                                    const isl::set &Domain,
                                                    isl::set &Context) {
  isl::aff Linear = remainderPart(Whole, Size);
  isl::val Constant =
      isl::manage(isl_aff_get_constant_val(Whole.get())).mod(Size);
  isl::val Nearest = nearestRemainder(Constant, Size);
  isl::set Best;
  std::pair<isl::aff, isl::aff> Result;
  // Where sizes decide between the two, a row most likely begins with 0.
  for (isl::val C :
       {Nearest, Nearest.is_neg().is_true() ? Constant : Constant.sub(Size)}) {
    isl::aff Inner = Linear.add_constant(C);
    isl::pw_aff Function(Inner);
    isl::pw_aff Limit(isl::aff(isl::local_space(Domain.get_space()), Size));
    isl::pw_aff Zero(isl::aff(isl::local_space(Domain.get_space()),
                              isl::val::zero(Size.ctx())));
    isl::set Outside = Function.lt_set(Zero).unite(Function.ge_set(Limit));
    isl::set Good =
        coalesced(Context.subtract(Domain.intersect(Outside).params()));
    if (!isEmpty(Good).is_false() ||
        (!Best.is_null() &&
         (isSubset(Good, Best).is_true() || isSubset(Best, Good).is_false())))
      continue;
    Best = Good;
    Result = {Whole.sub(Inner).scale_down(Size), Inner};
  }
  if (!Best.is_null())
    Context = Best;
  return Result;
}

/// The absolute values that \p Whole changes by where the counter of a loop, or
/// a quotient of such, has become one more, in ascending order.
static std::set<uint64_t> stepsOf(const isl::aff &Whole) {
  std::set<uint64_t> Steps;
  for (isl_dim_type Type : {isl_dim_in, isl_dim_div}) {
    int Dims = isl_aff_dim(Whole.get(), Type);
    for (int I = 0; I < Dims; ++I) {
      isl::val Step =
          isl::manage(isl_aff_get_coefficient_val(Whole.get(), Type, I)).abs();
      // A size of more bits is none.
      if (!Step.is_zero().is_true() && Step.lt(INT32_MAX).is_true())
        Steps.insert(static_cast<uint64_t>(Step.get_num_si()));
    }
  }
  return Steps;
}

/// The outer subscripts of \p Subscripts, if all of them consist, in a part of
/// \p Context in which they occur, of one and of an inner one below \p Size.
/// Restricts Context to that part.
static std::optional<std::vector<Subscript>>
outerSubscripts(ArrayRef<Subscript> Subscripts, uint64_t Size,
                isl::set &Context) {
  std::vector<Subscript> Outer;
  for (const Subscript &S : Subscripts) {
    isl::aff Rest =
        splitSubscript(S.Whole, isl::val::int_from_ui(Context.ctx(), Size),
                       S.Domain, Context)
            .first;
    if (Rest.is_null())
      return std::nullopt;
    Outer.push_back({Rest, S.Domain});
  }
  if (any_of(Outer, [&](const Subscript &S) {
        return !isEmpty(S.Domain.intersect_params(Context)).is_false();
      }))
    return std::nullopt;
  return Outer;
}

namespace {
/// Rows of a size, the subscripts of rows, and { [params] } where they are so.
struct RowsOfSize {
  uint64_t Size;
  std::vector<Subscript> Outer;
  isl::set Context;
};
} // namespace

/// The smallest rows that \p Subscripts are in wherever \p Context holds; else,
/// with \p MayAssume, the largest, for which the least has to be assumed.
static std::optional<RowsOfSize> findRows(ArrayRef<Subscript> Subscripts,
                                          const isl::set &Context,
                                          bool MayAssume) {
  std::set<uint64_t> Sizes;
  for (const Subscript &S : Subscripts) {
    std::set<uint64_t> Steps = stepsOf(S.Whole);
    if (Steps.size() > 1)
      Sizes.insert(std::next(Steps.begin()), Steps.end());
  }
  std::optional<RowsOfSize> Largest;
  for (uint64_t Size : Sizes) {
    isl::set Part = Context;
    auto Outer = outerSubscripts(Subscripts, Size, Part);
    if (!Outer)
      continue;
    if (isSubset(Context, Part).is_true())
      return RowsOfSize{Size, std::move(*Outer), Part};
    if (MayAssume && Size >= ShortestRow)
      Largest = RowsOfSize{Size, std::move(*Outer), Part};
  }
  return Largest;
}

ArrayShape smolly::findWrittenShape(ArrayRef<isl::map> Relations,
                                    isl::set &Context, bool MayAssume) {
  std::vector<Subscript> Rests;
  for (const isl::map &Relation : Relations) {
    unsigned Dims = unsigned(Relation.dim(isl::dim::out).release());
    std::vector<Subscript> Pieces = affinePieces(Relation, Dims - 1);
    if (Pieces.empty())
      return {};
    // A loop over all elements fits to any shape.
    copy_if(Pieces, std::back_inserter(Rests), [](const Subscript &Piece) {
      return stepsOf(Piece.Whole).size() > 1;
    });
  }
  ArrayShape Shape;
  while (auto Rows = findRows(Rests, Context, MayAssume)) {
    Shape.insert(Shape.begin(), Rows->Size);
    Rests = std::move(Rows->Outer);
    Context = Rows->Context;
  }
  return Shape;
}

/// The subscripts of \p Relation, of which the last one is \p Last all over its
/// domain, in rows of \p Shape, in a part of \p Context, to which it restricts
/// Context. Null when there are none.
static isl::multi_aff delinearizePiece(const isl::map &Relation,
                                       const isl::aff &Last,
                                       const isl::space &Target,
                                       const ArrayShape &Shape,
                                       isl::set &Context) {
  unsigned Dims = unsigned(Relation.dim(isl::dim::out).release());
  isl::aff Rest = Last;
  isl::set Domain = Relation.domain(), Restricted = Context;
  std::vector<isl::aff> InnerFirst;
  for (uint64_t Size : reverse(Shape)) {
    auto [Outer, Inner] = splitSubscript(
        Rest, isl::val::int_from_ui(Relation.ctx(), Size), Domain, Restricted);
    if (Outer.is_null())
      return isl::multi_aff();
    InnerFirst.push_back(Inner);
    Rest = Outer;
  }
  InnerFirst.push_back(Rest);
  isl::aff_list Subscripts(Relation.ctx(), Dims - 1 + InnerFirst.size());
  for (unsigned I = 0; I + 1 < Dims; ++I) {
    isl::aff Outer = affineSubscript(Relation, I);
    if (Outer.is_null())
      return isl::multi_aff();
    Subscripts = Subscripts.add(Outer);
  }
  for (const isl::aff &Subscript : reverse(InnerFirst))
    Subscripts = Subscripts.add(Subscript);
  Context = Restricted;
  return isl::multi_aff(Domain.get_space().map_from_domain_and_range(Target),
                        Subscripts);
}

isl::map smolly::delinearizeAccess(isl::map Relation, const ArrayShape &Shape,
                                   isl::set &Context) {
  isl::map Exact = delinearization(Relation.get_space().range(), Shape);
  isl::space Target = Exact.get_space().range();
  unsigned Dims = unsigned(Relation.dim(isl::dim::out).release());
  std::vector<Subscript> Pieces = affinePieces(Relation, Dims - 1);
  if (Pieces.empty())
    return Relation.apply_range(Exact);
  isl::map Result = isl::map::empty(
      Relation.get_space().domain().map_from_domain_and_range(Target));
  for (const Subscript &Piece : Pieces) {
    isl::map Part = Relation.intersect_domain(Piece.Domain);
    isl::multi_aff Subscripts =
        delinearizePiece(Part, Piece.Whole, Target, Shape, Context);
    Result =
        Result.unite(Subscripts.is_null()
                         ? Part.apply_range(Exact)
                         : Subscripts.as_map().intersect_domain(Piece.Domain));
  }
  return Result;
}

bool smolly::dividesRows(const ArrayShape &Shape,
                         const polly::ScopArrayInfo &SAI) {
  unsigned Dims = SAI.getNumberOfDimensions();
  if (Shape.empty() || Dims < 2)
    return true;
  isl::pw_aff Size = SAI.getDimensionSizePw(Dims - 1);
  uint64_t Elements = 1;
  for (uint64_t D : Shape)
    Elements *= D;
  isl::val Whole = isl::val::int_from_ui(Size.ctx(), Elements);
  isl::set Same = Size.eq_set(isl::pw_aff(Size.domain(), Whole));
  isl::set Divided = Size.mod(Whole).eq_set(
      isl::pw_aff(Size.domain(), isl::val::zero(Size.ctx())));
  return isSubset(Size.domain(), Same).is_false() &&
         isSubset(Size.domain(), Divided).is_true();
}
