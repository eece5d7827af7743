//===- MappingChecker.cpp - Does a mapping keep every value? --------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An interpreter for kernels. isl only enumerates points, at fixed parameters;
/// order, memory and modulo are computed here.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/MappingChecker.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "isl/map.h"
#include "isl/point.h"
#include "isl/set.h"
#include "isl/val.h"
#include <algorithm>
#include <unordered_map>

using namespace smolly;
using llvm::Error;

char TooManyInstances::ID = 0;
using llvm::Twine;

namespace {

using Vector = std::vector<long>;

struct VectorHash {
  size_t operator()(const Vector &V) const {
    return llvm::hash_combine_range(V.begin(), V.end());
  }
};
template <typename T>
using VectorMap = std::unordered_map<Vector, T, VectorHash>;

Vector concat(std::initializer_list<long> Head, const Vector &Tail) {
  Vector Result(Head);
  Result.insert(Result.end(), Tail.begin(), Tail.end());
  return Result;
}

std::string toString(const Vector &V) {
  std::string Text = "[";
  for (long X : V)
    Text += (Text.size() > 1 ? ", " : "") + std::to_string(X);
  return Text + "]";
}

/// A relation as a table: from a domain point to the points it maps to.
using Table = VectorMap<std::vector<Vector>>;

/// Where values are: from a place (see placeOf) to a value (see valueOf).
using Memory = VectorMap<Vector>;

/// What the plan says of one value set, at fixed parameters.
struct PlacedSet {
  const ValueSet *Set;
  Table Cells;
};

class Interpreter {
public:
  Interpreter(const Kernel &K, const StoragePlan &Plan) : K(K), Plan(Plan) {}

  Error prepare(const ParameterValues &Parameters, unsigned long MaxInstances);
  Error run(bool WritesFirst);

private:
  Error tabulate(const isl::map &Map, Table &Result);
  Error prepareSizes();
  Error prepareValueSets();
  Error checkPartition();
  Error placeOf(AccessRef Write, const Vector &Instance, Vector &Place,
                bool &Nowhere) const;
  Error performRead(unsigned Stmt, unsigned Access, const Vector &Instance);
  Error performWrite(unsigned Stmt, unsigned Access, const Vector &Instance);
  Error placeNow(const Vector &Element, Vector &Place, bool &Nowhere) const;
  std::optional<Vector> elementCopied(AccessRef Write,
                                      const Vector &Instance) const;
  Error store(const Vector &Place, const Vector &Value,
              const std::optional<Vector> &Source);
  const Vector &originOf(const Vector &Value) const;
  bool writesNothing(unsigned Stmt, const Vector &Instance) const;
  Error expect(const Vector &Element, const Twine &Who);
  Error checkLiveOut();

  struct Event {
    Vector Time;
    unsigned Stmt;
    Vector Instance;
  };
  struct FixedDim {
    long Base, Size;
  };

