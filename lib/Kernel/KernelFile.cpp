//===- KernelFile.cpp - Kernels as JSON -----------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The reader of kernel files. Each key has one function, which checks the type
/// of the value, reads isl's notation and checks tuple names; what needs the
/// whole kernel is checked at the end, see KernelChecks.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/KernelFile.h"
#include "Jscop.h"
#include "JsonKeys.h"
#include "KernelChecks.h"
#include "StoredValues.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/Nesting.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"
#include "isl/ctx.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include "isl/union_set.h"

using namespace smolly;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

namespace {

/// No kernel that a person writes needs more than this to be checked.
constexpr unsigned long MaxCheckOperations = 20'000'000;

/// Reads one kernel; the members are what is known so far.
class Reader {
public:
  Reader(isl::ctx Ctx, Domains Allowed) : Ctx(Ctx), Allowed(Allowed) {}

  Expected<Kernel> read(StringRef Text);

private:
  Expected<isl::set> readSet(const json::Object &O, const Twine &Path,
                             StringRef Key, StringRef Tuple);
  Expected<isl::map> readMap(const json::Object &O, const Twine &Path,
                             StringRef Key);
  Expected<isl::union_map> readUnionMap(const Twine &Path, StringRef Text);

  Error readContext(const json::Object &Root);
  Error readArrays(const json::Object &Root);
  Error readArray(const json::Object &O, const Twine &Path);
  Error readStatements(const json::Object &Root);
  Error readStatement(const json::Object &O, const Twine &Path);
  Error readSchedule(const json::Object &O, const Twine &Path, Statement &S);
  Error readAccess(const json::Object &O, const Twine &Path, Statement &S);
  Error readRelations(const json::Object &Root);
  Error readTiling(const json::Object &Root);
  Error readFacts(const json::Object &Root);
  Error readCases(const json::Object &Root);

