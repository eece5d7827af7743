//===- KernelFileTest.cpp - Reading and printing kernels ------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;
using namespace smolly::test;

namespace {

class KernelFileTest : public IslTest {
protected:
  /// The error that \p Json gives.
  std::string error(llvm::StringRef Json) const {
    auto K = parseKernel(ctx(), Json);
    if (!K)
      return llvm::toString(K.takeError());
    return "";
  }
};

/// A kernel of one array and one statement with the given parts.
std::string kernelWith(const std::string &ArrayPart,
                       const std::string &StatementPart,
                       const std::string &RootPart = "") {
  return R"({ "context": "[N] -> { : N >= 1 }", "arrays": [ { )" + ArrayPart +
         R"( } ], "statements": [ { )" + StatementPart + " } ]" + RootPart +
         " }";
}

const char *const GoodArray =
    R"("name": "A", "extent": "[N] -> { A[i] : 0 <= i < N }")";
const char *const GoodStatement =
    R"("name": "S", "domain": "[N] -> { S[i] : 0 <= i < N }",
       "schedule": "{ S[i] -> [i] }",
       "accesses": [ { "kind": "write", "relation": "{ S[i] -> A[i] }" } ])";

TEST_F(KernelFileTest, ReadsDefaults) {
  Kernel K = parse(kernelWith(GoodArray, GoodStatement));
  ASSERT_EQ(K.Arrays.size(), 1u);
  EXPECT_EQ(K.Arrays[0].ElementBytes, 8u);
  EXPECT_FALSE(K.Arrays[0].Fixed);
  EXPECT_TRUE(K.Arrays[0].LiveIn.is_empty().is_true());
  EXPECT_TRUE(K.Arrays[0].LiveOut.is_empty().is_true());
  EXPECT_TRUE(K.Statements[0].ReadsFirst);
  EXPECT_EQ(K.timeDims(), 1u);
  EXPECT_EQ(K.findArray("A"), 0u);
  EXPECT_EQ(K.findStatement("T"), std::nullopt);
}

TEST_F(KernelFileTest, RestrictsRelationsToTheDomain) {
  Kernel K = parse(kernelWith(GoodArray, GoodStatement));
  EXPECT_TRUE(K.Statements[0]
                  .Accesses[0]
                  .Relation.domain()
                  .is_equal(K.Statements[0].Domain)
                  .is_true());
}

TEST_F(KernelFileTest, PadsSchedules) {
  Kernel K = parse(R"({ "arrays": [],
    "statements": [
      { "name": "S", "domain": "{ S[] }", "schedule": "{ S[] -> [1] }",
        "accesses": [] },
      { "name": "T", "domain": "{ T[i] : 0 <= i < 3 }",
        "schedule": "{ T[i] -> [0, i] }", "accesses": [] } ] })");
  EXPECT_EQ(K.timeDims(), 2u);
  EXPECT_TRUE(
      K.Statements[0].Schedule.is_equal(map("{ S[] -> [1, 0] }")).is_true());
}

