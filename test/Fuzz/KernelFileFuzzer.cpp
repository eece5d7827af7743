//===- KernelFileFuzzer.cpp - Any text as a kernel file -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A fuzz target for libFuzzer. Whatever the text, reading it as a kernel gives
/// a kernel or an error; and what a kernel is printed as is read as the same
/// kernel again.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/KernelFile.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace smolly;

static constexpr unsigned long MaxCompareOperations = 1'000'000;

/// The text of \p K.
static std::string print(const Kernel &K) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printKernel(OS, K);
  return Text;
}

[[noreturn]] static void fail(const char *What, const std::string &Text) {
  llvm::errs() << What << ":\n" << Text << '\n';
  abort();
}

static bool isTooHard(const llvm::Error &E) {
  bool Result = false;
  llvm::visitErrors(E, [&](const llvm::ErrorInfoBase &Info) {
    Result = Info.convertToErrorCode() == std::errc::value_too_large;
  });
  return Result;
}

/// Whether nothing is known to be different. The texts may be: isl does not
/// print the same relation in the same words every time.
static bool isSame(const Kernel &K, const Kernel &Other) {
  IslBudget Budget(K.ctx(), MaxCompareOperations);
  if (K.Arrays.size() != Other.Arrays.size() ||
      K.Statements.size() != Other.Statements.size())
    return false;
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    const Statement &L = K.Statements[S], &R = Other.Statements[S];
    if (L.Domain.is_equal(R.Domain).is_false() ||
        L.Schedule.is_equal(R.Schedule).is_false() ||
        L.Accesses.size() != R.Accesses.size())
      return false;
    for (unsigned A = 0; A < L.Accesses.size(); ++A)
      if (L.Accesses[A].Relation.is_equal(R.Accesses[A].Relation).is_false())
        return false;
  }
  return true;
}

/// Reads what \p K is printed as. The check may need more work than it did for
/// the same thing in other words.
static void checkRoundTrip(isl::ctx Ctx, const Kernel &K) {
  std::string Text = print(K);
  auto Again = parseKernel(Ctx, Text);
  if (!Again) {
    llvm::Error E = Again.takeError();
    if (!isTooHard(E))
      fail(llvm::toString(std::move(E)).c_str(), Text);
    llvm::consumeError(std::move(E));
    return;
  }
  if (!isSame(K, *Again))
    fail("another kernel when read again", Text);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  isl_ctx *Ctx = isl_ctx_alloc();
  auto K =
      parseKernel(isl::ctx(Ctx), llvm::StringRef((const char *)Data, Size));
  if (K)
    checkRoundTrip(isl::ctx(Ctx), *K);
  else
    llvm::consumeError(K.takeError());
  K = llvm::createStringError("no kernel any more");
  llvm::consumeError(K.takeError());
  isl_ctx_free(Ctx);
  return 0;
}
