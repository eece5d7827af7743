//===- Jscop.cpp - Kernels that Polly has exported ------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Jscop.h"
#include "KernelChecks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include <map>
#include <set>

using namespace smolly;
using llvm::StringRef;
namespace json = llvm::json;

namespace {

/// What the accesses say of an array.
struct ArrayUse {
  unsigned Dims = 0;
  bool Written = false;
};

class Translator {
public:
  Translator(isl::ctx Ctx, const json::Object &Root);

  json::Object run();

private:
  json::Object array(const json::Object &O) const;
  json::Object scalar(StringRef Name) const;
  json::Object statement(const json::Object &O);
  json::Object access(const json::Object &O);
  std::string extent(StringRef Name, const json::Array &Sizes) const;
  std::string everything(StringRef Name, unsigned Dims) const;

  isl::ctx Ctx;
  const json::Object &Root;
  /// "[p_0, p_1] -> "
  std::string Parameters;
  std::set<std::string> ParameterNames;
  std::map<std::string, ArrayUse> Uses;
};

/// Null when isl cannot read \p Text.
isl::map parseMap(isl::ctx Ctx, StringRef Text) {
  return isl::manage(isl_map_read_from_str(Ctx.get(), Text.str().c_str()));
}

/// The number of bytes of an LLVM type as Polly prints it; none if unknown.
std::optional<unsigned> bytesOf(StringRef Type) {
  unsigned Bits;
  if (Type.consume_front("i") && !Type.getAsInteger(10, Bits))
    return (Bits + 7) / 8;
  static const std::pair<StringRef, unsigned> Known[] = {
      {"half", 2}, {"bfloat", 2},    {"float", 4}, {"double", 8},
      {"ptr", 8},  {"x86_fp80", 16}, {"fp128", 16}};
  for (auto [Name, Bytes] : Known)
    if (Type == Name)
      return Bytes;
  return std::nullopt;
}

/// "A[d0, d1]"
std::string tuple(StringRef Name, unsigned Dims) {
  std::string Text = Name.str() + "[";
  for (unsigned I = 0; I < Dims; ++I)
    Text += (I ? ", d" : "d") + std::to_string(I);
  return Text + "]";
}

Translator::Translator(isl::ctx Ctx, const json::Object &Root)
    : Ctx(Ctx), Root(Root) {
  isl::set Context = isl::manage(isl_set_read_from_str(
      Ctx.get(), Root.getString("context").value_or("{ : }").str().c_str()));
  std::vector<std::string> Names;
  for (int I = 0, E = isl_set_dim(Context.get(), isl_dim_param); I < E; ++I)
    Names.push_back(isl_set_get_dim_name(Context.get(), isl_dim_param, I));
  Parameters = "[" + llvm::join(Names, ", ") + "] -> ";
  ParameterNames.insert(Names.begin(), Names.end());
}

std::string Translator::everything(StringRef Name, unsigned Dims) const {
  return Parameters + "{ " + tuple(Name, Dims) + " }";
}

/// Bounds where a size is a number or a parameter.
std::string Translator::extent(StringRef Name, const json::Array &Sizes) const {
  std::vector<std::string> Bounds;
  for (unsigned I = 0; I < Sizes.size(); ++I) {
    std::string Size = Sizes[I].getAsString().value_or("*").str();
    bool IsNumber = !Size.empty() && llvm::all_of(Size, llvm::isDigit);
    if (IsNumber || ParameterNames.count(Size))
      Bounds.push_back("0 <= d" + std::to_string(I) + " < " + Size);
  }
  std::string Text = Parameters + "{ " + tuple(Name, Sizes.size());
  if (!Bounds.empty())
    Text += " : " + llvm::join(Bounds, " and ");
  return Text + " }";
}

json::Object Translator::array(const json::Object &O) const {
  json::Object Result = O;
  std::string Name = O.getString("name").value_or("").str();
  if (const json::Array *Sizes = O.getArray("sizes")) {
    Result["extent"] = extent(Name, *Sizes);
    Result.erase("sizes");
    if (!O.get("live_in"))
      Result["live_in"] = everything(Name, Sizes->size());
    auto Use = Uses.find(Name);
    if (!O.get("live_out") && Use != Uses.end() && Use->second.Written)
      Result["live_out"] = everything(Name, Sizes->size());
  }
  if (auto Type = O.getString("type"))
    if (auto Bytes = bytesOf(*Type)) {
      Result["element_bytes"] = *Bytes;
      Result.erase("type");
    }
  return Result;
}

/// An array that is accessed but not listed.
json::Object Translator::scalar(StringRef Name) const {
  const ArrayUse &Use = Uses.find(Name.str())->second;
  json::Object Result{{"name", Name.str()},
                      {"extent", everything(Name, Use.Dims)},
                      {"live_in", everything(Name, Use.Dims)}};
  if (Use.Written)
    Result["live_out"] = everything(Name, Use.Dims);
  return Result;
}

json::Object Translator::access(const json::Object &O) {
  json::Object Result = O;
  auto Text = O.getString("relation");
  isl::map Relation = Text ? parseMap(Ctx, *Text) : isl::map();
  if (Relation.is_null())
    return Result;
  ArrayUse &Use = Uses[tupleName(Relation.get(), isl_dim_out)];
  Use.Dims = std::max(0, isl_map_dim(Relation.get(), isl_dim_out));
  if (O.getString("kind") == StringRef("read"))
    return Result;
  Use.Written = true;
  if (!Relation.is_single_valued().is_true())
    Result["kind"] = "may_write";
  return Result;
}

json::Object Translator::statement(const json::Object &O) {
  json::Object Result = O;
  const json::Array *Accesses = O.getArray("accesses");
  if (!Accesses)
    return Result;
  json::Array Translated;
  bool ReadsFirst = true, Wrote = false;
  for (const json::Value &Value : *Accesses) {
    const json::Object *Access = Value.getAsObject();
    if (!Access)
      return Result;
    bool IsRead = Access->getString("kind") == StringRef("read");
    ReadsFirst &= !(IsRead && Wrote);
    Wrote |= !IsRead;
    Translated.push_back(access(*Access));
  }
  Result["accesses"] = std::move(Translated);
  if (!ReadsFirst)
    Result["reads_first"] = false;
  return Result;
}

json::Object Translator::run() {
  json::Object Result = Root;
  Result.erase("location");
  const json::Array *Statements = Root.getArray("statements");
  if (!Statements)
    return Result;
  json::Array NewStatements, NewArrays;
  for (const json::Value &Value : *Statements)
    if (const json::Object *O = Value.getAsObject())
      NewStatements.push_back(statement(*O));
    else
      return Result;
  if (const json::Array *Arrays = Root.getArray("arrays"))
    for (const json::Value &Value : *Arrays)
      if (const json::Object *O = Value.getAsObject()) {
        NewArrays.push_back(array(*O));
        Uses.erase(O->getString("name").value_or("").str());
      }
  for (const auto &Use : Uses)
    NewArrays.push_back(scalar(Use.first));
  Result["statements"] = std::move(NewStatements);
  Result["arrays"] = std::move(NewArrays);
  return Result;
}

} // namespace

bool smolly::isJscop(const json::Object &Root) {
  const json::Array *Arrays = Root.getArray("arrays");
  return Arrays && llvm::any_of(*Arrays, [](const json::Value &Value) {
           const json::Object *O = Value.getAsObject();
           return O && O->get("sizes");
         });
}

json::Object smolly::translateJscop(isl::ctx Ctx, const json::Object &Root) {
  return Translator(Ctx, Root).run();
}
