//===- TiledProgram.cpp - Uniform dependences across tiles ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Mars/TiledProgram.h"
#include "polly/Support/GICHelper.h"
#include "smolly/Kernel/Dataflow.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/point.h"
#include "isl/set.h"
#include "isl/val.h"
#include <algorithm>
#include <tuple>

using namespace smolly;
using namespace smolly::mars;
using llvm::Error;
using llvm::Expected;
using llvm::Twine;

/// Of coefficients, and of constants, sizes and distances: what is computed of
/// them has room in 64 bits then.
static constexpr long MaxCoefficient = 1 << 15, MaxNumber = 1L << 40;

/// Of the distances of one disjunct.
static constexpr unsigned MaxDistances = 256;

std::string mars::toString(const Vector &V) {
  std::string Text = "(";
  for (size_t I = 0; I < V.size(); ++I)
    Text += (I == 0 ? "" : ", ") + std::to_string(V[I]);
  return Text + ")";
}

namespace {

/// \p V as a number, if it is an integer up to \p Most.
std::optional<long> toInteger(isl::val V, long Most) {
  if (V.is_null() || !V.is_int().is_true() ||
      !V.abs().le(isl::val(V.ctx(), Most)).is_true())
    return std::nullopt;
  return V.get_num_si();
}

class Reader {
public:
  Reader(const Kernel &K, unsigned long MaxOperations)
      : K(K), MaxOperations(MaxOperations) {}

  Expected<TiledProgram> read();

private:
  Error readStatement(const Statement &S);
  Error readHyperplane(const Statement &S, unsigned Family, isl::aff Heights,
                       TiledStatement &T);
  Error readLattice(TiledStatement &T);
  Expected<isl::union_map> flowDependences();
  Error readDependence(const isl::map &Map);
  Error readDisjunct(const isl::map &Map);
  Error addDistance(unsigned From, unsigned To, isl::point Distance);
  bool isUniform(const isl::map &Map, const isl::set &Deltas) const;
  std::optional<unsigned> find(const isl::map &Map, isl_dim_type Type) const;
  Error notUniform(const isl::map &Map) const;

  const Kernel &K;
  unsigned long MaxOperations;
  TiledProgram Result;
  std::vector<isl::map> Heights; // { Domain[] -> Height[] } for each statement
  std::vector<isl::set> Domains;
};

} // namespace

Error Reader::readHyperplane(const Statement &S, unsigned Family,
                             isl::aff Height, TiledStatement &T) {
  Error Failure = llvm::createStringError(
      "key 'tiling.hyperplanes[" + Twine(Family) + "]': on '" + S.Name +
      "' it must be a sum of iterators times whole numbers up to " +
      Twine(MaxCoefficient) + " and a constant");
  if (isl_aff_dim(Height.get(), isl_dim_div) != 0 ||
      isl_aff_involves_dims(Height.get(), isl_dim_param, 0,
                            isl_aff_dim(Height.get(), isl_dim_param)))
    return Failure;
  auto Constant =
      toInteger(isl::manage(isl_aff_get_constant_val(Height.get())), MaxNumber);
  if (!Constant)
    return Failure;
  T.Constants.push_back(*Constant);
  for (unsigned I = 0; I < T.Iterators; ++I) {
    auto Step = toInteger(
        isl::manage(isl_aff_get_coefficient_val(Height.get(), isl_dim_in, I)),
        MaxCoefficient);
    if (!Step)
      return Failure;
    T.Steps[I].push_back(*Step);
  }
  llvm::consumeError(std::move(Failure));
  return Error::success();
}

Error Reader::readLattice(TiledStatement &T) {
  auto Spanned = Lattice::spannedBy(Result.families(), T.Steps);
  if (!Spanned)
    return limitHit("the hyperplanes of '" + T.Name +
                    "' have too large "
                    "coefficients");
  T.Heights = std::move(*Spanned);
  return Error::success();
}

