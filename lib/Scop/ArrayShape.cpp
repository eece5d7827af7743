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
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Operator.h"

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
  if (T) {
    ArrayShape Dims = dimensionsOf(T, ElementBytes, DL);
    if (Dims.size() > 1)
      return ArrayShape(Dims.begin() + 1, Dims.end());
  }
  return shapeFromSteps(Object, ElementBytes, DL);
}

isl::map smolly::delinearization(isl::space Element, const ArrayShape &Shape) {
  isl::id Name = Element.get_tuple_id(isl::dim::set);
  isl::aff Rest =
      isl::aff::var_on_domain(isl::local_space(Element), isl::dim::set, 0);
  isl::ctx Ctx = Element.ctx();
  isl::aff_list Subscripts(Ctx, Shape.size() + 1);
  std::vector<isl::aff> InnerFirst;
  for (uint64_t Size : reverse(Shape)) {
    isl::val Divisor = isl::val::int_from_ui(Ctx, Size);
    InnerFirst.push_back(Rest.mod(Divisor));
    Rest = Rest.scale_down(Divisor).floor();
  }
  InnerFirst.push_back(Rest);
  for (const isl::aff &Subscript : reverse(InnerFirst))
    Subscripts = Subscripts.add(Subscript);
  isl::space Target = Element.params().add_named_tuple(Name, Shape.size() + 1);
  isl::multi_aff Map(Element.map_from_domain_and_range(Target), Subscripts);
  return Map.as_map();
}
