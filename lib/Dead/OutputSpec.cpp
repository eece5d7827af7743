//===- OutputSpec.cpp - Which part of an array is wanted ------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes a specification as a set in isl's notation, and has isl read it.
///
//===----------------------------------------------------------------------===//

#include "smolly/Dead/OutputSpec.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/Nesting.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "isl/set.h"
#include "isl/space.h"

using namespace smolly;
using llvm::StringRef;
using llvm::Twine;

namespace {

constexpr unsigned long MaxReadOperations = 10'000'000;
constexpr size_t MaxLength = 10'000;

llvm::Error wrong(StringRef Spec, const Twine &Why) {
  return llvm::createStringError("output '" + Spec.take_front(60) +
                                 "': " + Why);
}

bool isName(StringRef Text) {
  return !Text.empty() &&
         (llvm::isAlpha(Text.front()) || Text.front() == '_') &&
         llvm::all_of(Text,
                      [](char C) { return llvm::isAlnum(C) || C == '_'; });
}

/// The words of \p Text that isl would take for variables.
std::vector<std::string> namesIn(StringRef Text) {
  const StringRef Keywords[] = {"and",   "or",     "not",   "mod",
                                "floor", "exists", "ceil",  "min",
                                "max",   "true",   "false", "implies"};
  std::vector<std::string> Names;
  while (!Text.empty()) {
    size_t Length = 0;
    while (Length < Text.size() &&
           (llvm::isAlnum(Text[Length]) || Text[Length] == '_'))
      ++Length;
    StringRef Word = Text.take_front(Length);
    if (isName(Word) && !llvm::is_contained(Keywords, Word))
      Names.push_back(Word.str());
    Text = Text.drop_front(std::max<size_t>(Length, 1));
  }
  return Names;
}

/// One specification on its way to a set.
class Reader {
public:
  explicit Reader(StringRef Spec) : Spec(Spec.trim()) {}
  llvm::Expected<std::string> run(std::string &Array);

private:
  llvm::Error readSubscript(StringRef Subscript);
  void demand(const Twine &Condition) {
    Conditions.push_back("(" + Condition.str() + ")");
  }

  StringRef Spec;
  std::vector<std::string> Dims, Conditions;
  /// Where names of parameters may be.
  std::string Expressions;
};

llvm::Error Reader::readSubscript(StringRef Subscript) {
  std::string Dim = "smolly_d" + std::to_string(Dims.size());
  auto [Low, High] = Subscript.split("..");
  if (Subscript.empty())
    return wrong(Spec, "a subscript is empty; * means all");
  if (Subscript.contains("..")) {
    if (Low.trim().empty() || High.trim().empty() || High.contains(".."))
      return wrong(Spec, "a range needs two ends, as in [0..9]");
    demand(Low + " <= " + Dim + " and " + Dim + " <= " + High);
    Expressions += (" " + Subscript).str();
  } else if (isName(Subscript) && !llvm::is_contained(Dims, Subscript.str())) {
    Dim = Subscript.str();
  } else if (Subscript != "*") {
    demand(Dim + " = " + Subscript);
    Expressions += (" " + Subscript).str();
  }
  Dims.push_back(Dim);
  return llvm::Error::success();
}

llvm::Expected<std::string> Reader::run(std::string &Array) {
  auto [Place, Condition] = Spec.split(':');
  Place = Place.trim();
  Array = Place.take_until([](char C) { return C == '['; }).trim().str();
  if (!isName(Array))
    return wrong(Spec, "the name of an array is needed first");
  StringRef Rest = Place.drop_front(
      Place.find('[') == StringRef::npos ? Place.size() : Place.find('['));
  while (!Rest.empty()) {
    size_t End = Rest.find(']');
    if (Rest.front() != '[' || End == StringRef::npos)
      return wrong(Spec, "subscripts are written [0..9][*]");
    for (StringRef Subscript : llvm::split(Rest.slice(1, End), ','))
      if (llvm::Error Err = readSubscript(Subscript.trim()))
        return Err;
    Rest = Rest.drop_front(End + 1).ltrim();
  }
  if (!Condition.trim().empty()) {
    demand(Condition.trim());
    Expressions += (" " + Condition).str();
  } else if (Spec.contains(':')) {
    return wrong(Spec, "there is no condition behind ':'");
  }
  std::vector<std::string> Parameters;
  for (std::string &Name : namesIn(Expressions))
    if (!llvm::is_contained(Dims, Name) &&
        !llvm::is_contained(Parameters, Name))
      Parameters.push_back(std::move(Name));
  std::string Text;
  if (!Parameters.empty())
    Text = "[" + llvm::join(Parameters, ", ") + "] -> ";
  Text += "{ " + Array + "[" + llvm::join(Dims, ", ") + "]";
  if (!Conditions.empty())
    Text += " : " + llvm::join(Conditions, " and ");
  return Text + " }";
}

} // namespace

llvm::Expected<std::vector<OutputSpec>>
smolly::parseOutputSpecs(isl::ctx Ctx, StringRef Text) {
  if (Text.size() > MaxLength)
    return llvm::createStringError("an output specification of more than " +
                                   Twine(MaxLength) + " characters");
  IslBudget Budget(Ctx, MaxReadOperations);
  std::vector<OutputSpec> Result;
  for (StringRef Spec : llvm::split(Text, ';')) {
    if (Spec.trim().empty())
      continue;
    OutputSpec New;
    auto Set = Reader(Spec).run(New.Array);
    if (!Set)
      return Set.takeError();
    // Text that is too deep for isl's reader, which is recursive.
    if (llvm::Error Err = checkNesting(*Set))
      return wrong(Spec, llvm::toString(std::move(Err)));
    New.Elements = isl::manage(isl_set_read_from_str(Ctx.get(), Set->c_str()));
    if (New.Elements.is_null())
      return wrong(Spec, "isl cannot read the condition '" + *Set + "'");
    auto Same = llvm::find_if(
        Result, [&](const OutputSpec &O) { return O.Array == New.Array; });
    if (Same == Result.end()) {
      Result.push_back(std::move(New));
      continue;
    }
    if (isl_set_dim(Same->Elements.get(), isl_dim_set) !=
        isl_set_dim(New.Elements.get(), isl_dim_set))
      return wrong(Spec, "has other dimensions than before");
    Same->Elements = Same->Elements.unite(New.Elements);
  }
  if (Result.empty())
    return llvm::createStringError("an output specification is empty; "
                                   "output[0..9] would be one");
  return Result;
}

llvm::Error smolly::applyOutputSpecs(llvm::ArrayRef<OutputSpec> Specs,
                                     Kernel &K) {
  for (const OutputSpec &Spec : Specs) {
    auto Index = K.findArray(Spec.Array);
    if (!Index)
      return llvm::createStringError("output: there is no array '" +
                                     Spec.Array + "'");
    Array &A = K.Arrays[*Index];
    int Wanted = isl_set_dim(Spec.Elements.get(), isl_dim_set);
    int Has = isl_set_dim(A.Extent.get(), isl_dim_set);
    if (Wanted != Has)
      return llvm::createStringError("output: array '" + Spec.Array + "' has " +
                                     Twine(Has) + " dimensions, not " +
                                     Twine(Wanted));
    isl_set *Elements = isl_set_set_tuple_id(
        Spec.Elements.copy(), isl_set_get_tuple_id(A.Extent.get()));
    A.LiveOut = A.Extent.intersect(isl::manage(Elements));
  }
  return llvm::Error::success();
}