/// A statement that no hyperplane is for is in no tile.
Error Reader::readStatement(const Statement &S) {
  TiledStatement T;
  T.Name = S.Name;
  T.Iterators = std::max(0, isl_set_dim(S.Domain.get(), isl_dim_set));
  T.Steps.resize(T.Iterators);
  isl::map All; // { Domain[] -> Height[] }
  for (unsigned F = 0; F < Result.families(); ++F) {
    isl::union_map Own = K.Tiles->Hyperplanes[F].intersect_domain(
        isl::union_set(isl::set::universe(S.Domain.get_space())));
    isl::map_list List = Own.map_list();
    if (List.is_null() || isl_map_list_n_map(List.get()) > 1)
      return llvm::createStringError("key 'tiling.hyperplanes[" + Twine(F) +
                                     "]': more than one map for '" + S.Name +
                                     "'");
    if (isl_map_list_n_map(List.get()) == 0) {
      if (F == 0)
        return Error::success();
      return llvm::createStringError("key 'tiling.hyperplanes[" + Twine(F) +
                                     "]': none for '" + S.Name + "'");
    }
    isl::map One = isl::manage(isl_map_list_get_at(List.get(), 0));
    isl::pw_multi_aff Function;
    if (isl_map_dim(One.get(), isl_dim_out) == 1 &&
        One.is_single_valued().is_true())
      Function = isl::manage(isl_pw_multi_aff_from_map(One.copy()));
    if (Function.is_null() || isl_pw_multi_aff_n_piece(Function.get()) != 1)
      return llvm::createStringError("key 'tiling.hyperplanes[" + Twine(F) +
                                     "]': must give one number for each "
                                     "instance of '" +
                                     S.Name + "'");
    isl::aff Height;
    Function.foreach_piece([&](const isl::set &, const isl::multi_aff &Piece) {
      Height = Piece.at(0);
      return isl::stat::ok();
    });
    if (Error Err = readHyperplane(S, F, Height, T))
      return Err;
    isl::map Whole = isl::manage(isl_map_from_aff(Height.copy()));
    All = F == 0 ? Whole : All.flat_range_product(Whole);
  }
  isl::set Domain = S.Domain.intersect_params(K.Context);
  if (!Domain.affine_hull()
           .is_equal(isl::set::universe(Domain.get_space()).affine_hull())
           .is_true())
    return llvm::createStringError("statement '" + S.Name +
                                   "' leaves out points between its instances, "
                                   "or has but one along some direction");
  Result.Statements.push_back(std::move(T));
  Heights.push_back(All);
  Domains.push_back(Domain);
  return readLattice(Result.Statements.back());
}

/// { WriteDomain[] -> ReadDomain[] }
Expected<isl::union_map> Reader::flowDependences() {
  if (K.Dependences)
    return *K.Dependences;
  auto D = computeDataflow(K, MaxOperations);
  if (!D)
    return limitHit(llvm::toString(D.takeError()));
  isl::union_map All = isl::union_map::empty(K.ctx());
  for (const Flow &F : D->Flows)
    All = All.unite(isl::union_map(F.Sources.reverse()));
  return All;
}

std::optional<unsigned> Reader::find(const isl::map &Map,
                                     isl_dim_type Type) const {
  const char *Name = isl_map_get_tuple_name(Map.get(), Type);
  for (unsigned I = 0; I < Result.Statements.size(); ++I)
    if (Name && Result.Statements[I].Name == Name)
      return I;
  return std::nullopt;
}

Error Reader::notUniform(const isl::map &Map) const {
  if (isl_ctx_last_error(K.ctx().get()) == isl_error_quota)
    return limitHit("the dependences are too complex");
  return llvm::createStringError(
      "dependence '" + polly::stringFromIslObj(Map) +
      "' is not uniform: it does not cross the hyperplanes in the same way "
      "everywhere");
}

/// Each of \p Deltas leads from wherever both ends are instances.
bool Reader::isUniform(const isl::map &Map, const isl::set &Deltas) const {
  auto Stmt = find(Map, isl_dim_in);
  if (Stmt != find(Map, isl_dim_out))
    return false;
  isl::map All = isl::manage(isl_map_from_domain_and_range(
      Domains[*Stmt].copy(), Domains[*Stmt].copy()));
  // { Domain[] -> Domain[] }
  isl::map ByDelta = isl::manage(isl_set_translation(Deltas.copy()));
  return isSubset(All.intersect(ByDelta), Map).is_true();
}

