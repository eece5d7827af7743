//===- IndexConflictsTest.cpp - Conflicts as index differences ------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Storage/IndexConflicts.h"
#include "TestSupport.h"
#include "isl/set.h"

using namespace smolly;
using namespace smolly::test;

namespace {

class IndexConflictsTest : public IslTest {
protected:
  IndexConflictsTest()
      : K(parse(Text)), D(flows(K)), Point(K.Context, {{"N", 20}}) {}

  ArrayValues values() {
    return ArrayValues(K,
                       {computeLives(K, D, {0, 0}), computeLives(K, D, {1, 1}),
                        computeLives(K, D, {2, 0})});
  }

  static IndexConflicts conflicts(const ArrayValues &Values,
                                  const std::vector<unsigned> &Members,
                                  const ParameterPoint &Point) {
    return Values.indexConflicts(Members, IndexSpace::Elements,
                                 OffsetKind::None, Point);
  }

  /// { Index[] }: all differences of conflicting indices, in both directions.
  static isl::set differences(const IndexConflicts &Conflicts) {
    isl::set All;
    for (const ConflictPiece &Piece : Conflicts.Pieces)
      for (isl::set Set : {Piece.Differences,
                           isl::manage(isl_set_neg(Piece.Differences.copy()))})
        All = All.is_null() ? Set : All.unite(Set);
    return All;
  }

  /// A value for each i, which S overwrites with another one; the element
  /// behind them is written at last, and only it is used in the end.
  const char *Text = R"({ "context": "[N] -> { : N >= 9 }",
    "arrays": [ { "name": "A", "extent": "[N] -> { A[i] : 0 <= i <= N }",
                  "live_out": "[N] -> { A[N] }" } ],
    "statements": [
      { "name": "I", "domain": "[N] -> { I[i] : 0 <= i < N }",
        "schedule": "{ I[i] -> [0, i] }", "accesses": [
        { "kind": "write", "relation": "{ I[i] -> A[i] }" } ] },
      { "name": "S", "domain": "[N] -> { S[i] : 0 <= i < N }",
        "schedule": "{ S[i] -> [1, i] }", "accesses": [
        { "kind": "read", "relation": "{ S[i] -> A[i] }" },
        { "kind": "write", "relation": "{ S[i] -> A[i] }" } ] },
      { "name": "E", "domain": "{ E[] }",
        "schedule": "{ E[] -> [2, 0] }", "accesses": [
        { "kind": "write", "relation": "[N] -> { E[] -> A[N] }" } ] } ] })";
  Kernel K;
  Dataflow D;
  ParameterPoint Point;
};

TEST_F(IndexConflictsTest, LooseSetsConflictWithAllOthers) {
  ArrayValues Values = values(), Loose = values();
  Loose.loosen({2});
  // The last value is written when no other one is needed any more.
  EXPECT_TRUE(conflicts(Values, {0, 2}, Point).Pieces.size() ==
              conflicts(Values, {0}, Point).Pieces.size());
  EXPECT_TRUE(differences(conflicts(Loose, {0, 2}, Point))
                  .is_equal(set("[N] -> { [d] : -N <= d <= N and d != 0 and "
                                "N >= 9 }"))
                  .is_true());
  EXPECT_FALSE(conflicts(Loose, {0, 2}, Point).isHopeless());
}

TEST_F(IndexConflictsTest, LooseSetsAreComparedWhereElementsAreTheSame) {
  ArrayValues Values = values(), Loose = values();
  Loose.loosen({1});
  EXPECT_TRUE(differences(conflicts(Values, {0, 1}, Point))
                  .is_equal(differences(conflicts(Loose, {0, 1}, Point)))
                  .is_true());
}

TEST_F(IndexConflictsTest, OfAddedValuesAreThoseWithWhatIsThere) {
  ArrayValues Values = values();
  // What S writes is never read: it must only spare the values of I that are
  // still needed, which are those behind.
  ValueLives Unread = Values.live()[1];
  IndexConflicts Added = Values.conflictsOfAdded(
      Unread, 0, {0}, IndexSpace::Elements, OffsetKind::None, Point);
  ASSERT_FALSE(Added.Incomplete);
  isl::set Wanted = set("[N] -> { [d] : -N < d < 0 and N >= 9 }");
  EXPECT_TRUE(
      differences(Added)
          .is_equal(Wanted.unite(isl::manage(isl_set_neg(Wanted.copy()))))
          .is_true())
      << isl_set_to_str(differences(Added).get());
  EXPECT_TRUE(
      Added.Indices.front()
          .is_equal(
              set("[N] -> { A[i] : 0 <= i < N and N >= 9 }").reset_tuple_id())
          .is_true())
      << isl_set_to_str(Added.Indices.front().get());
}

/// Value sets that others have looked at, in whatever order they are asked.
TEST_F(IndexConflictsTest, AdoptedSetsHaveTheSameConflicts) {
  ArrayValues Fresh = values();
  for (const std::vector<unsigned> &Asked :
       std::vector<std::vector<unsigned>>{{}, {0}, {1}, {0, 1}}) {
    const std::vector<ValueLives> &Lives = Fresh.live();
    auto Last = std::make_shared<ArrayValues>(K, std::vector{Lives[2]});
    auto Others =
        std::make_shared<ArrayValues>(K, std::vector{Lives[0], Lives[1]});
    // E[] has fewer iterators than the others: not all of its indices have as
    // many components as here.
    ArrayValues Adopting(K, {Lives[2], Lives[0], Lives[1]});
    Adopting.adopt(Last, 0);
    Adopting.adopt(Others, 1);
    for (IndexSpace Space : {IndexSpace::Elements, IndexSpace::Iterations,
                             IndexSpace::Extended, IndexSpace::Separate}) {
      if (!Asked.empty())
        Others->indexConflicts(Asked, Space, OffsetKind::None, Point);
      for (unsigned Members = 1; Members < 8; ++Members) {
        std::vector<unsigned> Here, There;
        for (unsigned Set = 0; Set < 3; ++Set)
          if (Members >> Set & 1) {
            Here.push_back(Set);
            There.push_back((Set + 2) % 3);
          }
        IndexConflicts Wanted =
            Fresh.indexConflicts(There, Space, OffsetKind::None, Point);
        IndexConflicts Found =
            Adopting.indexConflicts(Here, Space, OffsetKind::None, Point);
        ASSERT_FALSE(Found.Incomplete);
        ASSERT_EQ(Found.Pieces.empty(), Wanted.Pieces.empty());
        if (Space == IndexSpace::Separate || Wanted.Pieces.empty())
          continue;
        EXPECT_TRUE(differences(Found).is_equal(differences(Wanted)).is_true());
        EXPECT_TRUE(
            Found.Indices.front().is_equal(Wanted.Indices.front()).is_true());
      }
    }
    Adopting.loosen({0});
    EXPECT_FALSE(conflicts(Adopting, {0, 1}, Point).Incomplete);
  }
}

} // namespace