  isl::ctx Ctx;
  Domains Allowed;
  Kernel K;
};

/// Reads isl's notation; null when isl cannot read \p Text.
isl::set parseSet(isl::ctx Ctx, const std::string &Text) {
  return isl::manage(isl_set_read_from_str(Ctx.get(), Text.c_str()));
}
isl::map parseMap(isl::ctx Ctx, const std::string &Text) {
  return isl::manage(isl_map_read_from_str(Ctx.get(), Text.c_str()));
}

/// Reads a set whose tuple must be named \p Tuple.
Expected<isl::set> Reader::readSet(const json::Object &O, const Twine &Path,
                                   StringRef Key, StringRef Tuple) {
  auto Text = readString(O, Path, Key);
  if (!Text)
    return Text.takeError();
  isl::set Set = parseSet(Ctx, *Text);
  if (Set.is_null())
    return failure(Path + Key, "isl cannot read the set \"" + *Text +
                                   "\"; a set of one tuple like "
                                   "\"[N] -> { " +
                                   Tuple + "[i] : 0 <= i < N }\" is needed");
  const char *Name = isl_set_get_tuple_name(Set.get());
  if (StringRef(Name ? Name : "") != Tuple)
    return failure(Path + Key, "tuple '" + Twine(Name ? Name : "") +
                                   "' is unknown here; '" + Tuple +
                                   "' is needed");
  return Set;
}

Expected<isl::map> Reader::readMap(const json::Object &O, const Twine &Path,
                                   StringRef Key) {
  auto Text = readString(O, Path, Key);
  if (!Text)
    return Text.takeError();
  isl::map Map = parseMap(Ctx, *Text);
  if (Map.is_null())
    return failure(Path + Key, "isl cannot read the map \"" + *Text +
                                   "\"; a map between two tuples like "
                                   "\"{ S[i] -> A[i] }\" is needed");
  return Map;
}

Expected<isl::union_map> Reader::readUnionMap(const Twine &Path,
                                              StringRef Text) {
  isl::union_map Map =
      isl::manage(isl_union_map_read_from_str(Ctx.get(), Text.str().c_str()));
  if (Map.is_null())
    return failure(Path, "isl cannot read the union map \"" + Text + "\"");
  return Map;
}

Error Reader::readContext(const json::Object &Root) {
  if (!Root.get("context")) {
    K.Context =
        isl::set::universe(isl::manage(isl_space_params_alloc(Ctx.get(), 0)));
    return Error::success();
  }
  auto Text = readString(Root, "", "context");
  if (!Text)
    return Text.takeError();
  K.Context = parseSet(Ctx, *Text);
  if (K.Context.is_null() || !K.Context.is_params().is_true())
    return failure("context", "isl cannot read the parameter set \"" + *Text +
                                  "\"; one like \"[N] -> { : N >= 1 }\" is "
                                  "needed");
  return Error::success();
}

Error Reader::readCases(const json::Object &Root) {
  if (!Root.get("cases"))
    return Error::success();
  auto List = readList(Root, "", "cases");
  if (!List)
    return List.takeError();
  for (size_t I = 0; I < (*List)->size(); ++I) {
    auto Name = (**List)[I].getAsString();
    if (!Name)
      return failure("cases[" + Twine(I) + "]",
                     "must be the name of a parameter");
    K.Cases.insert(Name->str());
  }
  return Error::success();
}

Error Reader::readArrays(const json::Object &Root) {
  auto List = readList(Root, "", "arrays");
  if (!List)
    return List.takeError();
  for (size_t I = 0; I < (*List)->size(); ++I) {
    std::string Path = ("arrays[" + Twine(I) + "]").str();
    const json::Object *O = (**List)[I].getAsObject();
    if (!O)
      return failure(Path, "must be an object");
    if (Error Err = readArray(*O, Path + "."))
      return Err;
  }
  return Error::success();
}

Error Reader::readArray(const json::Object &O, const Twine &Path) {
  if (Error Err = checkKeys(O, Path,
                            {"name", "extent", "element_bytes", "live_in",
                             "live_out", "fixed", "initially"}))
    return Err;
  Array A;
  if (auto Name = readString(O, Path, "name"))
    A.Name = *Name;
  else
    return Name.takeError();
  if (K.findArray(A.Name))
    return failure(Path + "name", "array '" + A.Name + "' appears twice");
  if (auto Extent = readSet(O, Path, "extent", A.Name))
    A.Extent = *Extent;
  else
    return Extent.takeError();
  if (const json::Value *Bytes = O.get("element_bytes")) {
    auto Number = Bytes->getAsInteger();
    if (!Number || *Number < 1 || *Number > 1'000'000)
      return failure(Path + "element_bytes",
                     "must be a whole number from 1 to 1000000");
    A.ElementBytes = *Number;
  }
  for (StringRef Key : {"live_in", "live_out"}) {
    isl::set &Set = Key == "live_in" ? A.LiveIn : A.LiveOut;
    if (!O.get(Key)) {
      Set = isl::set::empty(A.Extent.space());
      continue;
    }
    auto Live = readSet(O, Path, Key, A.Name);
    if (!Live)
      return Live.takeError();
    if (isl_set_dim(Live->get(), isl_dim_set) !=
        isl_set_dim(A.Extent.get(), isl_dim_set))
      return failure(Path + Key, "must have as many dimensions as the extent");
    Set = Live->intersect(A.Extent);
  }
  auto Fixed = readBool(O, Path, "fixed", false);
  if (!Fixed)
    return Fixed.takeError();
  A.Fixed = *Fixed;
  auto Initially = readConstant(O, Path, "initially");
  if (!Initially)
    return Initially.takeError();
  A.Initially = *Initially;
  K.Arrays.push_back(std::move(A));
  return Error::success();
}

Error Reader::readStatements(const json::Object &Root) {
  auto List = readList(Root, "", "statements");
  if (!List)
    return List.takeError();
  for (size_t I = 0; I < (*List)->size(); ++I) {
    std::string Path = ("statements[" + Twine(I) + "]").str();
    const json::Object *O = (**List)[I].getAsObject();
    if (!O)
      return failure(Path, "must be an object");
    if (Error Err = readStatement(*O, Path + "."))
      return Err;
  }
  return Error::success();
}

static Error readEffects(const json::Object &O, const Twine &Path,
                         Statement &S) {
  const json::Value *Value = O.get("effects");
  std::optional<StringRef> Order = Value ? Value->getAsString() : std::nullopt;
  if (Order && Order != InOrder && Order != AnyOrder)
    return failure(Path + "effects", "must be true, false, \"" +
                                         Twine(InOrder) + "\" or \"" +
                                         Twine(AnyOrder) + "\"");
  if (Order) {
    S.OnlyWrites = false;
    S.Effects = Order == InOrder ? EffectOrder::Kept : EffectOrder::Any;
    return Error::success();
  }
  auto Effects = readBool(O, Path, "effects", false);
  if (!Effects)
    return Effects.takeError();
  S.OnlyWrites = !*Effects;
  return Error::success();
}

Error Reader::readStatement(const json::Object &O, const Twine &Path) {
  if (Error Err = checkKeys(O, Path,
                            {"name", "domain", "schedule", "accesses",
                             "reads_first", "copies", "effects"}))
    return Err;
  Statement S;
  if (auto Name = readString(O, Path, "name"))
    S.Name = *Name;
  else
    return Name.takeError();
  if (K.findStatement(S.Name))
    return failure(Path + "name", "statement '" + S.Name + "' appears twice");
  if (auto Domain = readSet(O, Path, "domain", S.Name))
    S.Domain = *Domain;
  else
    return Domain.takeError();
  if (Error Err = readSchedule(O, Path, S))
    return Err;
  auto ReadsFirst = readBool(O, Path, "reads_first", true);
  if (!ReadsFirst)
    return ReadsFirst.takeError();
  S.ReadsFirst = *ReadsFirst;
  auto List = readList(O, Path, "accesses");
  if (!List)
    return List.takeError();
  for (size_t I = 0; I < (*List)->size(); ++I) {
    std::string AccessPath = (Path + "accesses[" + Twine(I) + "]").str();
    const json::Object *AccessObject = (**List)[I].getAsObject();
    if (!AccessObject)
      return failure(AccessPath, "must be an object");
    if (Error Err = readAccess(*AccessObject, AccessPath + ".", S))
      return Err;
  }
  auto Copies = readBool(O, Path, "copies", false);
  if (!Copies)
    return Copies.takeError();
  if (Error Err = readEffects(O, Path, S))
    return Err;
  if (Error Err = checkCopies(S, Path, *Copies))
    return Err;
  K.Statements.push_back(std::move(S));
  return Error::success();
}

Error Reader::readSchedule(const json::Object &O, const Twine &Path,
                           Statement &S) {
  auto Schedule = readMap(O, Path, "schedule");
  if (!Schedule)
    return Schedule.takeError();
  if (tupleName(Schedule->get(), isl_dim_in) != S.Name ||
      isl_map_dim(Schedule->get(), isl_dim_in) !=
          isl_set_dim(S.Domain.get(), isl_dim_set))
    return failure(Path + "schedule", "must map the tuple '" + S.Name +
                                          "' of the domain to a time vector");
  if (isl_map_has_tuple_name(Schedule->get(), isl_dim_out) != isl_bool_false)
    return failure(Path + "schedule",
                   "the time vector must not have a tuple name");
  if (!isSubset(S.Domain, Schedule->domain()).is_true())
    return failure(Path + "schedule", "must cover the whole domain");
  S.Schedule = Schedule->intersect_domain(S.Domain);
  if (!S.Schedule.is_single_valued().is_true())
    return failure(Path + "schedule",
                   "must give each instance exactly one time");
  return Error::success();
}

Error Reader::readAccess(const json::Object &O, const Twine &Path,
                         Statement &S) {
  if (Error Err =
          checkKeys(O, Path, {"kind", "relation", "constant", "copy_of"}))
    return Err;
  Access A;
  auto Kind = readString(O, Path, "kind");
  if (!Kind)
    return Kind.takeError();
  if (*Kind == "read")
    A.Kind = AccessKind::Read;
  else if (*Kind == "write")
    A.Kind = AccessKind::MustWrite;
  else if (*Kind == "may_write")
    A.Kind = AccessKind::MayWrite;
  else
    return failure(Path + "kind", "'" + *Kind +
                                      "' is unknown; read, write or may_write "
                                      "is needed");
  auto Relation = readMap(O, Path, "relation");
  if (!Relation)
    return Relation.takeError();
  if (tupleName(Relation->get(), isl_dim_in) != S.Name ||
      isl_map_dim(Relation->get(), isl_dim_in) !=
          isl_set_dim(S.Domain.get(), isl_dim_set))
    return failure(Path + "relation",
                   "must map the tuple '" + S.Name + "' of the domain");
  std::string Target = tupleName(Relation->get(), isl_dim_out);
  auto Index = K.findArray(Target);
  if (!Index)
    return failure(Path + "relation",
                   "tuple '" + Target + "' is not the name of an array");
  if (isl_map_dim(Relation->get(), isl_dim_out) !=
      isl_set_dim(K.Arrays[*Index].Extent.get(), isl_dim_set))
    return failure(Path + "relation",
                   "must have as many dimensions as array '" + Target + "'");
  A.Array = *Index;
  A.Relation = Relation->intersect_domain(S.Domain);
  if (A.Kind == AccessKind::MustWrite &&
      !A.Relation.is_single_valued().is_true())
    return failure(Path + "relation",
                   "a write must touch one element an instance");
  if (Error Err = readStoredValue(O, Path, A))
    return Err;
  S.Accesses.push_back(std::move(A));
  return Error::success();
}

Error Reader::readRelations(const json::Object &Root) {
  for (StringRef Key : {"conflicts", "dependences"}) {
    if (!Root.get(Key))
      continue;
    auto Text = readString(Root, "", Key);
    if (!Text)
      return Text.takeError();
    auto Map = readUnionMap(Key, *Text);
    if (!Map)
      return Map.takeError();
    if (Error Err = checkTuples(K, Key, *Map, true))
      return Err;
    (Key == "conflicts" ? K.Conflicts : K.Dependences) = *Map;
  }
  return Error::success();
}

Error Reader::readTiling(const json::Object &Root) {
  const json::Value *Value = Root.get("tiling");
  if (!Value)
    return Error::success();
  const json::Object *O = Value->getAsObject();
  if (!O)
    return failure("tiling", "must be an object");
  if (Error Err = checkKeys(*O, "tiling.", {"hyperplanes", "sizes"}))
    return Err;
  auto Hyperplanes = readList(*O, "tiling.", "hyperplanes");
  if (!Hyperplanes)
    return Hyperplanes.takeError();
  auto Sizes = readList(*O, "tiling.", "sizes");
  if (!Sizes)
    return Sizes.takeError();
  if ((*Hyperplanes)->size() != (*Sizes)->size())
    return failure("tiling.sizes", "must have one size for each hyperplane");
  Tiling T;
  for (size_t I = 0; I < (*Hyperplanes)->size(); ++I) {
    std::string Path = ("tiling.hyperplanes[" + Twine(I) + "]").str();
    auto Text = (**Hyperplanes)[I].getAsString();
    if (!Text)
      return failure(Path, "must be a string");
    auto Map = readUnionMap(Path, *Text);
    if (!Map)
      return Map.takeError();
    if (Error Err = checkTuples(K, Path, *Map, false))
      return Err;
    T.Hyperplanes.push_back(*Map);
    auto Size = (**Sizes)[I].getAsInteger();
    if (!Size || *Size < 1)
      return failure("tiling.sizes[" + Twine(I) + "]",
                     "must be a whole number, at least 1");
    T.Sizes.push_back(*Size);
  }
  K.Tiles = std::move(T);
  return Error::success();
}

Error Reader::readFacts(const json::Object &Root) {
  if (!Root.get("facts"))
    return Error::success();
  auto List = readList(Root, "", "facts");
  if (!List)
    return List.takeError();
  for (size_t I = 0; I < (*List)->size(); ++I) {
    std::string Path = ("facts[" + Twine(I) + "].").str();
    const json::Object *O = (**List)[I].getAsObject();
    if (!O)
      return failure("facts[" + Twine(I) + "]", "must be an object");
    if (Error Err = checkKeys(*O, Path, {"name", "set"}))
      return Err;
    Fact F;
    if (auto Name = readString(*O, Path, "name"))
      F.Name = *Name;
    else
      return Name.takeError();
    auto Text = readString(*O, Path, "set");
    if (!Text)
      return Text.takeError();
    F.Set = parseSet(Ctx, *Text);
    if (F.Set.is_null())
      return failure(Path + "set", "isl cannot read the set \"" + *Text + "\"");
    const char *Name = isl_set_get_tuple_name(F.Set.get());
    auto Index = K.findArray(Name ? Name : "");
    if (!Index)
      return failure(Path + "set", "tuple '" + Twine(Name ? Name : "") +
                                       "' is not the name of an array");
    if (isl_set_dim(F.Set.get(), isl_dim_set) !=
        isl_set_dim(K.Arrays[*Index].Extent.get(), isl_dim_set))
      return failure(Path + "set", "must have as many dimensions as array '" +
                                       Twine(Name) + "'");
    K.Facts.push_back(std::move(F));
  }
  return Error::success();
}

Expected<Kernel> Reader::read(StringRef Text) {
  if (Error Err = checkNesting(Text))
    return Err;
  auto Value = json::parse(Text);
  if (!Value)
    return llvm::createStringError("not JSON: " +
                                   llvm::toString(Value.takeError()));
  const json::Object *Root = Value->getAsObject();
  if (!Root)
    return llvm::createStringError("a kernel file must be a JSON object");
  json::Object Translated;
  if (isJscop(*Root)) {
    Translated = translateJscop(Ctx, *Root);
    Root = &Translated;
  }
  if (Error Err = checkKeys(*Root, "",
                            {"name", "context", "cases", "arrays", "statements",
                             "conflicts", "tiling", "dependences", "facts"}))
    return Err;
  if (Root->get("name")) {
    auto Name = readString(*Root, "", "name");
    if (!Name)
      return Name.takeError();
    K.Name = *Name;
  }
  for (auto Step :
       {&Reader::readContext, &Reader::readArrays, &Reader::readStatements,
        &Reader::readRelations, &Reader::readTiling, &Reader::readFacts,
        &Reader::readCases})
    if (Error Err = (this->*Step)(*Root))
      return Err;
  if (Error Err = completeKernel(K, Allowed))
    return Err;
  return std::move(K);
}

} // namespace

Expected<Kernel> smolly::parseKernel(isl::ctx Ctx, StringRef Json,
                                     Domains Allowed) {
  IslBudget Budget(Ctx, MaxCheckOperations);
  auto K = Reader(Ctx, Allowed).read(Json);
  if (!Budget.exceeded())
    return K;
  // Whatever was found wrong with it may only be what isl has not finished.
  if (!K)
    llvm::consumeError(K.takeError());
  return limitHit("too hard to check within " + Twine(MaxCheckOperations) +
                  " isl operations");
}
