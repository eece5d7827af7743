//===- OutputSpecFuzzer.cpp - Any text as an output specification ---------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A fuzz target for libFuzzer. Whatever the text, reading it gives sets of
/// elements, one for each array that it names, or an error; and a kernel with
/// such arrays keeps no more alive than it did, or is told why it cannot.
///
//===----------------------------------------------------------------------===//

#include "smolly/Dead/OutputSpec.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/set.h"
#include <cstdlib>

using namespace smolly;

static constexpr unsigned long MaxCompareOperations = 1'000'000;

[[noreturn]] static void fail(const char *What) {
  llvm::errs() << What << '\n';
  abort();
}

/// A kernel of nothing but the arrays a[], b[.] and c[.][.], all live.
static Kernel someArrays(isl::ctx Ctx) {
  Kernel K;
  K.Context = isl::set(Ctx, "[n] -> { : n >= 1 }");
  for (const char *Extent : {"{ a[] }", "[n] -> { b[i] : 0 <= i < n }",
                             "{ c[i, j] : 0 <= j < 10 }"}) {
    Array A;
    A.Extent = isl::set(Ctx, Extent);
    A.Name = A.Extent.get_tuple_name();
    A.LiveIn = A.LiveOut = A.Extent;
    K.Arrays.push_back(A);
  }
  return K;
}

static void check(isl::ctx Ctx, llvm::StringRef Text) {
  auto Specs = parseOutputSpecs(Ctx, Text);
  if (!Specs)
    return llvm::consumeError(Specs.takeError());
  for (size_t I = 0; I < Specs->size(); ++I)
    for (size_t J = 0; J < I; ++J)
      if ((*Specs)[I].Array == (*Specs)[J].Array)
        fail("an array that is there twice");
  Kernel K = someArrays(Ctx);
  if (llvm::Error E = applyOutputSpecs(*Specs, K))
    return llvm::consumeError(std::move(E));
  IslBudget Budget(Ctx, MaxCompareOperations);
  for (const Array &A : K.Arrays)
    if (A.LiveOut.is_subset(A.Extent).is_false())
      fail("elements that the array does not have");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  isl_ctx *Ctx = isl_ctx_alloc();
  check(isl::ctx(Ctx),
        llvm::StringRef(reinterpret_cast<const char *>(Data), Size));
  isl_ctx_free(Ctx);
  return 0;
}
