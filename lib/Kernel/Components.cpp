//===- Components.cpp - Dependence cycles of statements -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Hands the inverted dependence graph, with an entry vertex that has an edge
/// to every statement, to LLVM's search for strongly connected components.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Components.h"
#include "llvm/ADT/GraphTraits.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

using namespace smolly;

namespace {

struct Vertex {
  /// The number of the statement; of the entry that of all statements.
  unsigned Stmt = 0;
  std::vector<Vertex *> Writers;
};

} // namespace

template <> struct llvm::GraphTraits<Vertex *> {
  using NodeRef = Vertex *;
  using ChildIteratorType = std::vector<Vertex *>::iterator;
  static NodeRef getEntryNode(Vertex *V) { return V; }
  static ChildIteratorType child_begin(NodeRef V) { return V->Writers.begin(); }
  static ChildIteratorType child_end(NodeRef V) { return V->Writers.end(); }
};

std::vector<Component>
smolly::findComponents(const Kernel &K, const Dataflow &D,
                       const std::vector<bool> &IgnoreSelf) {
  unsigned Count = K.Statements.size();
  std::vector<Vertex> Vertices(Count + 1);
  Vertex &Entry = Vertices.back();
  std::set<std::pair<unsigned, unsigned>> Edges;
  for (unsigned S = 0; S < Count; ++S)
    Vertices[S].Stmt = S;
  Entry.Stmt = Count;
  for (unsigned S = 0; S < Count; ++S)
    Entry.Writers.push_back(&Vertices[S]);
  for (const Flow &F : D.Flows) {
    unsigned Reader = F.Read.Stmt, Writer = F.Write.Stmt;
    if (Reader == Writer && !IgnoreSelf.empty() && IgnoreSelf[Reader])
      continue;
    if (Edges.insert({Reader, Writer}).second)
      Vertices[Reader].Writers.push_back(&Vertices[Writer]);
  }
  std::vector<Component> Result;
  for (auto I = llvm::scc_begin(&Entry); !I.isAtEnd(); ++I) {
    Component C;
    for (Vertex *V : *I)
      if (V != &Entry)
        C.Statements.push_back(V->Stmt);
    if (C.Statements.empty())
      continue;
    llvm::sort(C.Statements);
    unsigned First = C.Statements.front();
    C.IsCycle = C.Statements.size() > 1 || Edges.count({First, First});
    std::stable_partition(
        C.Statements.begin(), C.Statements.end(), [&](unsigned S) {
          return llvm::all_of(Vertices[S].Writers, [&](Vertex *W) {
            return llvm::is_contained(C.Statements, W->Stmt);
          });
        });
    Result.push_back(std::move(C));
  }
  std::reverse(Result.begin(), Result.end());
  return Result;
}
