//===- SdbmFuzzer.cpp - Any sets as SDBMs ---------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A fuzz target for libFuzzer. The text is up to two sets in isl's notation,
/// one a line. What the library answers about them is what isl does, where both
/// know.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/Nesting.h"
#include "smolly/SDBM/IslQuestions.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/set.h"
#include <cstdlib>

using namespace smolly;
using namespace smolly::sdbm;

static constexpr unsigned long MaxReadOperations = 200'000;
static constexpr unsigned long MaxCompareOperations = 1'000'000;

static void expect(bool Right, const char *What) {
  if (Right)
    return;
  llvm::errs() << What << '\n';
  abort();
}

/// Null if it is none, or takes long to read.
static isl::set readSet(isl::ctx Ctx, llvm::StringRef Text) {
  std::string Quoted = '"' + Text.str() + '"';
  if (Text.contains('"') || Text.contains('\\') ||
      llvm::errorToBool(checkNesting(Quoted)))
    return isl::set();
  IslBudget Budget(Ctx, MaxReadOperations);
  return isl::set(Ctx, Text.str());
}

/// Whether the answer is not the opposite of what isl says.
static bool agree(Truth Ours, isl::boolean Theirs) {
  if (Ours == Truth::Unknown || Theirs.is_error())
    return true;
  return (Ours == Truth::Yes) == Theirs.is_true();
}

static Truth isEmpty(const isl::set &Set) {
  return sdbm::isEmpty(IslQuestions(10'000).isEmpty(Set));
}

static void check(const isl::set &Set) {
  NormalFormLimits Few;
  Few.MaxSystems = 300;
  Few.MaxSteps = 10'000;
  Truth Empty = isEmpty(Set);
  auto Normal = normalForm(Set, Few);
  IslBudget Budget(Set.ctx(), MaxCompareOperations);
  expect(agree(Empty, Set.is_empty()), "emptiness");
  if (Normal)
    expect(agree(Truth::Yes, Normal->is_equal(Set)), "normal form");
}

static void check(const isl::set &A, const isl::set &B) {
  IslQuestions Questions(10'000);
  Truth Disjoint = Questions.isDisjoint(A, B),
        Subset = Questions.isSubset(A, B);
  IslBudget Budget(A.ctx(), MaxCompareOperations);
  expect(agree(Disjoint, A.is_disjoint(B)), "disjointness");
  expect(agree(Subset, A.is_subset(B)), "inclusion");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  auto [First, Second] =
      llvm::StringRef(reinterpret_cast<const char *>(Data), Size).split('\n');
  isl_ctx *Ctx = isl_ctx_alloc();
  isl_options_set_on_error(Ctx, ISL_ON_ERROR_CONTINUE);
  {
    isl::set A = readSet(isl::ctx(Ctx), First);
    isl::set B = readSet(isl::ctx(Ctx), Second);
    if (!A.is_null())
      check(A);
    if (!A.is_null() && !B.is_null())
      check(A, B);
  }
  isl_ctx_free(Ctx);
  return 0;
}