Error Reader::addDistance(unsigned From, unsigned To, isl::point Distance) {
  TiledDependence D{From, To, {}};
  for (unsigned F = 0; F < Result.families(); ++F) {
    auto Number = toInteger(isl::manage(isl_point_get_coordinate_val(
                                Distance.get(), isl_dim_set, F)),
                            MaxNumber);
    if (!Number)
      return limitHit("a dependence is too long");
    D.Distance.push_back(*Number);
  }
  Result.Dependences.push_back(std::move(D));
  return Error::success();
}

Error Reader::readDisjunct(const isl::map &Map) {
  auto From = find(Map, isl_dim_in), To = find(Map, isl_dim_out);
  if (!From || !To)
    return llvm::createStringError("dependence '" +
                                   polly::stringFromIslObj(Map) +
                                   "' is of a statement that no hyperplane "
                                   "is for");
  // { Height[] }
  isl::set Distances = Map.apply_domain(Heights[*From])
                           .apply_range(Heights[*To])
                           .deltas()
                           .intersect_params(K.Context);
  Distances = isl::manage(isl_set_project_out(
      Distances.copy(), isl_dim_param, 0,
      std::max(0, isl_set_dim(Distances.get(), isl_dim_param))));
  if (Distances.is_null())
    return limitHit("the dependences are too complex");
  if (!Distances.is_singleton().is_true() &&
      !(*From == *To && Map.deltas().is_bounded().is_true() &&
        isUniform(Map, Map.deltas())))
    return notUniform(Map);
  unsigned Found = 0;
  Error Err = Error::success();
  Distances.foreach_point([&](isl::point P) {
    if (++Found > MaxDistances)
      return isl::stat::error();
    llvm::cantFail(std::move(Err));
    Err = addDistance(*From, *To, P);
    return Err ? isl::stat::error() : isl::stat::ok();
  });
  if (!Err && Found > MaxDistances)
    return limitHit("a dependence has more than " + Twine(MaxDistances) +
                    " distances");
  return Err;
}

Error Reader::readDependence(const isl::map &Map) {
  isl::basic_map_list List = isl::manage(isl_map_get_basic_map_list(Map.get()));
  if (List.is_null())
    return limitHit("the dependences are too complex");
  for (int I = 0, E = isl_basic_map_list_n_basic_map(List.get()); I < E; ++I)
    if (Error Err = readDisjunct(
            isl::map(isl::manage(isl_basic_map_list_get_at(List.get(), I)))))
      return Err;
  return Error::success();
}

Expected<TiledProgram> Reader::read() {
  if (!K.Tiles || K.Tiles->Hyperplanes.empty())
    return llvm::createStringError(
        "key 'tiling': missing; hyperplanes and sizes of tiles are needed");
  Result.Name = K.Name;
  Result.Sizes = K.Tiles->Sizes;
  for (long Size : Result.Sizes)
    if (Size < 1 || Size > MaxNumber)
      return limitHit("key 'tiling.sizes': a size is above 2^40");
  auto Dependences = flowDependences();
  if (!Dependences)
    return Dependences.takeError();
  IslBudget Budget(K.ctx(), MaxOperations);
  for (const Statement &S : K.Statements)
    if (Error Err = readStatement(S))
      return Err;
  if (Result.Statements.empty())
    return llvm::createStringError(
        "key 'tiling.hyperplanes': for no statement");
  isl::map_list List = Dependences->map_list();
  if (List.is_null())
    return limitHit("the dependences are too complex");
  for (int I = 0, E = isl_map_list_n_map(List.get()); I < E; ++I)
    if (Error Err =
            readDependence(isl::manage(isl_map_list_get_at(List.get(), I))))
      return Err;
  auto Key = [](const TiledDependence &D) {
    return std::tie(D.From, D.To, D.Distance);
  };
  auto &All = Result.Dependences;
  std::sort(All.begin(), All.end(),
            [&](const auto &A, const auto &B) { return Key(A) < Key(B); });
  All.erase(std::unique(
                All.begin(), All.end(),
                [&](const auto &A, const auto &B) { return Key(A) == Key(B); }),
            All.end());
  return Result;
}

Expected<TiledProgram> mars::readTiledProgram(const Kernel &K,
                                              unsigned long MaxOperations) {
  return Reader(K, MaxOperations).read();
}
