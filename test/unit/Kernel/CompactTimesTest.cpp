//===- CompactTimesTest.cpp - Schedules without idle dimensions -----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/CompactTimes.h"
#include "TestSupport.h"
#include "isl/map.h"
#include <random>

using namespace smolly;
using namespace smolly::test;

namespace {

class CompactTimesTest : public IslTest {
protected:
  std::vector<isl::map> maps(const std::vector<std::string> &Texts) {
    std::vector<isl::map> Result;
    for (const std::string &Text : Texts)
      Result.push_back(map(Text));
    return Result;
  }

  void expectTimes(const std::vector<std::string> &Schedules,
                   const std::vector<std::string> &Wanted) {
    std::vector<isl::map> Result = compactTimes(maps(Schedules));
    ASSERT_EQ(Result.size(), Wanted.size());
    for (unsigned I = 0; I < Wanted.size(); ++I)
      EXPECT_TRUE(Result[I].is_equal(map(Wanted[I])).is_true())
          << isl_map_to_str(Result[I].get());
  }

  static isl::map before(const isl::map &A, const isl::map &B) {
    return isl::manage(isl_map_lex_lt_map(A.copy(), B.copy()));
  }

  /// A schedule of a statement with two loops, in \p Dims dimensions.
  std::string randomSchedule(unsigned Statement, unsigned Dims,
                             std::mt19937 &Random) {
    std::string Name = "S" + std::to_string(Statement), Times;
    for (unsigned Dim = 0; Dim < Dims; ++Dim) {
      const char *Loops[] = {"i", "j", "i + 1", "2 i", "-j"};
      bool IsLoop = Random() % 4 == 0;
      Times += (Dim ? ", " : "") + (IsLoop ? std::string(Loops[Random() % 5])
                                           : std::to_string(Random() % 3));
    }
    return "{ " + Name + "[i, j] -> [" + Times + "] : 0 <= i, j < 9 }";
  }
};

TEST_F(CompactTimesTest, LeavesOutWhatTellsNothingApart) {
  expectTimes(
      {"{ A[i] -> [0, i, 0, 0, 2] }", "{ B[i, j] -> [0, i + 1, 1, j, 0] }"},
      {"{ A[i] -> [i, 0, 0, 1] }", "{ B[i, j] -> [i + 1, 1, j, 0] }"});
}

TEST_F(CompactTimesTest, JoinsNumbersInARow) {
  expectTimes(
      {"{ A[i] -> [0, 5, i] }", "{ B[i] -> [0, 7, i] }",
       "{ C[i] -> [1, -3, i] }"},
      {"{ A[i] -> [0, i] }", "{ B[i] -> [1, i] }", "{ C[i] -> [2, i] }"});
}

TEST_F(CompactTimesTest, KeepsADimension) {
  expectTimes({"{ A[] -> [0, 0, 4] }"}, {"{ A[] -> [0] }"});
}

TEST_F(CompactTimesTest, KnowsStatementsThatAreNeverExecuted) {
  expectTimes({"{ A[i] -> [0, i, 0] }", "{ B[i] -> [1, i, 1] : false }"},
              {"{ A[i] -> [i] }", "{ B[i] -> [i] : false }"});
}

TEST_F(CompactTimesTest, KeepsTheOrderOfEveryTwoInstances) {
  std::mt19937 Random(1);
  for (unsigned Case = 0; Case < 200; ++Case) {
    unsigned Dims = 1 + Random() % 6;
    std::vector<std::string> Texts;
    for (unsigned S = 0; S < 1 + Random() % 4; ++S)
      Texts.push_back(randomSchedule(S, Dims, Random));
    std::vector<isl::map> Old = maps(Texts), New = compactTimes(Old);
    for (unsigned S = 0; S < Old.size(); ++S)
      for (unsigned T = 0; T < Old.size(); ++T)
        EXPECT_TRUE(
            before(Old[S], Old[T]).is_equal(before(New[S], New[T])).is_true())
            << Texts[S] << " and " << Texts[T];
    EXPECT_LE(isl_map_dim(New[0].get(), isl_dim_out), int(Dims));
  }
}

} // namespace
