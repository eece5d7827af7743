//===- Forward.cpp - Reads of copies become reads of originals ------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Forward.h. The value that a read finds is followed along the
/// dataflow, through copies of copies, to where it comes from: the lenient
/// composition of definition 4.15, a flow at a time. An element that has been
/// written since it was copied is no origin.
///
//===----------------------------------------------------------------------===//

#include "smolly/Volume/Forward.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/LexOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include <map>

using namespace smolly;

namespace {

/// Where a part of a read finds its value as well.
struct Origin {
  /// Index into the arrays of the new kernel.
  unsigned Array = 0;
  /// { ReadDomain[] -> Element[] }
  isl::map Element;
  /// { ReadDomain[] -> Time[] }: when the element had the value. Null for
  /// constants.
  isl::map Since;
};

using Origins = std::vector<Origin>;

class Forwarder {
public:
  Forwarder(const Kernel &K, const Dataflow &D, const ForwardOptions &Options)
      : K(K), D(D), Options(Options), AllOrigins(K.Statements.size()) {
    Result.K = K;
    Result.K.alignParameters();
  }

  std::optional<ForwardedReads> run();

private:
  const Access &access(AccessRef Ref) const {
    return K.Statements[Ref.Stmt].Accesses[Ref.Access];
  }
  isl::map scheduleOf(unsigned Stmt, const isl::set &Part) const {
    return K.Statements[Stmt].Schedule.intersect_domain(Part);
  }
  unsigned constantArray(unsigned ElementBytes, std::string Text,
                         std::optional<AccessRef> Write);
  Origin constant(unsigned Array, const isl::set &Part) const;
  bool addFlow(const Flow &F, Origins &Found);
  const std::optional<Origins> &originsOf(AccessRef Read);
  bool isOverwritten(AccessRef Read, const Origin &O) const;
  bool isWorthwhile(unsigned Array);
  bool isSlowToRead(const Origins &Found) const;
  bool canForward(unsigned Array);
  void forward(AccessRef Read);
  void forward(unsigned Array);
  bool forwardConstants();

  const Kernel &K;
  const Dataflow &D;
  const ForwardOptions &Options;
  ForwardedReads Result;
  /// By statement and access; none where the values of a read are new.
  std::vector<std::map<unsigned, std::optional<Origins>>> AllOrigins;
  std::map<std::pair<unsigned, std::string>, unsigned> ConstantArrays;
};

} // namespace

/// The array of no dimensions that holds the constant \p Text.
unsigned Forwarder::constantArray(unsigned ElementBytes, std::string Text,
                                  std::optional<AccessRef> Write) {
  auto [It, IsNew] =
      ConstantArrays.insert({{ElementBytes, std::move(Text)},
                             static_cast<unsigned>(Result.K.Arrays.size())});
  if (!IsNew)
    return It->second;
  Array A;
  A.Name = "constant" + std::to_string(It->second);
  A.ElementBytes = ElementBytes;
  isl::id Id = isl::id::alloc(K.ctx(), A.Name, nullptr);
  A.Extent = isl::set::universe(
      Result.K.Context.get_space().params().add_named_tuple(Id, 0));
  A.LiveIn = A.LiveOut = A.Extent;
  A.Fixed = true;
  Result.K.Arrays.push_back(std::move(A));
  Result.Constants.push_back({It->second, Write});
  return It->second;
}

Origin Forwarder::constant(unsigned Array, const isl::set &Part) const {
  return {Array,
          isl::map::from_domain_and_range(Part, Result.K.Arrays[Array].Extent),
          isl::map()};
}

/// Adds \p New to \p Found, to an origin that is there where one affine
/// function describes both.
static void addOrigin(Origin New, Origins &Found) {
  for (Origin &O : Found) {
    if (O.Array != New.Array || O.Since.is_null() != New.Since.is_null())
      continue;
    isl::map Both = coalesced(O.Element.unite(New.Element));
    bool IsConstant = New.Since.is_null();
    if (!IsConstant && Both.n_basic_map().release() != 1)
      continue;
    O.Element = Both;
    if (!IsConstant)
      O.Since = O.Since.unite(New.Since);
    return;
  }
  Found.push_back(std::move(New));
}

