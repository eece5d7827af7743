//===- RandomKernelTest.cpp - Random kernels ------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Plans the storage of random small kernels in every way and executes each
/// mapping at several parameter values. SMOLLY_RANDOM_KERNELS sets how many
/// kernels, SMOLLY_RANDOM_SEED the first seed.
///
//===----------------------------------------------------------------------===//

#include "RandomKernel.h"
#include "TestSupport.h"
#include "smolly/Storage/CellSample.h"
#include "smolly/Storage/MappingChecker.h"
#include "smolly/Storage/StoragePlan.h"

using namespace smolly;
using namespace smolly::test;

namespace {

class RandomKernelTest : public IslTest {
protected:
  void expectRight(const Kernel &K, const StoragePlan &Plan,
                   const ParameterValues &Parameters, const char *What) {
    if (llvm::Error Err = checkMapping(K, Plan, Parameters))
      ADD_FAILURE() << "N=" << Parameters.at("N") << " M=" << Parameters.at("M")
                    << ", " << What << ": " << llvm::toString(std::move(Err));
  }
  /// Plans and checks; true if the plan changes something.
  bool check(const Kernel &K, const Dataflow &D,
             const StorageOptions &Options) {
    auto Plan = planStorage(K, D, Options);
    if (!Plan) {
      llvm::consumeError(Plan.takeError());
      return false;
    }
    for (long N : {0, 1, 2, 5})
      for (long M : {0, 2, 3})
        expectRight(K, *Plan, {{"N", N}, {"M", M}}, "all");
    ParameterValues Large = {{"N", 5}, {"M", 3}};
    expectRight(*sampleCells(K, *Plan, Large, {1, std::nullopt}), *Plan, Large,
                "some cells");
    expectRight(*sampleCells(K, *Plan, Large, {2, 1}), *Plan, Large,
                "some iterations");
    return Plan->changesAnything();
  }
};

TEST_F(RandomKernelTest, EveryMappingKeepsEveryValue) {
  unsigned First = fromEnvironment("SMOLLY_RANDOM_SEED", 1);
  unsigned Count = fromEnvironment("SMOLLY_RANDOM_KERNELS", 50);
  unsigned Changed = 0;
  for (unsigned Seed = First; Seed < First + Count; ++Seed) {
    std::string Text = KernelGenerator(Seed).kernel();
    SCOPED_TRACE("seed " + std::to_string(Seed) + ": " + Text);
    Kernel K = parse(Text);
    Dataflow D = flows(K);
    for (StorageMethod Method : {StorageMethod::Best, StorageMethod::Smo,
                                 StorageMethod::SuccessiveModulo}) {
      StorageOptions Options;
      Options.Method = Method;
      Options.MaxIslOperations = 5'000'000;
      Options.MaxIlpIterations = 20'000;
      Changed += check(K, D, Options);
      if (Method != StorageMethod::Best)
        continue;
      Options.PreferCheapIndex = true;
      Changed += check(K, D, Options);
    }
    if (HasFailure())
      return;
  }
  EXPECT_GT(Changed, Count);
}

} // namespace
