//===- RandomKernel.h - Random kernel files ---------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Small random kernels with parameters N and M, for tests that compare an
/// analysis with what happens when a kernel is executed.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_UNITTEST_RANDOMKERNEL_H
#define SMOLLY_UNITTEST_RANDOMKERNEL_H

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <random>

namespace smolly::test {
namespace json = llvm::json;

/// Makes kernel files. The same seed gives the same file on every machine.
class KernelGenerator {
public:
  explicit KernelGenerator(unsigned Seed) : Random(Seed) {}

  std::string kernel() {
    json::Array Arrays, Statements;
    ArrayDims.resize(1 + below(2));
    for (unsigned A = 0; A < ArrayDims.size(); ++A) {
      ArrayDims[A] = 1 + below(2);
      Arrays.push_back(array(A));
    }
    unsigned Count = 1 + below(4);
    for (unsigned S = 0; S < Count; ++S)
      Statements.push_back(statement(S));
    json::Object Root{{"name", "random"},
                      {"context", "[N, M] -> { : N >= 0 and M >= 0 }"},
                      {"arrays", std::move(Arrays)},
                      {"statements", std::move(Statements)}};
    std::string Text;
    llvm::raw_string_ostream(Text) << json::Value(std::move(Root));
    return Text;
  }

private:
  unsigned below(unsigned Bound) { return Random() % Bound; }
  bool percent(unsigned P) { return below(100) < P; }
  std::string pick(std::initializer_list<const char *> Choices) {
    return Choices.begin()[below(Choices.size())];
  }

  static std::string tuple(const std::string &Name,
                           const std::vector<std::string> &Entries) {
    std::string Text = Name + "[";
    for (unsigned I = 0; I < Entries.size(); ++I)
      Text += (I ? ", " : "") + Entries[I];
    return Text + "]";
  }

  json::Object array(unsigned A) {
    std::string Name = "A" + std::to_string(A);
    std::vector<std::string> Vars = {"x", "y"};
    Vars.resize(ArrayDims[A]);
    std::string Tuple = tuple(Name, Vars);
    std::string Extent = "[N, M] -> { " + Tuple + " : ";
    for (unsigned I = 0; I < Vars.size(); ++I)
      Extent += (I ? " and " : "") + std::string("-9 <= ") + Vars[I] +
                " <= N + M + 9";
    json::Object O{{"name", Name}, {"extent", Extent + " }"}};
    if (percent(50))
      O["live_in"] = "[N, M] -> { " + Tuple + " }";
    if (percent(60))
      O["live_out"] = "[N, M] -> { " + Tuple + " : " +
                      pick({"x = 0", "x = N", "x >= 1", "0 = 0"}) + " }";
    if (percent(5))
      O["fixed"] = true;
    return O;
  }

  /// An index expression over the loop variables.
  std::string index(const std::vector<std::string> &Loops) {
    if (Loops.empty() || percent(8))
      return pick({"0", "N", "1"});
    std::string Text = Loops[below(Loops.size())];
    if (percent(10))
      Text += " + " + Loops[below(Loops.size())];
    return Text + pick({"", "", "", " - 1", " + 1"});
  }

  /// An array and one index expression for each of its dimensions.
  struct Place {
    unsigned Array;
    std::vector<std::string> Indices;
  };

  Place somewhere(const std::vector<std::string> &Loops, bool Write) {
    Place P = {below(ArrayDims.size()), {}};
    for (unsigned I = 0; I < ArrayDims[P.Array]; ++I)
      P.Indices.push_back(
          Write && I < Loops.size() && percent(70) ? Loops[I] : index(Loops));
    return P;
  }

  /// A place beside \p P, in the same array.
  Place beside(Place P) {
    P.Indices[below(P.Indices.size())] +=
        pick({" - 1", " - 1", " + 1", " - 2", ""});
    return P;
  }

  json::Object access(const std::string &Domain,
                      const std::vector<std::string> &Loops, const Place &P,
                      bool Write) {
    std::string Relation = "[N, M] -> { " + Domain + " -> " +
                           tuple("A" + std::to_string(P.Array), P.Indices);
    if (!Loops.empty() && percent(12))
      Relation += " : " + Loops[0] + pick({" >= 1", " < N", " = 0"});
    std::string Kind = !Write ? "read" : percent(4) ? "may_write" : "write";
    return json::Object{{"kind", Kind}, {"relation", Relation + " }"}};
  }

  /// Statements often read beside what they write, so that values are passed
  /// from instance to instance in place, and write side by side.
  json::Array accesses(const std::string &Domain,
                       const std::vector<std::string> &Loops, bool Copies) {
    std::vector<Place> Writes = {somewhere(Loops, true)};
    if (percent(25))
      Writes.push_back(percent(60) ? beside(Writes[0])
                                   : somewhere(Loops, true));
    json::Array Result;
    unsigned Reads = Copies ? Writes.size() : below(4);
    for (unsigned I = 0; I < Reads; ++I)
      Result.push_back(access(
          Domain, Loops,
          percent(50) ? beside(Writes[0]) : somewhere(Loops, false), false));
    for (const Place &P : Writes)
      Result.push_back(access(Domain, Loops, P, true));
    return Result;
  }

  json::Object statement(unsigned S) {
    std::string Name = "S" + std::to_string(S);
    std::vector<std::string> Loops = {"i", "j", "k"};
    Loops.resize(below(4) == 0 ? 1 : 1 + below(3));
    std::string Domain = tuple(Name, Loops), Bounds;
    for (unsigned I = 0; I < Loops.size(); ++I) {
      std::string Upper =
          I > 0 && percent(25) ? Loops[I - 1] : pick({"N", "M", "N - 1", "3"});
      Bounds += (I ? " and " : "") + pick({"0", "0", "1"}) + " <= " + Loops[I] +
                " <= " + Upper;
    }
    bool Copies = percent(30);
    json::Object O{{"name", Name},
                   {"domain", "[N, M] -> { " + Domain + " : " + Bounds + " }"},
                   {"schedule", "{ " + Domain + " -> " +
                                    tuple("", schedule(S, Loops)) + " }"},
                   {"accesses", accesses(Domain, Loops, Copies)}};
    if (Copies)
      O["copies"] = true;
    if (percent(20))
      O["reads_first"] = false;
    return O;
  }

  /// Loops with constants between them; the last constant differs for each
  /// statement, so that no two instances have the same time.
  std::vector<std::string> schedule(unsigned S,
                                    const std::vector<std::string> &Loops) {
    std::vector<std::string> Time = {std::to_string(percent(40) ? 0 : S)};
    bool Swap = Loops.size() > 1 && percent(20);
    for (unsigned I = 0; I < 3; ++I) {
      unsigned From = Swap && I < 2 ? 1 - I : I;
      std::string Loop = From < Loops.size() ? Loops[From] : "0";
      Time.push_back((From < Loops.size() && percent(12) ? "-" : "") + Loop);
      Time.push_back(std::to_string(I == 2 || percent(40) ? S : 0));
    }
    return Time;
  }

  std::mt19937 Random;
  std::vector<unsigned> ArrayDims;
};

inline unsigned fromEnvironment(const char *Name, unsigned Default) {
  const char *Text = std::getenv(Name);
  return Text ? std::strtoul(Text, nullptr, 10) : Default;
}

} // namespace smolly::test

#endif // SMOLLY_UNITTEST_RANDOMKERNEL_H