/// Adds where the values of \p F come from. False where the write makes them.
bool Forwarder::addFlow(const Flow &F, Origins &Found) {
  const Access &Write = access(F.Write);
  isl::set Part = F.Sources.domain();
  if (F.May || Write.Kind != AccessKind::MustWrite)
    return false;
  if (Write.Constant) {
    addOrigin(constant(constantArray(K.Arrays[Write.Array].ElementBytes,
                                     *Write.Constant, F.Write),
                       Part),
              Found);
    return true;
  }
  if (!Write.CopyOf || !F.Sources.is_single_valued().is_true())
    return false;
  AccessRef Copied = {F.Write.Stmt, *Write.CopyOf};
  const Access &Read = access(Copied);
  if (K.Arrays[Read.Array].ElementBytes != K.Arrays[Write.Array].ElementBytes ||
      !Read.Relation.is_single_valued().is_true())
    return false;
  const std::optional<Origins> &Further = originsOf(Copied);
  if (!Further) {
    addOrigin({Read.Array, F.Sources.apply_range(Read.Relation),
               F.Sources.apply_range(
                   scheduleOf(Copied.Stmt, Read.Relation.domain()))},
              Found);
    return true;
  }
  for (const Origin &O : *Further) {
    isl::map Element = F.Sources.apply_range(O.Element);
    if (isEmpty(Element).is_true())
      continue;
    isl::map Since;
    if (!O.Since.is_null())
      Since = F.Sources.apply_range(O.Since);
    addOrigin({O.Array, Element, Since}, Found);
  }
  return true;
}

/// Where all values of \p Read are found as well; none if that is not known, or
/// if the array itself is their origin.
const std::optional<Origins> &Forwarder::originsOf(AccessRef Read) {
  auto [It, IsNew] = AllOrigins[Read.Stmt].insert({Read.Access, std::nullopt});
  std::optional<Origins> &Result = It->second;
  const Access &A = access(Read);
  if (!IsNew || K.Arrays[A.Array].Fixed || A.Exact)
    return Result;
  Origins Found;
  for (const Flow &F : D.Flows)
    if (F.Read == Read && !addFlow(F, Found))
      return Result;
  for (const UncoveredRead &U : D.Uncovered) {
    if (!(U.Read == Read))
      continue;
    if (!Options.Zeroed[A.Array])
      return Result;
    addOrigin(constant(constantArray(K.Arrays[A.Array].ElementBytes,
                                     ConstantZero, std::nullopt),
                       U.Relation.domain()),
              Found);
  }
  if (Found.size() <= Options.MaxParts)
    Result = std::move(Found);
  return Result;
}

/// Whether the element of \p O may be written between the time at which it had
/// the value and \p Read.
bool Forwarder::isOverwritten(AccessRef Read, const Origin &O) const {
  if (O.Since.is_null())
    return false;
  const Statement &Reader = K.Statements[Read.Stmt];
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (const Access &Write : K.Statements[S].Accesses) {
      if (!Write.isWrite() || Write.Array != O.Array)
        continue;
      if (S == Read.Stmt && !Reader.ReadsFirst)
        return true;
      isl::map Hits = O.Element.apply_range(Write.Relation.reverse());
      isl::map Times = K.Statements[S].Schedule;
      isl::map After = lexOrder(Lex::LessEqual, O.Since, Times);
      isl::map Before = lexOrder(Lex::Greater, Reader.Schedule, Times);
      isl::map Between = Hits.intersect(After).intersect(Before);
      if (!isEmpty(Between).is_true())
        return true;
    }
  return false;
}

/// Whether \p Array holds more than copies from arrays that are not fixed.
bool Forwarder::isWorthwhile(unsigned Array) {
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A)
      if (K.Statements[S].Accesses[A].isRead() &&
          K.Statements[S].Accesses[A].Array == Array)
        for (const Origin &O : *originsOf({S, A}))
          if (Result.K.Arrays[O.Array].Fixed)
            return true;
  return false;
}

/// Whether the last input of \p Aff occurs in one of its integer divisions.
static bool dividesLastInput(const isl::aff &Aff) {
  int Inputs = isl_aff_dim(Aff.get(), isl_dim_in);
  int Divisions = isl_aff_dim(Aff.get(), isl_dim_div);
  for (int I = 0; I < Divisions; ++I) {
    if (isl_aff_involves_dims(Aff.get(), isl_dim_div, I, 1) != isl_bool_true)
      continue;
    isl::aff Division = isl::manage(isl_aff_get_div(Aff.get(), I));
    if (Inputs > 0 && isl_aff_involves_dims(Division.get(), isl_dim_in,
                                            Inputs - 1, 1) != isl_bool_false)
      return true;
  }
  return false;
}

