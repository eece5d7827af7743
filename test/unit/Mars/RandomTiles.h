//===- RandomTiles.h - Random programs in tiles -----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random uniform programs with tilings, and what their tiles pass on, found by
/// going through their instances.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_UNITTEST_RANDOMTILES_H
#define SMOLLY_UNITTEST_RANDOMTILES_H

#include "smolly/Mars/Mars.h"
#include <map>
#include <random>
#include <set>

namespace smolly::test {

using mars::Vector;

struct RandomTiles {
  unsigned Iterators = 1, Statements = 1;
  /// For each family the coefficients, and for each statement the constants.
  std::vector<Vector> Normals, Constants;
  Vector Sizes;
  struct Dependence {
    unsigned From, To;
    Vector Distance; // of iterators
  };
  std::vector<Dependence> Dependences;

  /// With \p Forward no dependence goes backwards across a hyperplane.
  RandomTiles(unsigned Seed, bool Forward) {
    std::mt19937 Random(Seed);
    auto Pick = [&Random](long Low, long High) {
      return Low + long(Random() % (High - Low + 1));
    };
    Iterators = Pick(1, 3);
    Statements = Forward ? 1 : Pick(1, 2);
    long Families = Pick(1, Forward ? 3 : 4), Common = Pick(1, 5);
    bool SameSize = Pick(0, 1);
    for (long F = 0; F < Families; ++F) {
      Normals.push_back(vector(Iterators, [&] { return Pick(-1, 2); }));
      Sizes.push_back(SameSize ? Common : Pick(1, Iterators == 3 ? 4 : 6));
    }
    for (unsigned S = 0; S < Statements; ++S)
      Constants.push_back(vector(
          Families, [&] { return S == 0 && Pick(0, 1) ? 0 : Pick(-2, 2); }));
    for (long D = Pick(1, 5); D > 0; --D) {
      Dependence New{unsigned(Pick(0, Statements - 1)),
                     unsigned(Pick(0, Statements - 1)),
                     vector(Iterators, [&] { return Pick(-2, 2); })};
      if (!Forward || isForward(New.Distance))
        Dependences.push_back(New);
    }
  }

  template <typename MakeFn> static Vector vector(unsigned Size, MakeFn Make) {
    Vector Result;
    for (unsigned I = 0; I < Size; ++I)
      Result.push_back(Make());
    return Result;
  }

  static long product(const Vector &A, const Vector &B) {
    long Sum = 0;
    for (size_t I = 0; I < A.size(); ++I)
      Sum += A[I] * B[I];
    return Sum;
  }

  bool isForward(const Vector &Distance) const {
    for (const Vector &Normal : Normals)
      if (product(Normal, Distance) < 0)
        return false;
    return true;
  }

  /// The kernel file.
  std::string json() const {
    auto Tuple = [&](unsigned S, const Vector &Shift) {
      std::string Text = "S" + std::to_string(S) + "[";
      for (unsigned I = 0; I < Iterators; ++I)
        Text += (I == 0 ? "x" : ", x") + std::to_string(I) +
                (Shift[I] ? " + " + std::to_string(Shift[I]) : "");
      return Text + "]";
    };
    Vector None(Iterators, 0);
    std::string Text = "{ \"name\": \"random\", \"arrays\": [], ", Flow, Stmts;
    for (unsigned S = 0; S < Statements; ++S) {
      std::string Iteration, Name = "S" + std::to_string(S);
      for (unsigned I = 0; I < Iterators; ++I)
        Iteration += (I == 0 ? "x" : ", x") + std::to_string(I);
      Stmts += (S == 0 ? "" : ", ") + ("{ \"name\": \"" + Name) +
               "\", \"domain\": \"{ " + Name + "[" + Iteration +
               "] }\", \"schedule\": \"{ " + Name + "[" + Iteration + "] -> [" +
               Iteration + ", " + std::to_string(S) +
               "] }\", \"accesses\": [] }";
    }
    for (const Dependence &D : Dependences)
      Flow += (Flow.empty() ? "" : "; ") + Tuple(D.From, None) + " -> " +
              Tuple(D.To, D.Distance);
    std::string Planes, Lengths;
    for (size_t F = 0; F < Normals.size(); ++F) {
      Planes += F == 0 ? "\"{ " : ", \"{ ";
      for (unsigned S = 0; S < Statements; ++S) {
        Planes += (S == 0 ? "" : "; ") + Tuple(S, None) + " -> [" +
                  std::to_string(Constants[S][F]);
        for (unsigned I = 0; I < Iterators; ++I)
          Planes +=
              " + " + std::to_string(Normals[F][I]) + "x" + std::to_string(I);
        Planes += "]";
      }
      Planes += " }\"";
      Lengths += (F == 0 ? "" : ", ") + std::to_string(Sizes[F]);
    }
    return Text + "\"statements\": [" + Stmts + "], \"dependences\": \"{ " +
           Flow + " }\", \"tiling\": { \"hyperplanes\": [" + Planes +
           "], \"sizes\": [" + Lengths + "] } }";
  }

  static long floorDiv(long A, long B) {
    return A / B - (A % B != 0 && (A < 0) != (B < 0));
  }

  Vector heights(unsigned Stmt, const Vector &X) const {
    Vector Result = Constants[Stmt];
    for (size_t F = 0; F < Normals.size(); ++F)
      Result[F] += product(Normals[F], X);
    return Result;
  }

  Vector tileOf(unsigned Stmt, const Vector &X) const {
    Vector Result = heights(Stmt, X);
    for (size_t F = 0; F < Sizes.size(); ++F)
      Result[F] = floorDiv(Result[F], Sizes[F]);
    return Result;
  }

  Vector residuesOf(unsigned Stmt, const Vector &X) const {
    Vector Result = heights(Stmt, X), Tile = tileOf(Stmt, X);
    for (size_t F = 0; F < Sizes.size(); ++F)
      Result[F] -= Tile[F] * Sizes[F];
    return Result;
  }

  /// Relative numbers of the tiles that use what an instance computes.
  std::vector<Vector> consumersOf(unsigned Stmt, const Vector &X) const {
    std::set<Vector> Result;
    Vector Own = tileOf(Stmt, X), None(Sizes.size(), 0);
    for (const Dependence &D : Dependences) {
      if (D.From != Stmt)
        continue;
      Vector To = X;
      for (unsigned I = 0; I < Iterators; ++I)
        To[I] += D.Distance[I];
      Vector Tile = tileOf(D.To, To);
      for (size_t F = 0; F < Sizes.size(); ++F)
        Tile[F] -= Own[F];
      Result.insert(Tile);
    }
    Result.erase(None);
    return {Result.begin(), Result.end()};
  }

  /// Calls Visit(Stmt, X) with all instances up to \p Far from 0.
  template <typename VisitFn>
  void forEachInstance(long Far, VisitFn Visit) const {
    for (unsigned Stmt = 0; Stmt < Statements; ++Stmt) {
      Vector X(Iterators, -Far);
      unsigned I = 0;
      while (I < Iterators) {
        Visit(Stmt, X);
        for (I = 0; I < Iterators && ++X[I] > Far; ++I)
          X[I] = -Far;
      }
    }
  }
};

} // namespace smolly::test

#endif // SMOLLY_UNITTEST_RANDOMTILES_H