TEST_F(KernelFileTest, AcceptsWhatOtherAnalysesRead) {
  Kernel K = parse(kernelWith(GoodArray, GoodStatement, R"(,
    "tiling": { "hyperplanes": ["{ S[i] -> [i] }"], "sizes": [32] },
    "dependences": "{ S[i] -> S[i + 1] }",
    "facts": [ { "name": "zero", "set": "{ A[i] : i = 0 }" } ])"));
  ASSERT_TRUE(K.Tiles.has_value());
  EXPECT_EQ(K.Tiles->Sizes, std::vector<long>{32});
  EXPECT_TRUE(K.Dependences.has_value());
  EXPECT_EQ(K.Facts.size(), 1u);
}

TEST_F(KernelFileTest, KnowsCases) {
  Kernel K = parse(
      kernelWith(GoodArray, GoodStatement, R"(, "cases": ["odd", "last"])"));
  EXPECT_EQ(K.Cases, (std::set<std::string>{"last", "odd"}));
  EXPECT_EQ(parse(textOf(K)).Cases, K.Cases);
}

TEST_F(KernelFileTest, PrintsWhatItReads) {
  for (const char *Name : {"jacobi-1d-pingpong", "blur-tile", "wave-history"}) {
    Kernel K = load(Name);
    Kernel Again = parse(textOf(K));
    ASSERT_EQ(K.Statements.size(), Again.Statements.size());
    EXPECT_EQ(K.Conflicts.has_value(), Again.Conflicts.has_value());
    for (unsigned S = 0; S < K.Statements.size(); ++S) {
      const Statement &A = K.Statements[S], &B = Again.Statements[S];
      EXPECT_TRUE(A.Domain.is_equal(B.Domain).is_true());
      EXPECT_TRUE(A.Schedule.is_equal(B.Schedule).is_true());
      ASSERT_EQ(A.Accesses.size(), B.Accesses.size());
      for (unsigned I = 0; I < A.Accesses.size(); ++I) {
        EXPECT_EQ(A.Accesses[I].Kind, B.Accesses[I].Kind);
        EXPECT_TRUE(
            A.Accesses[I].Relation.is_equal(B.Accesses[I].Relation).is_true());
      }
    }
    if (K.Conflicts) {
      EXPECT_TRUE(K.Conflicts->is_equal(*Again.Conflicts).is_true());
    }
  }
}

TEST_F(KernelFileTest, TellsOrdersOfEffectsApart) {
  for (auto [Text, Order] : {std::pair("true", EffectOrder::Unknown),
                             std::pair("\"in order\"", EffectOrder::Kept),
                             std::pair("\"any order\"", EffectOrder::Any)}) {
    Kernel K = parse(kernelWith(GoodArray, std::string(GoodStatement) +
                                               R"(, "effects": )" + Text));
    for (const Kernel &Same : {K, parse(textOf(K))}) {
      EXPECT_FALSE(Same.Statements[0].OnlyWrites);
      EXPECT_EQ(Same.Statements[0].Effects, Order) << Text;
    }
  }
}

struct BadKernel {
  std::string Json;
  const char *Key;
  const char *Part;
};

TEST_F(KernelFileTest, NamesWhatIsWrong) {
  std::string Array = GoodArray, Stmt = GoodStatement;
  auto With = [&](const char *From, const char *To) {
    std::string Text = Stmt;
    size_t At = Text.find(From);
    return Text.replace(At, std::string(From).size(), To);
  };
  const BadKernel Table[] = {
      {"[", "", "not JSON"},
      {"[]", "", "must be a JSON object"},
      {"{}", "'arrays'", "missing"},
      {kernelWith(Array, Stmt, R"(, "colour": 1)"), "'colour'", "unknown"},
      {kernelWith(Array + R"(, "size": 1)", Stmt), "'arrays[0].size'",
       "unknown"},
      {kernelWith(Array + R"(, "element_bytes": 0)", Stmt),
       "'arrays[0].element_bytes'", "whole number"},
      {kernelWith(Array + R"(, "fixed": "yes")", Stmt), "'arrays[0].fixed'",
       "true or false"},
      {kernelWith(Array + R"(, "live_out": "{ B[i] }")", Stmt),
       "'arrays[0].live_out'", "tuple 'B'"},
      {kernelWith(R"("name": "A", "extent": "{ A[i : }")", Stmt),
       "'arrays[0].extent'", "cannot read"},
      {kernelWith(Array, With("S[i] -> A[i]", "S[i] -> B[i]")),
       "'statements[0].accesses[0].relation'", "'B'"},
      {kernelWith(Array, With("S[i] -> A[i]", "T[i] -> A[i]")),
       "'statements[0].accesses[0].relation'", "'S'"},
      {kernelWith(Array, With("S[i] -> A[i]", "S[i] -> A[i, 0]")),
       "'statements[0].accesses[0].relation'", "dimensions"},
      {kernelWith(Array, With("S[i] -> A[i]", "S[i] -> A[j]")),
       "'statements[0].accesses[0].relation'", "one element an instance"},
      {kernelWith(Array, With("\"write\"", "\"writes\"")),
       "'statements[0].accesses[0].kind'", "'writes'"},
      {kernelWith(Array, With("0 <= i < N", "0 <= i")),
       "'statements[0].domain'", "no finite bound"},
      {kernelWith(Array, With("S[i] -> [i]", "S[i] -> [0]")),
       "'statements[0].schedule'", "same time"},
      {kernelWith(Array, With("S[i] -> [i]", "S[i] -> [i] : i > 0")),
       "'statements[0].schedule'", "whole domain"},
      {kernelWith(Array, With("S[i] -> [i]", "S[i] -> [j]")),
       "'statements[0].schedule'", "exactly one time"},
      {kernelWith(Array, Stmt + R"(, "copies": true)"),
       "'statements[0].copies'", "a read for each write"},
      {kernelWith(Array, Stmt + R"(, "effects": "none")"),
       "'statements[0].effects'", "any order"},
      {kernelWith(Array + R"(, "initially": 0)", Stmt), "'arrays[0].initially'",
       "string"},
      {kernelWith(Array, With("\"write\"", R"("write", "constant": "")")),
       "'statements[0].accesses[0].constant'", "empty"},
      {kernelWith(Array, With("\"write\"", R"("read", "constant": "0")")),
       "'statements[0].accesses[0].constant'", "for writes only"},
      {kernelWith(Array, With("\"write\"", R"("write", "copy_of": 0)")),
       "'statements[0].accesses[0].copy_of'", "not a read"},
      {kernelWith(Array, With("\"write\"", R"("write", "copy_of": -1)")),
       "'statements[0].accesses[0].copy_of'", "number of an access"},
      {kernelWith(Array, Stmt, R"(, "conflicts": "{ S[i] -> T[i] }")"),
       "'conflicts'", "'T'"},
      {kernelWith(Array, Stmt,
                  R"(, "tiling": { "hyperplanes": [], "sizes": [1] })"),
       "'tiling.sizes'", "one size for each"},
      {kernelWith(Array, Stmt, R"(, "facts": [ { "name": "z", "set": 1 } ])"),
       "'facts[0].set'", "string"},
      {kernelWith(Array, Stmt,
                  R"(, "facts": [ { "name": "z", "set": "{ A[i, j] }" } ])"),
       "'facts[0].set'", "as many dimensions"},
      {kernelWith(Array, Stmt, R"(, "cases": "odd")"), "'cases'", "list"},
      {kernelWith(Array, Stmt, R"(, "cases": ["odd", 1])"), "'cases[1]'",
       "name of a parameter"},
  };
  for (const BadKernel &Bad : Table) {
    std::string Message = error(Bad.Json);
    EXPECT_NE(Message.find(Bad.Key), std::string::npos) << Bad.Json << "\n"
                                                        << Message;
    EXPECT_NE(Message.find(Bad.Part), std::string::npos) << Bad.Json << "\n"
                                                         << Message;
    EXPECT_EQ(Message.find('\n'), std::string::npos) << Message;
  }
}

TEST_F(KernelFileTest, SaysWhatWritesStore) {
  const char *Json = R"({
    "arrays": [ { "name": "A", "extent": "{ A[i] }", "initially": "0" } ],
    "statements": [ { "name": "S", "domain": "{ S[i] : 0 <= i < 9 }",
      "schedule": "{ S[i] -> [i] }", "accesses": [
        { "kind": "read", "relation": "{ S[i] -> A[i] }" },
        { "kind": "read", "relation": "{ S[i] -> A[i + 1] }" },
        { "kind": "write", "relation": "{ S[i] -> A[i] }", "copy_of": 1 },
        { "kind": "write", "relation": "{ S[i] -> A[i + 9] }",
          "constant": "0x1" } ] } ] })";
  for (const Kernel &K : {parse(Json), parse(textOf(parse(Json)))}) {
    EXPECT_EQ(K.Arrays[0].Initially, ConstantZero);
    const std::vector<Access> &A = K.Statements[0].Accesses;
    EXPECT_EQ(A[2].CopyOf, 1u);
    EXPECT_FALSE(A[2].Constant);
    EXPECT_FALSE(A[3].CopyOf);
    EXPECT_EQ(A[3].Constant, "0x1");
  }
}