  const Kernel &K;
  const StoragePlan &Plan;
  ParameterValues Parameters;
  unsigned long PointsLeft = 0;
  bool OutOfPoints = false;
  std::vector<Event> Events;
  std::vector<std::vector<Table>> Accesses; // [statement][access]
  std::vector<PlacedSet> Sets;
  std::vector<std::vector<FixedDim>> Dims; // [storage array][dimension]
  Memory Original, Mapped;
  /// From a value that is a copy to the value that was written first.
  VectorMap<Vector> Origins;
  /// By statement: whether it does nothing but copy.
  std::vector<bool> OnlyCopies;
};

Error Interpreter::tabulate(const isl::map &Map, Table &Result) {
  unsigned In = std::max(0, isl_map_dim(Map.get(), isl_dim_in));
  unsigned Out = std::max(0, isl_map_dim(Map.get(), isl_dim_out));
  isl::set Flat = atParameters(
      isl::manage(isl_map_wrap(isl_map_copy(Map.get()))).flatten(), Parameters);
  isl::stat Ok = Flat.foreach_point([&](isl::point Point) {
    if (PointsLeft == 0) {
      OutOfPoints = true;
      return isl::stat::error();
    }
    --PointsLeft;
    Vector Coordinates;
    for (unsigned I = 0; I < In + Out; ++I) {
      isl::val Value = isl::manage(
          isl_point_get_coordinate_val(Point.get(), isl_dim_set, I));
      Coordinates.push_back(isl_val_get_num_si(Value.get()));
    }
    Vector From(Coordinates.begin(), Coordinates.begin() + In);
    Result[From].push_back(Vector(Coordinates.begin() + In, Coordinates.end()));
    return isl::stat::ok();
  });
  if (OutOfPoints)
    return llvm::make_error<TooManyInstances>();
  if (Ok.is_error())
    return llvm::createStringError("isl failed to enumerate instances");
  return Error::success();
}

Error Interpreter::prepareSizes() {
  for (const StorageArray &A : Plan.Arrays) {
    Dims.emplace_back();
    for (const StorageDim &Dim : A.Dims) {
      std::optional<long> Base = valueAt(Dim.Base, Parameters);
      std::optional<long> Size = valueAt(Dim.Size, Parameters);
      if (!Base || !Size)
        return llvm::createStringError("array '" + A.Name +
                                       "': base or size has no value here");
      if (*Size < 1)
        return llvm::createStringError("array '" + A.Name + "' has size " +
                                       Twine(*Size));
      Dims.back().push_back({*Base, *Size});
    }
  }
  return Error::success();
}

Error Interpreter::prepareValueSets() {
  for (const ValueSet &V : Plan.Values) {
    Sets.push_back({&V, {}});
    isl::map Cells = isl::manage(isl_map_from_domain(V.Piece.copy()));
    if (V.Where == ValueSet::Place::Mapped)
      Cells = isl::manage(isl_map_from_pw_multi_aff(V.Index.copy()))
                  .intersect_domain(V.Piece);
    // Outside of the write's instances, a piece may go on for ever.
    const Access &Write = K.Statements[V.Write.Stmt].Accesses[V.Write.Access];
    Cells = Cells.intersect_domain(Write.Relation.domain());
    if (Error Err = tabulate(Cells, Sets.back().Cells))
      return Err;
  }
  return checkPartition();
}

/// Each write must be in exactly one value set.
Error Interpreter::checkPartition() {
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A) {
      if (!K.Statements[S].Accesses[A].isWrite())
        continue;
      for (const auto &Entry : Accesses[S][A]) {
        unsigned Count = 0;
        for (const PlacedSet &P : Sets)
          Count +=
              P.Set->Write == AccessRef{S, A} && P.Cells.count(Entry.first);
        if (Count != 1)
          return llvm::createStringError(
              "write " + Twine(A) + " of " + K.Statements[S].Name +
              toString(Entry.first) + " is in " + Twine(Count) + " value sets");
      }
    }
  return Error::success();
}

Error Interpreter::prepare(const ParameterValues &Given,
                           unsigned long MaxInstances) {
  Parameters = Given;
  PointsLeft = MaxInstances;
  isl::set Context = K.Context;
  for (int I = 0, E = isl_set_dim(Context.get(), isl_dim_param); I < E; ++I) {
    const char *Name = isl_set_get_dim_name(Context.get(), isl_dim_param, I);
    if (!Parameters.count(Name ? Name : ""))
      return llvm::createStringError("parameter '" + Twine(Name) +
                                     "' has no value");
  }
  if (!isEmpty(atParameters(Context, Parameters)).is_false())
    return llvm::createStringError("the parameters are outside the context");
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    Table Times;
    if (Error Err = tabulate(K.Statements[S].Schedule, Times))
      return Err;
    for (auto &Entry : Times)
      Events.push_back({Entry.second.front(), S, Entry.first});
  }
  PointsLeft = MaxInstances * 20;
  llvm::sort(Events, [](const Event &A, const Event &B) {
    return std::tie(A.Time, A.Stmt) < std::tie(B.Time, B.Stmt);
  });
  for (const Statement &S : K.Statements) {
    Accesses.emplace_back();
    for (const Access &A : S.Accesses) {
      Accesses.back().emplace_back();
      if (Error Err = tabulate(A.Relation, Accesses.back().back()))
        return Err;
    }
  }
  if (Error Err = prepareSizes())
    return Err;
  return prepareValueSets();
}

