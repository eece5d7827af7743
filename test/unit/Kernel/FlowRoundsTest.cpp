//===- FlowRoundsTest.cpp - Dataflow without pairs that SDBMs rule out ----===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomKernel.h"
#include "TestSupport.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"

using namespace smolly;
using namespace smolly::test;

namespace {

class FlowRoundsTest : public IslTest {
protected:
  /// The dataflow of \p K as \p Mode finds it.
  Dataflow flowsIn(EmptinessMode Mode, const Kernel &K) {
    EmptinessScope Scope(Mode);
    Dataflow Result = flows(K);
    EXPECT_EQ(Scope.counts().Mistakes, 0u);
    return Result;
  }

  /// Both are sorted.
  void expectEqual(const Dataflow &A, const Dataflow &B) {
    ASSERT_EQ(A.Flows.size(), B.Flows.size());
    for (unsigned I = 0; I < A.Flows.size(); ++I) {
      EXPECT_TRUE(A.Flows[I].Read == B.Flows[I].Read);
      EXPECT_TRUE(A.Flows[I].Write == B.Flows[I].Write);
      EXPECT_EQ(A.Flows[I].May, B.Flows[I].May);
      EXPECT_TRUE(A.Flows[I].Sources.is_equal(B.Flows[I].Sources).is_true());
    }
    ASSERT_EQ(A.Uncovered.size(), B.Uncovered.size());
    for (unsigned I = 0; I < A.Uncovered.size(); ++I) {
      EXPECT_TRUE(A.Uncovered[I].Read == B.Uncovered[I].Read);
      EXPECT_TRUE(
          A.Uncovered[I].Relation.is_equal(B.Uncovered[I].Relation).is_true());
    }
    ASSERT_EQ(A.LiveOuts.size(), B.LiveOuts.size());
    for (unsigned I = 0; I < A.LiveOuts.size(); ++I) {
      EXPECT_TRUE(A.LiveOuts[I].Write == B.LiveOuts[I].Write);
      EXPECT_TRUE(
          A.LiveOuts[I].Instances.is_equal(B.LiveOuts[I].Instances).is_true());
    }
  }
};

TEST_F(FlowRoundsTest, ChangeNoResultOfRandomKernels) {
  unsigned Flows = 0;
  for (unsigned Seed = 1; Seed <= 150; ++Seed) {
    SCOPED_TRACE(Seed);
    Kernel K = parse(KernelGenerator(Seed).kernel());
    Dataflow Expected = flowsIn(EmptinessMode::Isl, K);
    expectEqual(flowsIn(EmptinessMode::Check, K), Expected);
    expectEqual(flowsIn(EmptinessMode::Fast, K), Expected);
    Flows += Expected.Flows.size();
  }
  EXPECT_GT(Flows, 150u);
}

TEST_F(FlowRoundsTest, ChangeNoResultOfKernelFiles) {
  for (const char *Name : {"lbm-d2q9", "wave-history", "unsharp-tiled",
                           "stencil-2d-pingpong", "blur-tiled"}) {
    SCOPED_TRACE(Name);
    Kernel K = load(Name);
    expectEqual(flowsIn(EmptinessMode::Check, K),
                flowsIn(EmptinessMode::Isl, K));
  }
}

/// Planes 0 to 3 of A are written, by turns with reads of the neighbours in
/// one plane each; plane 4 is read before it is written.
std::string planes() {
  std::string Statements;
  for (int P = 0; P < 5; ++P) {
    std::string Number = std::to_string(P);
    Statements += (P ? "," : "") + std::string(R"({ "name": "S)") + Number +
                  R"(", "domain": "[N] -> { S)" + Number +
                  R"([t, i] : 0 <= t, i < N }", "schedule": "{ S)" + Number +
                  "[t, i] -> [" + (P < 4 ? "0" : "t + 1") + ", " +
                  (P < 4 ? "t" : "-i") + ", i, " + Number +
                  R"(] }", "accesses": [
      { "kind": "read", "relation": "{ S)" +
                  Number + "[t, i] -> A[" + Number + R"(, i - 1] }" },
      { "kind": "write", "relation": "{ S)" +
                  Number + "[t, i] -> A[" + Number + R"(, i] }" } ] })";
  }
  return R"({ "name": "planes", "context": "[N] -> { : N >= 1 }",
    "arrays": [ { "name": "A",
                  "extent": "[N] -> { A[p, i] : 0 <= p <= 4 and -1 <= i < N }",
                  "live_out": "[N] -> { A[p, i] : p = 3 and 0 <= i < N }" } ],
    "statements": [ )" +
         Statements + " ] }";
}

TEST_F(FlowRoundsTest, KeepIslFromOtherPlanes) {
  Kernel K = parse(planes());
  unsigned long Spent[2];
  Dataflow Found[2];
  for (EmptinessMode Mode : {EmptinessMode::Isl, EmptinessMode::Fast}) {
    IslAllowance Allowance(100'000'000);
    Found[Mode == EmptinessMode::Fast] = flowsIn(Mode, K);
    Spent[Mode == EmptinessMode::Fast] = Allowance.spent();
  }
  expectEqual(Found[1], Found[0]);
  EXPECT_LT(Spent[1], Spent[0] * 9 / 10);
}

} // namespace
