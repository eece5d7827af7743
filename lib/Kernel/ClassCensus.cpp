//===- ClassCensus.cpp - How many sets are of which class -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ClassCensus.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/ClassCensus.h"
#include "smolly/SDBM/IslQuestions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <numeric>

using namespace llvm;
using namespace smolly;

thread_local ClassCensus *ClassCensus::Current = nullptr;

static constexpr StringRef KindNames[ClassCensus::Kinds] = {
    "constraints", "sets", "dependences", "conflicts", "checks"};
static constexpr StringRef KindTitles[ClassCensus::Kinds] = {
    "affine constraints", "sets", "dependence relations", "conflict polyhedra",
    "emptiness checks"};
static constexpr StringRef ClassNames[ClassCensus::Classes] = {"dbm", "hsdbm",
                                                               "sdbm", "other"};

ClassCensus::ClassCensus() : Outer(Current) { Current = this; }

ClassCensus::~ClassCensus() { Current = Outer; }

unsigned long ClassCensus::count(Kind What) const {
  return std::accumulate(Counts[What].begin(), Counts[What].end(), 0ul);
}

/// Counts \p Set as one thing, or each of its disjuncts; and its rows.
template <typename T>
void ClassCensus::add(Kind What, const T &Set, bool EachDisjunct) {
  auto Read = sdbm::IslQuestions::read(sdbm::Question::Kind::Empty, Set, T());
  if (!Read) {
    ++Counts[What][unsigned(sdbm::Class::Other)];
    return;
  }
  sdbm::Class Largest = sdbm::Class::Dbm;
  for (sdbm::Rows &R : Read->A) {
    sdbm::Class C = classify(R);
    Largest = std::max(Largest, C);
    if (EachDisjunct)
      ++Counts[What][unsigned(C)];
    auto Rows = R.count();
    Counts[Constraints][unsigned(sdbm::Class::Dbm)] += Rows.Bounds;
    Counts[Constraints][unsigned(sdbm::Class::Hsdbm)] += Rows.Strides;
    Counts[Constraints][unsigned(sdbm::Class::Other)] += Rows.Others;
  }
  if (!EachDisjunct)
    ++Counts[What][unsigned(Largest)];
}

void ClassCensus::addKernel(const Kernel &K) {
  add(Sets, K.Context, false);
  for (const Statement &S : K.Statements) {
    add(Sets, S.Domain, false);
    for (const Access &A : S.Accesses)
      add(Sets, A.Relation, false);
  }
  for (const Array &A : K.Arrays)
    add(Sets, A.LiveOut, false);
}

void ClassCensus::addFlow(const Dataflow &Flow) {
  for (const auto &F : Flow.Flows)
    add(Dependences, F.Sources, false);
  for (const auto &U : Flow.Uncovered)
    add(Dependences, U.Relation, false);
  for (const auto &L : Flow.LiveOuts)
    add(Dependences, L.Instances, false);
}

void ClassCensus::addConflicts(const isl::map &Map) {
  add(Conflicts, Map, true);
}

void ClassCensus::asked(sdbm::Question *Q) {
  ++Counts[Checks][unsigned(Q ? classify(*Q) : sdbm::Class::Other)];
}

void ClassCensus::print(raw_ostream &OS) const {
  OS << formatv("{0,-22}{1,10}", "", "all");
  for (StringRef Name : ClassNames)
    OS << formatv("{0,10}", Name);
  OS << '\n';
  for (unsigned K = 0; K < Kinds; ++K) {
    OS << formatv("{0,-22}{1,10}", KindTitles[K], count(Kind(K)));
    for (unsigned long Number : Counts[K])
      OS << formatv("{0,10}", Number);
    OS << '\n';
  }
}

std::string ClassCensus::describe() const {
  std::string Text;
  raw_string_ostream OS(Text);
  ListSeparator Semicolon("; ");
  for (unsigned K = 0; K < Kinds; ++K) {
    OS << Semicolon << count(Kind(K)) << ' ' << KindTitles[K];
    if (count(Kind(K)) == 0)
      continue;
    ListSeparator Comma;
    OS << ": ";
    for (unsigned C = 0; C < Classes; ++C)
      if (Counts[K][C] > 0)
        OS << Comma << Counts[K][C] << ' ' << ClassNames[C];
  }
  return Text;
}

json::Object ClassCensus::toJson() const {
  json::Object Result;
  for (unsigned K = 0; K < Kinds; ++K) {
    json::Object OfKind;
    for (unsigned C = 0; C < Classes; ++C)
      OfKind[ClassNames[C]] = Counts[K][C];
    Result[KindNames[K]] = std::move(OfKind);
  }
  return Result;
}