/// The place of the value that \p Write of \p Instance writes: [-1 - array,
/// element] in the original array, [target, cell] in a new one.
Error Interpreter::placeOf(AccessRef Write, const Vector &Instance,
                           Vector &Place, bool &Nowhere) const {
  Nowhere = false;
  for (const PlacedSet &P : Sets) {
    if (!(P.Set->Write == Write))
      continue;
    auto It = P.Cells.find(Instance);
    if (It == P.Cells.end())
      continue;
    const ValueSet &V = *P.Set;
    if (V.Where == ValueSet::Place::Nowhere) {
      Nowhere = true;
      return Error::success();
    }
    if (V.Where == ValueSet::Place::Original) {
      const Table &Elements = Accesses[Write.Stmt][Write.Access];
      Place = concat({-1 - static_cast<long>(V.Array)},
                     Elements.find(Instance)->second.front());
      return Error::success();
    }
    Vector Cell = It->second.front();
    if (It->second.size() != 1 || Cell.size() != Dims[V.Target].size())
      return llvm::createStringError("an index does not fit its array");
    for (unsigned I = 0; I < Cell.size(); ++I) {
      const FixedDim &Dim = Dims[V.Target][I];
      long Offset = Cell[I] - Dim.Base;
      bool Modulo = Plan.Arrays[V.Target].Dims[I].NeedsModulo;
      if (Offset < 0 || (!Modulo && Offset >= Dim.Size))
        return llvm::createStringError(
            "index " + Twine(Cell[I]) + " of " + K.Statements[Write.Stmt].Name +
            toString(Instance) + " is outside dimension " + Twine(I) +
            " of array '" + Plan.Arrays[V.Target].Name + "'");
      Cell[I] = Offset % Dim.Size;
    }
    Place = concat({static_cast<long>(V.Target)}, Cell);
    return Error::success();
  }
  return llvm::createStringError("a value is in no value set");
}

/// Where the mapped memory has what \p Element, [array, element], holds in the
/// original one now. Instances of writes to several elements at a time, and
/// what was there before the first instance, are where they were.
Error Interpreter::placeNow(const Vector &Element, Vector &Place,
                            bool &Nowhere) const {
  Nowhere = false;
  Place = concat({-1 - Element[0]}, Vector(Element.begin() + 1, Element.end()));
  auto Value = Original.find(Element);
  if (Value == Original.end())
    return Error::success();
  AccessRef Write = {static_cast<unsigned>(Value->second[0]),
                     static_cast<unsigned>(Value->second[1])};
  Vector Instance(Value->second.begin() + 2, Value->second.end());
  if (Accesses[Write.Stmt][Write.Access].find(Instance)->second.size() > 1)
    return Error::success();
  return placeOf(Write, Instance, Place, Nowhere);
}

/// [array, element] of what \p Write copies in \p Instance, if it does.
std::optional<Vector> Interpreter::elementCopied(AccessRef Write,
                                                 const Vector &Instance) const {
  const Statement &S = K.Statements[Write.Stmt];
  std::optional<unsigned> Read = S.Accesses[Write.Access].CopyOf;
  if (!Read)
    return std::nullopt;
  const Table &Elements = Accesses[Write.Stmt][*Read];
  auto Found = Elements.find(Instance);
  if (Found == Elements.end() || Found->second.size() != 1)
    return std::nullopt;
  return concat({static_cast<long>(S.Accesses[*Read].Array)},
                Found->second.front());
}

const Vector &Interpreter::originOf(const Vector &Value) const {
  auto It = Origins.find(Value);
  return It == Origins.end() ? Value : It->second;
}

/// Whether an instance will not be executed, as nobody needs what it writes.
bool Interpreter::writesNothing(unsigned Stmt, const Vector &Instance) const {
  const Statement &S = K.Statements[Stmt];
  bool Writes = false;
  for (unsigned A = 0; A < S.Accesses.size(); ++A) {
    Vector Place;
    bool Nowhere = false;
    if (!S.Accesses[A].isWrite() || !Accesses[Stmt][A].count(Instance))
      continue;
    if (Error Err = placeOf({Stmt, A}, Instance, Place, Nowhere))
      llvm::consumeError(std::move(Err));
    if (!Nowhere)
      return false;
    Writes = true;
  }
  return Writes && S.OnlyWrites;
}

/// What \p Place gets when \p Value, which is copied from \p Source or
/// computed, is stored there. A copy moves what is there, right or wrong: it
/// matters only where somebody computes with it.
Error Interpreter::store(const Vector &Place, const Vector &Value,
                         const std::optional<Vector> &Source) {
  if (!Source || !OnlyCopies[Value[0]] || !Original.count(*Source)) {
    Mapped[Place] = originOf(Value);
    return Error::success();
  }
  Vector From;
  bool Nowhere;
  if (Error Err = placeNow(*Source, From, Nowhere))
    return Err;
  auto Found = Mapped.find(From);
  if (!Nowhere && Found != Mapped.end())
    Mapped[Place] = Vector(Found->second);
  else if (Nowhere || From != Place)
    Mapped[Place] = Value; // Nobody expects a copy under its own name.
  return Error::success();
}