/// Whether some part is found at a quotient of the innermost loop's iterator,
/// and none is a constant. Complexity: linear in the number of polyhedra.
bool Forwarder::isSlowToRead(const Origins &Found) const {
  if (!Options.AvoidQuotients ||
      llvm::any_of(Found, [](const Origin &O) { return O.Since.is_null(); }))
    return false;
  auto IsSlow = [](const Origin &O) {
    isl::pw_multi_aff Index = isl::pw_multi_aff::from_map(O.Element);
    bool Divides = Index.is_null();
    Index.foreach_piece([&](isl::set, const isl::multi_aff &Piece) {
      for (int I = 0, E = isl_multi_aff_dim(Piece.get(), isl_dim_out); I < E;
           ++I)
        Divides |= dividesLastInput(Piece.at(I));
      return isl::stat::ok();
    });
    return Divides;
  };
  return llvm::any_of(Found, IsSlow);
}

bool Forwarder::canForward(unsigned Array) {
  if (K.Arrays[Array].Fixed)
    return false;
  bool IsRead = false;
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A) {
      const Access &Access = K.Statements[S].Accesses[A];
      if (!Access.isRead() || Access.Array != Array)
        continue;
      IsRead = true;
      const std::optional<Origins> &Found = originsOf({S, A});
      if (!Found || isSlowToRead(*Found) ||
          llvm::any_of(*Found, [&](const Origin &O) {
            return O.Array == Array || isOverwritten({S, A}, O);
          }))
        return false;
    }
  return IsRead && isWorthwhile(Array);
}

/// Replaces \p Read.
void Forwarder::forward(AccessRef Read) {
  Statement &Stmt = Result.K.Statements[Read.Stmt];
  for (const Origin &O : *originsOf(Read)) {
    Access New;
    New.Array = O.Array;
    New.Relation = coalesced(O.Element);
    New.InPlaceOf = Read.Access;
    Stmt.Accesses.push_back(std::move(New));
  }
  isl::map &Relation = Stmt.Accesses[Read.Access].Relation;
  Relation = isl::map::empty(Relation.get_space());
  for (Access &Copy : Stmt.Accesses)
    if (Copy.CopyOf == Read.Access)
      Copy.CopyOf = std::nullopt;
}

/// Replaces the reads of \p Array.
void Forwarder::forward(unsigned Array) {
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A)
      if (K.Statements[S].Accesses[A].isRead() &&
          K.Statements[S].Accesses[A].Array == Array)
        forward({S, A});
  Result.Arrays.push_back(Array);
}

/// Replaces reads, of arrays that stay, for which there is no load in the
/// program, where all that they find is one constant. Whether there are any.
bool Forwarder::forwardConstants() {
  bool Any = false;
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A) {
      const Access &Read = K.Statements[S].Accesses[A];
      if (!Read.MayFindNothing ||
          llvm::is_contained(Result.Arrays, Read.Array) ||
          llvm::none_of(D.Flows, [&](const Flow &F) {
            return F.Read == AccessRef{S, A};
          }))
        continue;
      const std::optional<Origins> &Found = originsOf({S, A});
      if (!Found || Found->size() != 1 || !Found->front().Since.is_null())
        continue;
      forward(AccessRef{S, A});
      Any = true;
    }
  return Any;
}

std::optional<ForwardedReads> Forwarder::run() {
  for (unsigned A = 0; A < K.Arrays.size(); ++A)
    if (canForward(A))
      forward(A);
  bool Any = forwardConstants() || !Result.Arrays.empty();
  bool AnyFailed = llvm::any_of(Result.K.Statements, [](const Statement &S) {
    return llvm::any_of(S.Accesses,
                        [](const Access &A) { return A.Relation.is_null(); });
  });
  if (!Any || AnyFailed)
    return std::nullopt;
  return std::move(Result);
}

std::optional<ForwardedReads>
smolly::forwardReads(const Kernel &K, const Dataflow &D,
                     const ForwardOptions &Options) {
  if (llvm::none_of(K.Arrays, [](const Array &A) { return !A.Fixed; }))
    return std::nullopt;
  IslBudget Budget(K.ctx(), Options.MaxOperations);
  std::optional<ForwardedReads> Result = Forwarder(K, D, Options).run();
  if (Budget.exceeded())
    return std::nullopt;
  return Result;
}
