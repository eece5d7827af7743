//===- MappingCheckerTest.cpp - The checker must be able to fail ----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Storage/MappingChecker.h"
#include "TestSupport.h"
#include "isl/aff.h"

using namespace smolly;
using namespace smolly::test;

namespace {

class MappingCheckerTest : public IslTest {
protected:
  StoragePlan plan(const Kernel &K) {
    auto Plan = planStorage(K, flows(K), {});
    if (Plan)
      return std::move(*Plan);
    ADD_FAILURE() << llvm::toString(Plan.takeError());
    return {};
  }
  std::string check(const Kernel &K, const StoragePlan &Plan,
                    const std::map<std::string, long> &Parameters) {
    if (llvm::Error Err = checkMapping(K, Plan, Parameters))
      return llvm::toString(std::move(Err));
    return "";
  }

  /// Four values in one cell, and copies of them that stay there; the element
  /// of the copy that \p Read says is used.
  std::string checkCopies(const std::string &Read) {
    std::string Text = R"({ "arrays": [
        { "name": "A", "extent": "{ A[i] : 0 <= i < 4 }" },
        { "name": "B", "extent": "{ B[i] : 0 <= i < 4 }" } ],
      "statements": [
      { "name": "S", "domain": "{ S[i] : 0 <= i < 4 }",
        "schedule": "{ S[i] -> [0, i] }", "accesses": [
        { "kind": "write", "relation": "{ S[i] -> A[i] }" } ] },
      { "name": "C", "domain": "{ C[i] : 0 <= i < 4 }",
        "schedule": "{ C[i] -> [1, i] }", "accesses": [
        { "kind": "read", "relation": "{ C[i] -> A[i] }" },
        { "kind": "write", "relation": "{ C[i] -> B[i] }", "copy_of": 0 } ] },
      { "name": "U", "domain": "{ U[] }", "schedule": "{ U[] -> [2, 0] }",
        "accesses": [ { "kind": "read", "relation": "READ" } ] } ] })";
    Text.replace(Text.find("READ"), 4, Read);
    Kernel K = parse(Text);
    StoragePlan Plan;
    Plan.Arrays.resize(1);
    Plan.Arrays[0].Sharing = {0, 1};
    for (auto [Write, Name] :
         {std::pair(AccessRef{0, 0}, "S"), std::pair(AccessRef{1, 1}, "C")}) {
      ValueSet V;
      V.Write = Write;
      V.Array = Write.Stmt;
      V.Where = ValueSet::Place::Mapped;
      V.Piece = K.Statements[Write.Stmt].Domain;
      V.Index = isl::pw_multi_aff(K.ctx(), "{ " + std::string(Name) +
                                               "[i] -> [] : 0 <= i < 4 }");
      Plan.Values.push_back(V);
    }
    return check(K, Plan, {});
  }
};

TEST_F(MappingCheckerTest, AcceptsARightMapping) {
  Kernel K = load("fig3-1");
  StoragePlan Plan = plan(K);
  ASSERT_TRUE(Plan.changesAnything());
  for (long N = 1; N < 7; ++N)
    EXPECT_EQ(check(K, Plan, {{"N", N}}), "");
}

TEST_F(MappingCheckerTest, SeesAModulusThatIsTooSmall) {
  Kernel K = load("pingpong-history");
  StoragePlan Plan = plan(K);
  ASSERT_TRUE(Plan.Arrays[0].Dims[0].NeedsModulo);
  EXPECT_EQ(check(K, Plan, {{"T", 5}, {"N", 6}}), "");
  StorageDim &Dim = Plan.Arrays[0].Dims[0];
  Dim.Size = Dim.Size.sub(expr("[T, N] -> { [(1)] }"));
  std::string Message = check(K, Plan, {{"T", 5}, {"N", 6}});
  EXPECT_NE(Message.find("but finds the value of S["), std::string::npos)
      << Message;
}

TEST_F(MappingCheckerTest, SeesAMissingModulo) {
  Kernel K = load("pingpong-history");
  StoragePlan Plan = plan(K);
  Plan.Arrays[0].Dims[0].NeedsModulo = false;
  EXPECT_NE(check(K, Plan, {{"T", 5}, {"N", 6}}).find("outside dimension 0"),
            std::string::npos);
}