/// A value is [statement, access, instance]; what was there before the first
/// instance is no value.
Error Interpreter::performWrite(unsigned Stmt, unsigned Access,
                                const Vector &Instance) {
  auto It = Accesses[Stmt][Access].find(Instance);
  if (It == Accesses[Stmt][Access].end())
    return Error::success();
  Vector Value =
      concat({static_cast<long>(Stmt), static_cast<long>(Access)}, Instance);
  long Array = K.Statements[Stmt].Accesses[Access].Array;
  std::optional<Vector> Source = elementCopied({Stmt, Access}, Instance);
  if (Source)
    if (auto Copied = Original.find(*Source); Copied != Original.end())
      Origins[Value] = Vector(originOf(Copied->second));
  Vector Place;
  bool Nowhere = false, IsOne = It->second.size() == 1;
  if (IsOne)
    if (Error Err = placeOf({Stmt, Access}, Instance, Place, Nowhere))
      return Err;
  if (IsOne && !Nowhere)
    if (Error Err = store(Place, Value, Source))
      return Err;
  for (const Vector &Element : It->second) {
    Original[concat({Array}, Element)] = Value;
    if (!IsOne)
      Mapped[concat({-1 - Array}, Element)] = originOf(Value);
  }
  return Error::success();
}

/// Compares what \p Element, [array, element], holds in the original memory
/// with what the place of that value holds in the mapped one.
Error Interpreter::expect(const Vector &Element, const Twine &Who) {
  auto Name = [&](const Vector &Value) {
    return "the value of " + K.Statements[Value[0]].Name +
           toString(Vector(Value.begin() + 2, Value.end()));
  };
  auto Value = Original.find(Element);
  std::string Wanted =
      Value == Original.end() ? "the initial value" : Name(Value->second);
  Vector Place;
  bool Nowhere;
  if (Error Err = placeNow(Element, Place, Nowhere))
    return Err;
  if (Nowhere)
    return llvm::createStringError(Who + " needs " + Wanted +
                                   ", which is stored nowhere");
  auto Found = Mapped.find(Place);
  bool Same =
      Value == Original.end()
          ? Found == Mapped.end()
          : Found != Mapped.end() && Found->second == originOf(Value->second);
  if (Same)
    return Error::success();
  std::string Got =
      Found == Mapped.end() ? "the initial value" : Name(Found->second);
  return llvm::createStringError(Who + " needs " + Wanted + " but finds " +
                                 Got);
}

Error Interpreter::performRead(unsigned Stmt, unsigned Access,
                               const Vector &Instance) {
  auto It = Accesses[Stmt][Access].find(Instance);
  if (It == Accesses[Stmt][Access].end() || OnlyCopies[Stmt] ||
      writesNothing(Stmt, Instance))
    return Error::success();
  long Array = K.Statements[Stmt].Accesses[Access].Array;
  for (const Vector &Element : It->second)
    if (Error Err = expect(concat({Array}, Element),
                           "read " + Twine(Access) + " of " +
                               K.Statements[Stmt].Name + toString(Instance)))
      return Err;
  return Error::success();
}

Error Interpreter::checkLiveOut() {
  for (unsigned A = 0; A < K.Arrays.size(); ++A) {
    isl::map Elements =
        isl::manage(isl_map_from_domain(K.Arrays[A].LiveOut.copy()));
    Table Table;
    if (Error Err = tabulate(Elements, Table))
      return Err;
    for (const auto &Entry : Table)
      if (Error Err = expect(concat({static_cast<long>(A)}, Entry.first),
                             "live-out element " + K.Arrays[A].Name +
                                 toString(Entry.first)))
        return Err;
  }
  return Error::success();
}

Error Interpreter::run(bool WritesFirst) {
  OnlyCopies.clear();
  for (const Statement &S : K.Statements)
    OnlyCopies.push_back(S.OnlyWrites && !S.copiedReads().empty());
  Origins.clear();
  Original.clear();
  Mapped.clear();
  for (const Event &E : Events) {
    const Statement &S = K.Statements[E.Stmt];
    bool WritesNow = WritesFirst && !S.ReadsFirst;
    for (bool Writes : {WritesNow, !WritesNow})
      for (unsigned A = 0; A < S.Accesses.size(); ++A) {
        if (S.Accesses[A].isWrite() != Writes)
          continue;
        if (Error Err = Writes ? performWrite(E.Stmt, A, E.Instance)
                               : performRead(E.Stmt, A, E.Instance))
          return Err;
      }
  }
  return checkLiveOut();
}

} // namespace

Error smolly::checkMapping(const Kernel &K, const StoragePlan &Plan,
                           const ParameterValues &Parameters,
                           unsigned long MaxInstances) {
  IslBudget Quiet(K.ctx(), 0);
  Interpreter I(K, Plan);
  if (Error Err = I.prepare(Parameters, MaxInstances))
    return Err;
  for (bool WritesFirst : {false, true})
    if (Error Err = I.run(WritesFirst))
      return Err;
  return Error::success();
}
