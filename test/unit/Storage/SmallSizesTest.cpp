//===- SmallSizesTest.cpp - Tests of sizes that are small -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Storage/SmallSizes.h"
#include "TestSupport.h"

using namespace smolly;
using namespace smolly::test;

namespace {

class SmallSizesTest : public IslTest {
protected:
  /// Of statements in \p Domains, with all parameters of \p Context.
  std::set<std::string> smallOf(std::initializer_list<const char *> Domains,
                                const char *Context) {
    Kernel K;
    K.Context = set(Context);
    for (const char *Domain : Domains) {
      K.Statements.emplace_back();
      K.Statements.back().Domain = set(Domain);
    }
    return findSmallSizes(K);
  }
};

TEST_F(SmallSizesTest, AreSubtractedFromOthers) {
  EXPECT_EQ(smallOf({"[h, w, r] -> { S[y, x] : 0 <= y < h and 0 <= x < w }",
                     "[h, w, r] -> { T[y, x, j] : r <= y < h - r and "
                     "0 <= x < w and -r <= j <= r }"},
                    "[h, w, r] -> { : }"),
            std::set<std::string>({"r"}));
}

TEST_F(SmallSizesTest, MayBeSeveral) {
  EXPECT_EQ(smallOf({"[h, w, q, r] -> { S[y, x, j] : 0 <= y < h and "
                     "r <= x < w - r and -r <= j <= r }",
                     "[h, w, q, r] -> { T[y, x, j] : q <= y < h - q and "
                     "r <= x < w - r and -q <= j <= q }"},
                    "[h, w, q, r] -> { : }"),
            std::set<std::string>({"q", "r"}));
}

TEST_F(SmallSizesTest, AreNoBeginningsOfOneLoop) {
  EXPECT_EQ(smallOf({"[n, k] -> { S[i, j] : 0 <= i < n and 0 <= j <= i }",
                     "[n, k] -> { T[j] : 0 <= j <= n - k }"},
                    "[n, k] -> { : }"),
            std::set<std::string>());
  EXPECT_EQ(smallOf({"[n, m] -> { S[i, j] : 0 <= i < n and 0 <= j < m }"},
                    "[n, m] -> { : }"),
            std::set<std::string>());
}

TEST_F(SmallSizesTest, AreRadiiOfWindows) {
  // 2 * r + 1 elements around x, and around their own beginning.
  for (auto [Relation, IsRadius] :
       {std::pair("[h, w, r] -> { S[y, x, i] -> A[y, x + i - r] }", true),
        std::pair("[h, w, r] -> { S[y, x, i] -> A[y, x - i + r] }", true),
        std::pair("[h, w, r] -> { S[y, x, i] -> A[y, i - r] }", false),
        std::pair("[h, w, r] -> { S[y, x, i] -> A[y, x + i] }", false)}) {
    Kernel K;
    K.Context = set("[h, w, r] -> { : }");
    K.Statements.emplace_back();
    K.Statements.back().Domain =
        set("[h, w, r] -> { S[y, x, i] : 0 <= y < h and 0 <= x < w and "
            "0 <= i <= 2 * r and 0 <= x + i - r < w }");
    K.Statements.back().Accesses.emplace_back();
    K.Statements.back().Accesses.back().Relation = map(Relation);
    EXPECT_EQ(findSmallSizes(K),
              IsRadius ? std::set<std::string>({"r"}) : std::set<std::string>())
        << Relation;
  }
}

TEST_F(SmallSizesTest, AreAssumed) {
  Kernel K;
  K.SmallSizes = {"r"};
  EXPECT_EQ(assumedSizes(K).count("r"), 1u);
  EXPECT_LT(assumedSizes(K).at("r"), 100);
}

} // namespace
