//===- RuleOracle.h - What statements of test kernels compute --*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An oracle for volume::findIdle that knows what rules say.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_UNITTEST_VOLUME_RULEORACLE_H
#define SMOLLY_UNITTEST_VOLUME_RULEORACLE_H

#include "smolly/Volume/Idle.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>
#include <set>

namespace smolly::volume {

/// The write Write of a statement stores what its read Read has read, where all
/// of its reads Zeros find "0".
struct Rule {
  unsigned Stmt, Read, Write;
  std::vector<unsigned> Zeros;
};

class RuleOracle : public IdleOracle {
public:
  explicit RuleOracle(std::vector<Rule> Rules) : Rules(std::move(Rules)) {}

  bool mayBeIdle(unsigned S) const override { return S != Opaque; }
  bool canUse(unsigned, unsigned, const std::string &Value) const override {
    return Value == ConstantZero;
  }
  void assume(unsigned S, llvm::ArrayRef<KnownRead> Known) override {
    ++Assumptions;
    Stmt = S;
    Zeros.clear();
    for (const KnownRead &Read : Known) {
      EXPECT_EQ(Read.Value, ConstantZero);
      EXPECT_TRUE(Zeros.insert(Read.Access).second);
    }
  }
  bool isWrittenBack(unsigned Read, unsigned Write) const override {
    return llvm::any_of(Rules, [&](const Rule &R) {
      return R.Stmt == Stmt && R.Read == Read && R.Write == Write &&
             llvm::all_of(R.Zeros,
                          [&](unsigned Z) { return Zeros.count(Z) == 1; });
    });
  }

  /// A statement of which nothing can be said.
  std::optional<unsigned> Opaque;
  unsigned Assumptions = 0;

private:
  std::vector<Rule> Rules;
  unsigned Stmt = 0;
  std::set<unsigned> Zeros;
};

} // namespace smolly::volume

#endif // SMOLLY_UNITTEST_VOLUME_RULEORACLE_H
