//===- OverlapRandomTest.cpp - Overlapping tiles, executed ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Executes random pipelines as they are and in overlapping tiles, and compares
/// what they leave behind. What an instance writes depends on its name, its
/// iterators and on all that it reads.
///
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "smolly/Schedule/Overlap.h"
#include "smolly/Schedule/TileBuffers.h"
#include "smolly/Storage/MappingChecker.h"
#include "llvm/ADT/Hashing.h"
#include "isl/map.h"
#include "isl/set.h"
#include <map>
#include <random>

using namespace smolly;
using namespace smolly::test;

namespace {

constexpr unsigned long Enough = 20'000'000;

using Point = std::vector<long>;

std::vector<Point> pointsOf(const isl::set &Set) {
  std::vector<Point> Result;
  unsigned Dims = isl_set_dim(Set.get(), isl_dim_set);
  Set.foreach_point([&](isl::point P) {
       Result.emplace_back();
       for (unsigned Dim = 0; Dim < Dims; ++Dim)
         Result.back().push_back(isl::manage(isl_point_get_coordinate_val(
                                                 P.get(), isl_dim_set, Dim))
                                     .get_num_si());
       return isl::stat::ok();
     })
      .release();
  llvm::sort(Result);
  return Result;
}

isl::set atSize(isl::set Set, long N) {
  int Dim = isl_set_find_dim_by_name(Set.get(), isl_dim_param, "N");
  return Dim < 0 ? Set
                 : isl::manage(isl_set_project_out(
                       isl_set_fix_si(Set.release(), isl_dim_param, Dim, N),
                       isl_dim_param, Dim, 1));
}

/// What is in the elements that somebody sees after K was executed; of
/// each statement the first TileDims iterators do not count.
std::map<std::pair<unsigned, Point>, size_t>
execute(const Kernel &K, const std::vector<unsigned> &TileDims, long N) {
  // By time: statement and iterators.
  std::map<Point, std::pair<unsigned, Point>> Order;
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    isl::map Schedule = K.Statements[S].Schedule;
    unsigned Dims = isl_map_dim(Schedule.get(), isl_dim_in);
    isl::set Flat = isl::manage(isl_set_flatten(Schedule.wrap().release()));
    for (const Point &P : pointsOf(atSize(Flat, N)))
      Order[{P.begin() + Dims, P.end()}] = {S, {P.begin(), P.begin() + Dims}};
  }
  // By statement, access and iterators: elements.
  std::map<std::tuple<unsigned, unsigned, Point>, std::vector<Point>> Accesses;
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A) {
      isl::map Relation = K.Statements[S].Accesses[A].Relation;
      unsigned Dims = isl_map_dim(Relation.get(), isl_dim_in);
      isl::set Flat = isl::manage(isl_set_flatten(Relation.wrap().release()));
      for (const Point &P : pointsOf(atSize(Flat, N)))
        Accesses[{S, A, {P.begin(), P.begin() + Dims}}].push_back(
            {P.begin() + Dims, P.end()});
    }
  std::map<std::pair<unsigned, Point>, size_t> Memory, Seen;
  for (const auto &[Time, Instance] : Order) {
    const auto &[S, Iterators] = Instance;
    size_t Value = S;
    for (unsigned I = TileDims[S]; I < Iterators.size(); ++I)
      Value = llvm::hash_combine(Value, Iterators[I]);
    for (bool Writes : {false, true})
      for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A) {
        const Access &Acc = K.Statements[S].Accesses[A];
        if (Acc.isWrite() == Writes)
          for (const Point &Element : Accesses[{S, A, Iterators}]) {
            size_t &Cell = Memory[{Acc.Array, Element}];
            if (Writes)
              Cell = llvm::hash_combine(Value, A);
            else
              Value = llvm::hash_combine(Value, Cell);
          }
      }
  }
  for (const auto &[Element, Value] : Memory)
    if (K.Arrays[Element.first].Fixed && Value != 0)
      Seen[Element] = Value;
  return Seen;
}

/// Makes pipelines over one or two dimensions: stages that read what was there
/// before, some of several nests, some of which go back to half the size, and
/// one or two at the end whose results are seen.
class PipelineGenerator {
public:
  explicit PipelineGenerator(unsigned Seed) : Random(Seed) {}

  std::string pipeline() {
    Dims = 1 + below(2);
    addArray("I", true);
    unsigned Stages = 1 + below(3);
    for (unsigned Stage = 0; Stage < Stages; ++Stage)
      addStage("T" + std::to_string(Stage), false);
    addStage("O", true);
    if (percent(25))
      addStage(percent(20) ? "I" : percent(20) ? "O" : "P", true);
    return "{ \"context\": \"[N] -> { : N >= 0 }\", \"arrays\": [ " + Arrays +
           " ], \"statements\": [ " + Statements + " ] }";
  }

private:
  unsigned below(unsigned Bound) { return Random() % Bound; }
  bool percent(unsigned P) { return below(100) < P; }
  std::string pick(std::initializer_list<const char *> Choices) {
    return Choices.begin()[below(Choices.size())];
  }
  std::string index(const std::string &Name, const char *I, const char *J) {
    return Name + "[" + I + (Dims == 2 ? std::string(", ") + J : "") + "]";
  }

