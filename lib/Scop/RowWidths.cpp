//===- RowWidths.cpp - Widths of the rows of an array ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RowWidths.h.
///
//===----------------------------------------------------------------------===//

#include "RowWidths.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace smolly;

void smolly::joinProducts(MapVector<Value *, WidthUses> &Uses,
                          const MapVector<Value *, WidthProducts> &Products) {
  // How often each was met without the others.
  DenseMap<Value *, unsigned> Alone;
  for (const auto &[Object, Widths] : Uses)
    for (const auto &[Width, Use] : Widths)
      Alone[Width] += Use.Count;
  for (const auto &[Object, Own] : Products)
    for (const auto &[Width, Product] : Own)
      for (Value *Factor : Product.Factors)
        Alone[Factor] -= Product.Count;
  for (const auto &[Object, Own] : Products)
    for (const auto &[Width, Product] : Own) {
      WidthUses &Widths = Uses[Object];
      if (any_of(Product.Factors, [&, &P = Product](Value *Factor) {
            return Alone.lookup(Factor) > 0 ||
                   Widths.lookup(Factor).Count !=
                       P.Count * count(P.Factors, Factor);
          }))
        continue;
      for (Value *Factor : Product.Factors)
        Widths.erase(Factor);
      Widths[Width] = {Product.Count, Product.IsOfPlane};
    }
}

void smolly::dropMultiples(WidthUses &Uses,
                           const DenseMap<Value *, Value *> &Bases) {
  auto BaseOf = [&](Value *Width) {
    Value *Base = Bases.lookup(Width);
    return Base ? Base : Width;
  };
  DenseMap<Value *, unsigned> Count;
  for (auto &[Width, Use] : Uses)
    ++Count[BaseOf(Width)];
  WidthUses Kept;
  for (auto &[Width, Use] : Uses) {
    Value *Base = BaseOf(Width);
    WidthUse &New = Kept[Count[Base] > 1 ? Base : Width];
    New.Count += Use.Count;
    New.IsOfPlane |= Use.IsOfPlane;
  }
  Uses = std::move(Kept);
}
