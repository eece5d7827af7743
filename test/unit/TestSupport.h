//===- TestSupport.h - What unit tests share --------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An isl_ctx for each test, isl strings and kernels.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_UNITTEST_TESTSUPPORT_H
#define SMOLLY_UNITTEST_TESTSUPPORT_H

#include "smolly/Kernel/Dataflow.h"
#include "smolly/Kernel/KernelFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include "isl/ctx.h"
#include "isl/options.h"

namespace smolly::test {

/// \p K as a kernel file.
inline std::string textOf(const Kernel &K) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printKernel(OS, K);
  return Text;
}

/// Every test gets an isl_ctx, which reports objects that outlive the test.
class IslTest : public testing::Test {
protected:
  IslTest() : Raw(isl_ctx_alloc()) {
    isl_options_set_on_error(Raw, ISL_ON_ERROR_CONTINUE);
  }
  ~IslTest() override { isl_ctx_free(Raw); }

  isl::ctx ctx() const { return isl::ctx(Raw); }
  isl::set set(const std::string &Text) const { return isl::set(ctx(), Text); }
  isl::map map(const std::string &Text) const { return isl::map(ctx(), Text); }
  isl::pw_aff expr(const std::string &Text) const {
    return isl::pw_aff(ctx(), Text);
  }

  /// The kernel in the text; the test fails when it cannot be parsed.
  Kernel parse(llvm::StringRef Json, Domains Allowed = Domains::Bounded) const {
    auto K = parseKernel(ctx(), Json, Allowed);
    if (K)
      return std::move(*K);
    ADD_FAILURE() << llvm::toString(K.takeError());
    return {};
  }

  /// The kernel in test/kernels/NAME.json.
  Kernel load(const std::string &Name,
              Domains Allowed = Domains::Bounded) const {
    auto Buffer =
        llvm::MemoryBuffer::getFile(SMOLLY_KERNEL_DIR "/" + Name + ".json");
    if (Buffer)
      return parse((*Buffer)->getBuffer(), Allowed);
    ADD_FAILURE() << "no kernel file " << Name;
    return {};
  }

  Dataflow flows(const Kernel &K) const {
    auto D = computeDataflow(K, 10'000'000);
    if (D)
      return std::move(*D);
    ADD_FAILURE() << llvm::toString(D.takeError());
    return {};
  }

private:
  isl_ctx *Raw;
};

} // namespace smolly::test

#endif // SMOLLY_UNITTEST_TESTSUPPORT_H