TEST_F(MappingCheckerTest, SeesAValueThatIsNotStored) {
  Kernel K = load("fig3-1");
  StoragePlan Plan = plan(K);
  Plan.Values[0].Where = ValueSet::Place::Nowhere;
  EXPECT_NE(check(K, Plan, {{"N", 3}}).find("stored nowhere"),
            std::string::npos);
}

// What a piece says of instances that there are none of is without end.
TEST_F(MappingCheckerTest, LooksAtInstancesOnly) {
  Kernel K = load("fig3-1");
  StoragePlan Plan = plan(K);
  for (ValueSet &V : Plan.Values) {
    isl::set Domain = K.Statements[V.Write.Stmt].Domain;
    V.Where = ValueSet::Place::Original;
    V.Piece = V.Piece.unite(Domain.complement());
  }
  EXPECT_EQ(check(K, Plan, {{"N", 3}}), "");
}

TEST_F(MappingCheckerTest, SeesAWriteInNoValueSet) {
  Kernel K = load("fig3-1");
  StoragePlan Plan = plan(K);
  Plan.Values[0].Piece = Plan.Values[0].Piece.subtract(set("{ S[1, 1] }"));
  EXPECT_NE(check(K, Plan, {{"N", 3}}).find("in 0 value sets"),
            std::string::npos);
}

TEST_F(MappingCheckerTest, AsksWhatIsCopiedOnlyWhereItIsUsed) {
  EXPECT_EQ(checkCopies("{ U[] -> B[3] }"), "");
  EXPECT_EQ(checkCopies("{ U[] -> B[1] }"),
            "read 0 of U[] needs the value of C[1] but finds the value of "
            "S[3]");
}

TEST_F(MappingCheckerTest, SeesACopyOfNothing) {
  Kernel K = parse(R"({ "arrays": [
      { "name": "A", "extent": "{ A[0] }" },
      { "name": "B", "extent": "{ B[0] }" } ],
    "statements": [
    { "name": "S", "domain": "{ S[] }", "schedule": "{ S[] -> [0] }",
      "accesses": [ { "kind": "write", "relation": "{ S[] -> A[0] }" } ] },
    { "name": "C", "domain": "{ C[] }", "schedule": "{ C[] -> [1] }",
      "accesses": [
      { "kind": "read", "relation": "{ C[] -> A[0] }" },
      { "kind": "write", "relation": "{ C[] -> B[0] }", "copy_of": 0 } ] },
    { "name": "U", "domain": "{ U[] }", "schedule": "{ U[] -> [2] }",
      "accesses": [ { "kind": "read", "relation": "{ U[] -> B[0] }" } ] } ] })");
  StoragePlan Plan;
  ValueSet V;
  V.Write = {0, 0};
  V.Where = ValueSet::Place::Nowhere;
  V.Piece = K.Statements[0].Domain;
  Plan.Values.push_back(V);
  V.Write = {1, 1};
  V.Array = 1;
  V.Where = ValueSet::Place::Original;
  V.Piece = K.Statements[1].Domain;
  Plan.Values.push_back(V);
  EXPECT_EQ(check(K, Plan, {}),
            "read 0 of U[] needs the value of C[] but finds the value of C[]");
}

TEST_F(MappingCheckerTest, WantsParametersOfTheContext) {
  Kernel K = load("fig3-1");
  StoragePlan Plan = plan(K);
  EXPECT_NE(check(K, Plan, {}).find("'N' has no value"), std::string::npos);
  EXPECT_NE(check(K, Plan, {{"N", 0}}).find("outside the context"),
            std::string::npos);
}

TEST_F(MappingCheckerTest, CountsInstances) {
  Kernel K = load("fig3-1");
  StoragePlan Plan = plan(K);
  llvm::Error Err = checkMapping(K, Plan, {{"N", 20}}, 50);
  EXPECT_NE(llvm::toString(std::move(Err)).find("too many instances"),
            std::string::npos);
}

} // namespace
