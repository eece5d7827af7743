//===- LexOrderTest.cpp - Orders by differences of times ------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/LexOrder.h"
#include "RandomKernel.h"
#include "TestSupport.h"
#include "smolly/Kernel/ExplicitMap.h"
#include "smolly/Kernel/IslBudget.h"
#include "isl/map.h"
#include <random>

using namespace smolly;
using namespace smolly::test;

namespace {

class LexOrderTest : public IslTest {
protected:
  /// As isl has it.
  isl::map expected(Lex Is, const isl::map &A, const isl::map &B) {
    switch (Is) {
    case Lex::Less:
      return isl::manage(isl_map_lex_lt_map(A.copy(), B.copy()));
    case Lex::LessEqual:
      return isl::manage(isl_map_lex_le_map(A.copy(), B.copy()));
    case Lex::Greater:
      return isl::manage(isl_map_lex_gt_map(A.copy(), B.copy()));
    case Lex::GreaterEqual:
      return isl::manage(isl_map_lex_ge_map(A.copy(), B.copy()));
    }
    return {};
  }

  /// Flags that isl relies on have to be true.
  static bool isDisjointIfMade(const isl::map &Map) {
    isl::map Apart = isl::manage(isl_map_make_disjoint(Map.copy()));
    std::vector<isl::map> Parts;
    Apart.foreach_basic_map([&](isl::basic_map Part) {
      Parts.push_back(isl::map(Part));
      return isl::stat::ok();
    });
    for (unsigned I = 0; I < Parts.size(); ++I)
      for (unsigned J = 0; J < I; ++J)
        if (!Parts[I].is_disjoint(Parts[J]).is_true())
          return false;
    return true;
  }

  void compare(const char *First, const char *Second) {
    isl::map A = map(First), B = map(Second);
    for (Lex Is :
         {Lex::Less, Lex::LessEqual, Lex::Greater, Lex::GreaterEqual}) {
      SCOPED_TRACE(std::string(First) + ", " + Second + ", comparison " +
                   std::to_string(int(Is)));
      isl::map Found = lexOrder(Is, A, B);
      ASSERT_FALSE(Found.is_null());
      EXPECT_TRUE(Found.is_equal(expected(Is, A, B)).is_true());
      EXPECT_TRUE(isDisjointIfMade(Found));
    }
  }
};

/// A schedule of a statement with \p Dims iterators, of one or two polyhedra.
std::string randomTimes(std::mt19937 &Random, const char *Name, unsigned Dims) {
  auto Draw = [&](int Low, int High) {
    return std::uniform_int_distribution<int>(Low, High)(Random);
  };
  std::string Iterators, Domain = "n > 0";
  for (unsigned I = 0; I < Dims; ++I) {
    std::string Name = "i" + std::to_string(I);
    Iterators += (I ? ", " : "") + Name;
    Domain += " and 0 <= " + Name + " < " +
              (Draw(0, 1) ? "n" : std::to_string(Draw(1, 9)));
    if (I > 0 && Draw(0, 3) == 0)
      Domain += " and i0 <= " + Name;
  }
  auto Times = [&] {
    std::string Result;
    for (unsigned T = 0; T < 4; ++T) {
      std::string One = std::to_string(Draw(-1, 1));
      if (Dims > 0 && Draw(0, 2) > 0)
        One += " + " + std::to_string(Draw(-2, 2)) + "i" +
               std::to_string(Draw(0, Dims - 1));
      if (Draw(0, 5) == 0)
        One += " + n";
      if (Dims > 0 && Draw(0, 9) == 0)
        One = "floor((" + One + ") / 4)";
      Result += (T ? ", " : "") + One;
    }
    return Result;
  };
  std::string Piece = std::string(Name) + "[" + Iterators + "] -> [";
  std::string Text = "[n] -> { " + Piece + Times() + "] : " + Domain;
  if (Dims > 0 && Draw(0, 2) == 0)
    Text += "; " + Piece + Times() + "] : " + Domain + " and i0 <= 3";
  return Text + " }";
}

TEST_F(LexOrderTest, IsThatOfIsl) {
  std::mt19937 Random(fromEnvironment("SMOLLY_RANDOM_SEED", 1));
  for (unsigned I = 0; I < 150; ++I) {
    std::string First = randomTimes(Random, "S", Random() % 3);
    std::string Second = randomTimes(Random, "T", Random() % 3);
    compare(First.c_str(), Second.c_str());
  }
}

TEST_F(LexOrderTest, TakesSchedulesOfOtherParameters) {
  compare("[n] -> { S[i] -> [0, i] : 0 <= i < n }",
          "[m] -> { T[i] -> [0, m - i] : 0 <= i < m }");
  compare("{ S[i] -> [i, 5000000000] }", "{ T[] -> [0, 7] }");
}

/// With no operations left, it is null, as what isl returns.
TEST_F(LexOrderTest, ReportsAnExceededBudget) {
  isl::map A = map("[n] -> { S[i, j] -> [0, i, j] : 0 <= i, j < n }"),
           B = map("[n] -> { T[i] -> [1, i, 0] : 0 <= i < n }");
  unsigned Failed = 0, Limit = 1;
  for (bool Done = false; !Done; ++Limit) {
    IslBudget Budget(ctx(), Limit);
    isl::map Found = lexOrder(Lex::Less, A, B);
    Done = !Budget.exceeded();
    EXPECT_EQ(Done, !Found.is_null()) << Limit << " operations";
    Failed += !Done;
  }
  EXPECT_GT(Failed, 5u);
  // Nothing is left when it is asked, either.
  IslBudget Budget(ctx(), 1);
  while (countOperation(ctx()))
    ;
  EXPECT_TRUE(lexOrder(Lex::Less, A, B).is_null());
}

TEST_F(LexOrderTest, ReadsExplicitFunctions) {
  auto Pieces = explicitPieces(
      map("[n] -> { S[i, j] -> [0, 2i - n, s, j] : 8s <= j < 8s + 8 }"));
  ASSERT_TRUE(Pieces && Pieces->size() == 1);
  const std::vector<Quotient> &Times = Pieces->front().Outputs;
  ASSERT_EQ(Times.size(), 4u);
  EXPECT_TRUE(Times[0].Of.isConstant());
  EXPECT_EQ(Times[1].Of.Factors, (std::vector<sdbm::Integer>{-1, 2, 0}));
  EXPECT_EQ(Times[2].Of.Factors, (std::vector<sdbm::Integer>{0, 0, 1}));
  EXPECT_EQ(Times[2].Of.Constant, 0);
  EXPECT_EQ(Times[2].Divisor, 8);
  EXPECT_TRUE(Pieces->front().Domain.empty());
  // No function, no integer one, and one of another output.
  for (const char *Text :
       {"{ S[i] -> [t] : 0 <= t < i }", "{ S[i] -> [t] : 2t = i }",
        "{ S[i] -> [t] : 8t <= i < 8t + 7 }",
        "{ S[i] -> [s, t] : 8s <= i < 8s + 8 and t = i - 8s }"})
    EXPECT_FALSE(explicitPieces(map(Text)).has_value()) << Text;
}

} // namespace
