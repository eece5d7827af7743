//===- QuestionsTest.cpp - Questions that are recorded and counted --------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "smolly/Kernel/ClassCensus.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/QuestionRecorder.h"
#include "smolly/SDBM/IslQuestions.h"
#include "llvm/Support/FileSystem.h"
#include <thread>

using namespace smolly;
using namespace smolly::test;

namespace {

class QuestionsTest : public IslTest {
protected:
  QuestionsTest() {
    llvm::sys::fs::createTemporaryFile("smolly", "questions", Path);
  }
  ~QuestionsTest() override { llvm::sys::fs::remove(Path); }

  std::string written() const {
    auto File = llvm::MemoryBuffer::getFile(Path);
    return File ? (*File)->getBuffer().str() : "";
  }

  llvm::SmallString<128> Path;
};

TEST_F(QuestionsTest, AreWrittenOnceWithTheirNumber) {
  EmptinessScope Scope(EmptinessMode::Fast);
  QuestionRecorder Recorder;
  Scope.tell(Recorder);
  isl::set A = set("[N] -> { S[i] : 0 <= i < N and i mod 4 = 1 }");
  isl::set B = set("[M] -> { S[i] : i > M }");
  EXPECT_TRUE(isEmpty(A).is_false());
  EXPECT_TRUE(isDisjoint(A, B).is_false());
  EXPECT_TRUE(isEmpty(A).is_false());
  EXPECT_TRUE(isEmpty(set("{ T[i] : i > 9223372036854775807000 }")).is_false());
  EXPECT_FALSE(bool(Recorder.append(Path)));
  EXPECT_FALSE(bool(Recorder.append(Path)));
  std::string Text = written();
  llvm::StringRef Rest = Text;
  for (int Time = 0; Time < 2; ++Time) {
    auto [First, Behind] = Rest.split('\n');
    EXPECT_TRUE(First.starts_with("2\tempty\t[p1] -> { [x1] : exists (e1 : "))
        << First.str();
    auto [Second, Left] = Behind.split('\n');
    EXPECT_TRUE(Second.starts_with("1\tdisjoint\t[p1, p2] -> { [x1] : "))
        << Second.str();
    EXPECT_TRUE(Second.ends_with("\t[p1, p2] -> { [x1] : -1 - p2 + x1 >= 0 }"))
        << Second.str();
    EXPECT_TRUE(Left.consume_front("1\tleft-out\n")) << Left.str();
    Rest = Left;
  }
  EXPECT_TRUE(Rest.empty());
}

TEST_F(QuestionsTest, AreTheSameSetsWhenReadBack) {
  for (const char *Text :
       {"[N, M] -> { [i, j] : 0 <= i < N and 2j = i + M }", "{ [i] : false }",
        "{ [] }", "[N] -> { [] : N >= 4 }",
        "[N] -> { [i, j] : i mod 6 = 2 and 3 <= j - i <= 9 or i + j + N = 3 }",
        "{ [i, j, k] : exists (e : 3e <= i <= 3e + 1 and j >= -k) }"}) {
    isl::set Set = set(Text);
    auto Q = sdbm::IslQuestions::read(sdbm::Question::Kind::Empty, Set, {});
    ASSERT_TRUE(Q) << Text;
    std::string Line = sdbm::text(*Q);
    ASSERT_EQ(Line.substr(0, 6), "empty\t");
    isl::set Back = set(Line.substr(6));
    ASSERT_FALSE(Back.is_null()) << Line;
    // The parameters have other names.
    for (unsigned P = 0; P < Q->Parameters; ++P)
      Back = isl::manage(
          isl_set_set_dim_id(Back.release(), isl_dim_param, P,
                             isl_set_get_dim_id(Set.get(), isl_dim_param, P)));
    EXPECT_TRUE(Back.is_equal(Set).is_true()) << Text << " is now " << Line;
  }
}

TEST_F(QuestionsTest, OfManyCompilersDoNotMix) {
  auto Append = [&](int Bound) {
    isl_ctx *Ctx = isl_ctx_alloc();
    QuestionRecorder Recorder;
    {
      EmptinessScope Scope(EmptinessMode::Fast);
      Scope.tell(Recorder);
      for (int I = 0; I < 50; ++I)
        isEmpty(
            isl::set(Ctx, "{ [i] : i >= " + std::to_string(Bound + I) + " }"));
    }
    for (int I = 0; I < 20; ++I)
      EXPECT_FALSE(bool(Recorder.append(Path)));
    isl_ctx_free(Ctx);
  };
  std::thread First(Append, 100), Second(Append, 500);
  First.join();
  Second.join();
  std::string Text = written();
  llvm::SmallVector<llvm::StringRef> Lines;
  llvm::StringRef(Text).trim().split(Lines, '\n');
  EXPECT_EQ(Lines.size(), 2000u);
  for (llvm::StringRef Line : Lines)
    EXPECT_TRUE(Line.starts_with("1\tempty\t[] -> { [x1] : -") &&
                Line.ends_with(" + x1 >= 0 }"))
        << Line.str();
}

TEST_F(QuestionsTest, HaveTheClassOfBothSetsTogether) {
  using K = sdbm::Question::Kind;
  auto ClassOf = [&](K What, const char *A, const char *B) {
    auto Q = sdbm::IslQuestions::read(What, set(A), B ? set(B) : isl::set());
    return Q ? classify(*Q) : sdbm::Class::Other;
  };
  const char *By4 = "{ [i, j] : i mod 4 = 0 }";
  const char *By6 = "{ [i, j] : j mod 6 = 0 }";
  EXPECT_EQ(ClassOf(K::Empty, "{ [i, j] : i <= j }", nullptr),
            sdbm::Class::Dbm);
  EXPECT_EQ(ClassOf(K::Empty, By4, nullptr), sdbm::Class::Hsdbm);
  EXPECT_EQ(ClassOf(K::Disjoint, By4, By4), sdbm::Class::Hsdbm);
  EXPECT_EQ(ClassOf(K::Disjoint, By4, By6), sdbm::Class::Sdbm);
  EXPECT_EQ(ClassOf(K::Subset, By4, "{ [i, j] : i + j <= 3 }"),
            sdbm::Class::Other);
}

TEST_F(QuestionsTest, AreCountedByClass) {
  Kernel K = load("stencil-1d-pingpong");
  ClassCensus Outer;
  {
    EmptinessScope Scope(EmptinessMode::Fast);
    ClassCensus Census;
    Scope.tell(Census);
    Census.addKernel(K);
    unsigned long Sets = 1 + K.Arrays.size();
    for (const Statement &S : K.Statements)
      Sets += 1 + S.Accesses.size();
    EXPECT_EQ(Census.count(ClassCensus::Sets), Sets);
    EXPECT_EQ(Census.count(ClassCensus::Dependences), 0u);
    Dataflow D = flows(K);
    EXPECT_EQ(Census.count(ClassCensus::Dependences),
              D.Flows.size() + D.Uncovered.size() + D.LiveOuts.size());
    EXPECT_GT(Census.count(ClassCensus::Checks), 0u);
    ClassCensus::note(map("{ [i] -> [j] : i < j or i mod 3 = 0 or i = 2j }"));
    EXPECT_EQ(Census.count(ClassCensus::Conflicts, sdbm::Class::Dbm), 1u);
    EXPECT_EQ(Census.count(ClassCensus::Conflicts, sdbm::Class::Hsdbm), 1u);
    EXPECT_EQ(Census.count(ClassCensus::Conflicts, sdbm::Class::Other), 1u);
    EXPECT_EQ(Census.count(ClassCensus::Constraints, sdbm::Class::Other), 1u);
  }
  EXPECT_EQ(Outer.count(ClassCensus::Dependences), 0u);
}

} // namespace