  void addArray(const std::string &Name, bool Fixed) {
    if (llvm::is_contained(Names, Name))
      return;
    Arrays += Names.empty() ? "" : ", ";
    Arrays += "{ \"name\": \"" + Name + "\", \"extent\": \"[N] -> { " +
              index(Name, "x", "y") + " : -9 <= x <= 2N + 9" +
              (Dims == 2 ? " and -9 <= y <= 2N + 9" : "") + " }\"";
    if (Fixed)
      Arrays += ", \"live_in\": \"{ " + index(Name, "x", "y") +
                " }\", \"live_out\": \"{ " + index(Name, "x", "y") +
                " }\", \"fixed\": true";
    Arrays += " }";
    Names.push_back(Name);
  }

  std::string read(const std::string &From, const std::string &Domain) {
    std::string Relation = "{ " + Domain + " -> " + index(From, "x", "y");
    Relation += pick({" : x = i", " : i - 1 <= x <= i + 1", " : x = i - 2",
                      " : i <= x <= i + 2", " : 2i <= x <= 2i + 1"});
    if (Dims == 2)
      Relation += pick({" and y = j", " and y = j", " and j - 1 <= y <= j + 1",
                        " and y = j + 1"});
    return "{ \"kind\": \"read\", \"relation\": \"" + Relation + " }\" }";
  }

  void addNest(const std::string &Array, const std::string &Bounds) {
    std::string Name = "S" + std::to_string(Count++);
    std::string Domain = index(Name, "i", "j");
    std::string Time =
        "[" + std::to_string(Count) + ", i" + (Dims == 2 ? ", j" : "") + "]";
    Statements += Count == 1 ? "" : ", ";
    Statements += "{ \"name\": \"" + Name + "\", \"domain\": \"[N] -> { " +
                  Domain + " : " + Bounds + " }\", \"schedule\": \"{ " +
                  Domain + " -> " + Time + " }\", \"accesses\": [ ";
    unsigned Reads = 1 + below(2);
    for (unsigned I = 0; I < Reads; ++I) {
      unsigned Known = Names.size() - 1;
      std::string From = percent(60) ? Names[Known - std::min(1u, Known)]
                                     : Names[below(Names.size())];
      if (From == Array && !percent(10))
        From = "I";
      Statements += read(From, Domain) + ", ";
    }
    Statements += "{ \"kind\": \"write\", \"relation\": \"{ " + Domain +
                  " -> " + index(Array, "i", "j") + " }\" } ] }";
  }

  void addStage(const std::string &Array, bool Last) {
    addArray(Array, Last);
    std::string All = pick({"0 <= i < N", "-1 <= i <= N", "1 <= i < N - 1"});
    if (Dims == 2)
      All += pick({" and 0 <= j < N", " and 1 <= j < N - 1"});
    if (percent(20)) // a border first
      addNest(Array, pick({"i = 0", "i = N - 1", "-2 <= i < 0"}) +
                         std::string(Dims == 2 ? " and 0 <= j < N" : ""));
    addNest(Array, All);
  }

  std::mt19937 Random;
  unsigned Dims = 1, Count = 0;
  std::vector<std::string> Names;
  std::string Arrays, Statements;
};

class OverlapRandomTest : public IslTest {};

TEST_F(OverlapRandomTest, ComputesTheSame) {
  unsigned Found = 0, Buffers = 0;
  for (unsigned Seed = 0; Seed < 150; ++Seed) {
    std::string Text = PipelineGenerator(Seed).pipeline();
    Kernel K = parse(Text);
    ASSERT_FALSE(K.Statements.empty()) << Text;
    std::string WhyNot;
    auto New = overlapTiles(K, flows(K), {0, 1 + Seed % 2, Enough}, WhyNot);
    if (!New)
      continue;
    ++Found;
    for (long N : {0, 1, 5, 13})
      ASSERT_EQ(execute(K, std::vector<unsigned>(K.Statements.size()), N),
                execute(New->K, New->TileDims, N))
          << Seed << " at " << N << ": " << Text;
    auto Plan = planTileBuffers(*New, {});
    if (!Plan) {
      llvm::consumeError(Plan.takeError());
      continue;
    }
    Buffers += Plan->Arrays.size();
    for (long N : {0, 1, 5, 13}) {
      llvm::Error E = checkMapping(New->K, *Plan, {{"N", N}});
      ASSERT_FALSE(bool(E)) << Seed << " at " << N << ": " << Text
                            << llvm::toString(std::move(E));
    }
  }
  // Most pipelines can run in tiles, and most of their arrays are local then.
  EXPECT_GT(Found, 75u);
  EXPECT_GT(Buffers, Found);
}

} // namespace
