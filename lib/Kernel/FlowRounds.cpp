//===- FlowRounds.cpp - Accesses that flow analysis has to see ------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements FlowRounds.h.
///
//===----------------------------------------------------------------------===//

#include "FlowRounds.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/LexOrder.h"
#include "isl/map.h"
#include "isl/space.h"
#include <algorithm>
#include <map>

using namespace smolly;

namespace {

/// Tells pairs of accesses apart that have something to do with each other.
class PairFilter {
public:
  PairFilter(const Kernel &K, const std::vector<FlowAccess> &Accesses);

  /// False only if \p Read finds no value of \p Write.
  bool mayReach(unsigned Read, unsigned Write);

private:
  isl::map aligned(const isl::map &Map) const {
    return isl::manage(isl_map_align_params(Map.copy(), Parameters.copy()));
  }
  const isl::map &order(unsigned Reader, unsigned Writer);

  const Kernel &K;
  const std::vector<FlowAccess> &Accesses;
  /// All of them have these parameters.
  isl::space Parameters;
  std::vector<isl::map> Relations; // { Domain[] -> Element[] }
  /// For each two statements: { ReadDomain[] -> WriteDomain[] }, the write is
  /// earlier. A disjunct is a level.
  std::map<std::pair<unsigned, unsigned>, isl::map> Orders;
};

} // namespace

PairFilter::PairFilter(const Kernel &K, const std::vector<FlowAccess> &Accesses)
    : K(K), Accesses(Accesses), Parameters(K.Context.get_space()) {
  auto Include = [&](const isl::map &Map) {
    Parameters = isl::manage(isl_space_align_params(
        Parameters.release(), isl_map_get_space(Map.get())));
  };
  for (const FlowAccess &A : Accesses)
    Include(A.Relation);
  for (const Statement &S : K.Statements)
    Include(S.Schedule);
  for (const FlowAccess &A : Accesses)
    Relations.push_back(aligned(A.Relation));
}

const isl::map &PairFilter::order(unsigned Reader, unsigned Writer) {
  isl::map &Result = Orders[{Reader, Writer}];
  if (Result.is_null())
    Result = aligned(lexOrder(Lex::Greater, K.Statements[Reader].Schedule,
                              K.Statements[Writer].Schedule));
  return Result;
}

bool PairFilter::mayReach(unsigned Read, unsigned Write) {
  if (emptinessMode() == EmptinessMode::Isl)
    return true;
  const isl::map &R = Relations[Read], &W = Relations[Write];
  isl::map Order;
  if (Accesses[Read].Stmt)
    Order = order(*Accesses[Read].Stmt, *Accesses[Write].Stmt);
  else
    // Live-out elements are read at last.
    Order = isl::map::universe(isl::manage(isl_space_map_from_domain_and_range(
        isl_space_domain(isl_map_get_space(R.get())),
        isl_space_domain(isl_map_get_space(W.get())))));
  return !areSurelyIndependent(R, W, Order);
}

std::vector<FlowRound>
smolly::flowRounds(const Kernel &K, const std::vector<FlowAccess> &Accesses,
                   std::vector<unsigned> &Sourceless) {
  PairFilter Filter(K, Accesses);
  // For each array the reads with the same writes, in their order.
  using Group = std::pair<std::vector<unsigned>, std::vector<unsigned>>;
  std::map<unsigned, std::vector<Group>> Groups;
  for (unsigned R = 0; R < Accesses.size(); ++R) {
    if (Accesses[R].What != FlowAccess::Kind::Read)
      continue;
    std::vector<unsigned> Writes;
    for (unsigned W = 0; W < Accesses.size(); ++W)
      if (Accesses[W].What != FlowAccess::Kind::Read &&
          Accesses[W].Array == Accesses[R].Array && Filter.mayReach(R, W))
        Writes.push_back(W);
    if (Writes.empty()) {
      Sourceless.push_back(R);
      continue;
    }
    std::vector<Group> &OfArray = Groups[Accesses[R].Array];
    auto Same = std::find_if(OfArray.begin(), OfArray.end(),
                             [&](const Group &G) { return G.first == Writes; });
    if (Same == OfArray.end())
      OfArray.push_back({Writes, {R}});
    else
      Same->second.push_back(R);
  }
  std::vector<FlowRound> Rounds;
  for (const auto &[Array, OfArray] : Groups)
    for (unsigned I = 0; I < OfArray.size(); ++I) {
      Rounds.resize(std::max<size_t>(Rounds.size(), I + 1));
      FlowRound &Round = Rounds[I];
      const auto &[Writes, Reads] = OfArray[I];
      Round.Writes.insert(Round.Writes.end(), Writes.begin(), Writes.end());
      Round.Reads.insert(Round.Reads.end(), Reads.begin(), Reads.end());
    }
  return Rounds;
}