TEST_F(KernelFileTest, AllowsUnboundedDomainsWithDependences) {
  Kernel K = parse(R"({ "arrays": [],
    "statements": [ { "name": "S", "domain": "{ S[i] }",
      "schedule": "{ S[i] -> [i] }", "accesses": [] } ],
    "dependences": "{ S[i] -> S[i + 1] }" })");
  EXPECT_EQ(K.Statements.size(), 1u);
}

TEST_F(KernelFileTest, ReadsWhatPollyExports) {
  Kernel K = parse(R"({
    "arrays": [ { "name": "M", "sizes": [ "*", "4", "p_0", "%n" ],
                  "type": "i16" } ],
    "context": "[p_0] -> { : p_0 >= 1 }",
    "location": "x.c:1",
    "name": "entry---exit",
    "statements": [
      { "name": "S", "domain": "[p_0] -> { S[i] : 0 <= i < p_0 }",
        "schedule": "[p_0] -> { S[i] -> [i] }",
        "accesses": [
          { "kind": "write", "relation": "{ S[i] -> M[0, 1, i, 2] }" },
          { "kind": "read", "relation": "{ S[i] -> x[] }" },
          { "kind": "write", "relation": "{ S[i] -> M[a, 2, i, 2] }" } ] } ]
    })");
  ASSERT_EQ(K.Arrays.size(), 2u);
  const Array &M = K.Arrays[0], &X = K.Arrays[1];
  EXPECT_EQ(M.ElementBytes, 2u);
  EXPECT_TRUE(M.Extent
                  .is_equal(set("[p_0] -> { M[a, b, c, d] : 0 <= b < 4 and "
                                "0 <= c < p_0 }"))
                  .is_true());
  EXPECT_TRUE(M.LiveIn.is_equal(M.Extent).is_true());
  EXPECT_TRUE(M.LiveOut.is_equal(M.Extent).is_true());
  EXPECT_EQ(X.Name, "x");
  EXPECT_TRUE(X.LiveOut.is_empty().is_true());
  const Statement &S = K.Statements[0];
  EXPECT_FALSE(S.ReadsFirst);
  EXPECT_EQ(S.Accesses[0].Kind, AccessKind::MustWrite);
  EXPECT_EQ(S.Accesses[2].Kind, AccessKind::MayWrite);
}

} // namespace
