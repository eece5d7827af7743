//===- OverlapGroups.cpp - Nests for overlapping tiles --------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements OverlapGroups.h.
///
//===----------------------------------------------------------------------===//

#include "OverlapGroups.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include <cmath>
#include <map>

using namespace smolly;

namespace {

/// The iterations of a loop that is not cut.
constexpr double AssumedIterations = 1000;
/// Bounds for the iterations in a tile: in an only loop, in an outer one, and
/// in the innermost one.
constexpr long LeastOnly = 8, LeastOuter = 4, LeastInner = 8;
constexpr long MostOnly = 16384, MostOuter = 64, MostInner = 1024;
/// The innermost loop grows first up to here.
constexpr long LongEnough = 256;

class Grouper {
public:
  Grouper(const LoopNests &Nests, const Dataflow &Flow,
          const OverlapOptions &Options)
      : Nests(Nests), K(Nests.kernel()), Flow(Flow), Options(Options) {}
  std::vector<OverlapGroup> run() const;

private:
  std::vector<bool> lastNests() const;
  std::vector<std::set<unsigned>> sources(const std::vector<bool> &Last) const;
  unsigned loopsToCut(const OverlapGroup &G) const;
  double bytesAtPoint(const OverlapGroup &G, unsigned Dims) const;
  void chooseSizes(OverlapGroup &G) const;

  const LoopNests &Nests;
  const Kernel &K;
  const Dataflow &Flow;
  const OverlapOptions &Options;
};

} // namespace

const Access *smolly::lastWrite(const Kernel &K, const Dataflow &Flow,
                                unsigned Stmt) {
  const Statement &S = K.Statements[Stmt];
  for (const Access &A : S.Accesses)
    if (A.isWrite() && K.Arrays[A.Array].Fixed)
      return &A;
  for (const Dataflow::LiveOut &L : Flow.LiveOuts)
    if (L.Write.Stmt == Stmt)
      return &S.Accesses[L.Write.Access];
  return nullptr;
}

/// For each nest whether somebody sees what it writes.
std::vector<bool> Grouper::lastNests() const {
  std::vector<bool> Result;
  for (const LoopNest &N : Nests.all())
    Result.push_back(llvm::any_of(N.Statements, [&](unsigned S) {
      return lastWrite(K, Flow, S) != nullptr;
    }));
  return Result;
}

/// For each nest those that it reads values of and that are not \p Last.
std::vector<std::set<unsigned>>
Grouper::sources(const std::vector<bool> &Last) const {
  std::vector<std::optional<unsigned>> NestOf(K.Statements.size());
  for (const LoopNest &N : Nests.all())
    for (unsigned S : N.Statements)
      NestOf[S] = N.Number;
  std::vector<std::set<unsigned>> Result(Last.size());
  for (const smolly::Flow &F : Flow.Flows)
    if (auto From = NestOf[F.Write.Stmt], To = NestOf[F.Read.Stmt];
        From && To && *From != *To && !Last[*From])
      Result[*To].insert(*From);
  return Result;
}

/// How many loops of the last nests can be cut.
unsigned Grouper::loopsToCut(const OverlapGroup &G) const {
  unsigned Dims = Options.Loops;
  for (unsigned N : G.LastNests) {
    const LoopNest &Nest = Nests.all()[N];
    if (!G.usesElements())
      Dims = std::min(Dims, Nest.Loops);
    for (unsigned S : Nest.Statements)
      if (const Access *A = lastWrite(K, Flow, S); A && G.usesElements())
        Dims = std::min<unsigned>(
            Dims, std::max(0, isl_map_dim(A->Relation.get(), isl_dim_out)));
  }
  return Dims;
}

/// The bytes in an element of each array of \p G, but for scalars; in a row or
/// more of them where the arrays have more dimensions than the \p Dims that are
/// cut.
double Grouper::bytesAtPoint(const OverlapGroup &G, unsigned Dims) const {
  double Bytes = 0;
  std::vector<bool> Accessed(K.Arrays.size());
  for (unsigned N : G.Nests)
    for (unsigned S : Nests.all()[N].Statements)
      for (const Access &A : K.Statements[S].Accesses) {
        if (Accessed[A.Array])
          continue;
        Accessed[A.Array] = true;
        int Own = isl_map_dim(A.Relation.get(), isl_dim_out);
        if (Own > 0)
          Bytes += K.Arrays[A.Array].ElementBytes *
                   std::pow(AssumedIterations, std::max(0, Own - int(Dims)));
      }
  return std::max(Bytes, 1.0);
}

/// Into what loops of \p G are cut: as much as there is in a tile at most.
void Grouper::chooseSizes(OverlapGroup &G) const {
  unsigned Dims = loopsToCut(G), Loops = 0;
  for (unsigned N : G.LastNests)
    Loops = std::max(Loops, Nests.all()[N].Deepest);
  if (Dims == 0)
    return;
  double PointBytes = bytesAtPoint(G, Dims);
  auto Grow = [&](unsigned Dim, long Most) {
    double Bytes = PointBytes;
    for (long Size : G.Sizes)
      Bytes *= Size;
    for (; G.Sizes[Dim] < Most && 2 * Bytes <= Options.TileBytes; Bytes *= 2)
      G.Sizes[Dim] *= 2;
  };
  if (Loops == 1) {
    G.Sizes = {LeastOnly};
    return Grow(0, MostOnly);
  }
  G.Sizes.assign(Dims, LeastOuter);
  if (Dims > 1) {
    G.Sizes.back() = LeastInner;
    Grow(Dims - 1, LongEnough);
  }
  for (unsigned Dim = 0; Dim < Dims; ++Dim)
    Grow(Dim, MostOuter);
  if (Dims > 1)
    Grow(Dims - 1, MostInner);
}

std::vector<OverlapGroup> Grouper::run() const {
  std::vector<bool> Last = lastNests();
  std::vector<std::set<unsigned>> Sources = sources(Last);
  llvm::IntEqClasses Classes(Last.size());
  std::vector<OverlapGroup> Single;
  for (unsigned N = 0; N < Last.size(); ++N) {
    if (!Last[N] || Sources[N].empty())
      continue;
    OverlapGroup G;
    G.LastNests = {N};
    std::vector<unsigned> Open = {N};
    while (!Open.empty()) {
      unsigned Next = Open.back();
      Open.pop_back();
      if (!G.Nests.insert(Next).second)
        continue;
      Classes.join(N, Next);
      Open.insert(Open.end(), Sources[Next].begin(), Sources[Next].end());
    }
    Single.push_back(std::move(G));
  }
  // Those that need the same nest are one.
  std::map<unsigned, OverlapGroup> Groups;
  for (const OverlapGroup &G : Single) {
    unsigned N = G.LastNests.front();
    OverlapGroup &All = Groups[Classes.findLeader(N)];
    All.Nests.insert(G.Nests.begin(), G.Nests.end());
    All.LastNests.push_back(N);
  }
  std::vector<OverlapGroup> Result;
  for (auto &[Leader, G] : Groups) {
    chooseSizes(G);
    if (!G.Sizes.empty())
      Result.push_back(std::move(G));
  }
  return Result;
}

std::vector<OverlapGroup>
smolly::findOverlapGroups(const LoopNests &Nests, const Dataflow &Flow,
                          const OverlapOptions &Options) {
  return Grouper(Nests, Flow, Options).run();
}
