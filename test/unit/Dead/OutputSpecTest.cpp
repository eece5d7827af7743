//===- OutputSpecTest.cpp - Output specifications -------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Dead/OutputSpec.h"
#include "TestSupport.h"
#include "isl/set.h"

using namespace smolly;
using namespace smolly::test;

namespace {

class OutputSpecTest : public IslTest {
protected:
  /// Expects \p Text to be a specification of one array, the set \p Expected.
  void expect(const char *Text, const char *Expected) {
    auto Specs = parseOutputSpecs(ctx(), Text);
    if (!Specs) {
      ADD_FAILURE() << llvm::toString(Specs.takeError());
      return;
    }
    ASSERT_EQ(Specs->size(), 1u) << Text;
    EXPECT_TRUE(Specs->front().Elements.is_equal(set(Expected)).is_true())
        << Text << " is " << isl_set_to_str(Specs->front().Elements.get());
  }
  std::string error(const std::string &Text) {
    auto Specs = parseOutputSpecs(ctx(), Text);
    return Specs ? "" : llvm::toString(Specs.takeError());
  }
};

TEST_F(OutputSpecTest, ReadsWhatPeopleWrite) {
  expect("output[64..127][64..127]",
         "{ output[i, j] : 64 <= i <= 127 and 64 <= j <= 127 }");
  expect(" output[i][j] : (i + j) mod 2 = 0 ",
         "{ output[i, j] : (i + j) mod 2 = 0 }");
  expect("output[i, j] : i = j", "{ output[i, i] }");
  expect("x", "{ x[] }");
  expect("x[*]", "{ x[i] }");
  expect("x[3]; x[5..n-1]", "[n] -> { x[i] : i = 3 or 5 <= i <= n - 1 }");
  expect("x[LB0..UB0][*]", "[LB0, UB0] -> { x[i, j] : LB0 <= i <= UB0 }");
  // A name that is a subscript already stands for its value.
  expect("x[i][i]", "{ x[i, i] }");
  expect("x[0..9][k] : k < 3 or k > n",
         "[n] -> { x[i, k] : 0 <= i <= 9 and (k < 3 or k > n) }");
}

TEST_F(OutputSpecTest, SaysWhatIsWrong) {
  const std::pair<std::string, const char *> Table[] = {
      {"", "empty"},
      {" ; ", "empty"},
      {"[0..3]", "name of an array"},
      {"x[0..3", "subscripts are written"},
      {"x 0..3]", "name of an array"},
      {"x[]", "empty"},
      {"x[0..]", "two ends"},
      {"x[0..1..2]", "two ends"},
      {"x[i] :", "no condition"},
      {"x[i] : i <", "cannot read"},
      {"x[i] : exists", "cannot read"},
      {"x[i*i]", "cannot read"},
      {"x[0]; x[0][1]", "other dimensions"},
      {"x[" + std::string(5000, '(') + "]", "nested"},
      {std::string(20000, 'x'), "more than"},
  };
  for (const auto &[Text, Part] : Table)
    EXPECT_NE(error(Text).find(Part), std::string::npos)
        << Text.substr(0, 40) << ": " << error(Text);
}

TEST_F(OutputSpecTest, RestrictsWhatIsLiveOut) {
  Kernel K = load("dead/matmul-triangular");
  auto Specs = parseOutputSpecs(ctx(), "output[0..2][*]");
  ASSERT_TRUE(bool(Specs));
  EXPECT_FALSE(bool(applyOutputSpecs(*Specs, K)));
  isl::set Wanted = K.Arrays[*K.findArray("output")].LiveOut;
  EXPECT_TRUE(Wanted
                  .is_equal(set("[M, P] -> { output[i, j] : 0 <= i < M and "
                                "i <= 2 and 0 <= j < M }"))
                  .is_true());
  for (const char *Text : {"nothing[0]", "output[0]"}) {
    Specs = parseOutputSpecs(ctx(), Text);
    ASSERT_TRUE(bool(Specs));
    EXPECT_TRUE(llvm::errorToBool(applyOutputSpecs(*Specs, K))) << Text;
  }
}

} // namespace
