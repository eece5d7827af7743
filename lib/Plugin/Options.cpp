//===- Options.cpp - Parameters of the pass -------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Options.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Plugin/Options.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include <optional>

using namespace llvm;
using namespace smolly;

StringRef smolly::knownPassOptions() {
  return "off, "
         "storage=best|smo|smo-enumerate|successive-modulo|rectangular-hull|"
         "off, schedule=keep, limit=N, "
         "count-runs, always, verify, max-operations=N, max-copies=N";
}

static Error unknownOption(StringRef Option) {
  return createStringError("smolly: unknown option '" + Option +
                           "'; known are: " + knownPassOptions());
}

static std::optional<StorageMethod> parseMethod(StringRef Name) {
  if (Name == "best")
    return StorageMethod::Best;
  if (Name == "smo")
    return StorageMethod::Smo;
  if (Name == "smo-enumerate")
    return StorageMethod::SmoEnumerate;
  if (Name == "successive-modulo")
    return StorageMethod::SuccessiveModulo;
  if (Name == "rectangular-hull")
    return StorageMethod::RectangularHull;
  if (Name == "off")
    return StorageMethod::Off;
  return std::nullopt;
}

static StringRef methodName(StorageMethod Method) {
  switch (Method) {
  case StorageMethod::Best:
    return "best";
  case StorageMethod::Smo:
    return "smo";
  case StorageMethod::SmoEnumerate:
    return "smo-enumerate";
  case StorageMethod::SuccessiveModulo:
    return "successive-modulo";
  case StorageMethod::RectangularHull:
    return "rectangular-hull";
  case StorageMethod::Off:
    return "off";
  }
  llvm_unreachable("covered switch");
}

static Error applyOne(PassOptions &Options, StringRef Item) {
  auto [Key, Value] = Item.split('=');
  if (Item == "off")
    Options.Off = true;
  else if (Item == "on")
    Options.Off = false;
  else if (Item == "count-runs")
    Options.CountRuns = true;
  else if (Item == "always")
    Options.Always = true;
  else if (Item == "verify")
    Options.Verify = true;
  else if (Key == "storage") {
    std::optional<StorageMethod> Method = parseMethod(Value);
    if (!Method)
      return unknownOption(Item);
    Options.Storage = *Method;
  } else if (Key == "schedule") {
    if (Value != "keep")
      return unknownOption(Item);
  } else if (Key == "limit") {
    if (Value.getAsInteger(10, Options.Limit))
      return unknownOption(Item);
  } else if (Key == "max-operations") {
    if (Value.getAsInteger(10, Options.MaxIslOperations))
      return unknownOption(Item);
  } else if (Key == "max-copies") {
    if (Value.getAsInteger(10, Options.MaxCopies))
      return unknownOption(Item);
  } else
    return unknownOption(Item);
  return Error::success();
}

Error PassOptions::apply(StringRef List) {
  SmallVector<StringRef, 8> Items;
  List.split(Items, ';');
  for (StringRef Group : Items) {
    SmallVector<StringRef, 4> Parts;
    Group.split(Parts, ',');
    for (StringRef Item : Parts)
      if (Item = Item.trim(); !Item.empty())
        if (Error E = applyOne(*this, Item))
          return E;
  }
  return Error::success();
}

StorageOptions PassOptions::forStorage() const {
  StorageOptions Result;
  Result.Method = Storage;
  Result.PreferCheapIndex = true;
  Result.MaxIslOperations = MaxIslOperations;
  return Result;
}

void PassOptions::print(raw_ostream &OS) const {
  const PassOptions Default;
  ListSeparator Separator(";");
  if (Off)
    OS << Separator << "off";
  if (Storage != Default.Storage)
    OS << Separator << "storage=" << methodName(Storage);
  if (CountRuns)
    OS << Separator << "count-runs";
  if (Always)
    OS << Separator << "always";
  if (Verify)
    OS << Separator << "verify";
  if (Limit != Default.Limit)
    OS << Separator << "limit=" << Limit;
  if (MaxIslOperations != Default.MaxIslOperations)
    OS << Separator << "max-operations=" << MaxIslOperations;
  if (MaxCopies != Default.MaxCopies)
    OS << Separator << "max-copies=" << MaxCopies;
}

Expected<PassOptions> smolly::collectOptions(StringRef FromCommandLine,
                                             StringRef PassParameters) {
  PassOptions Options;
  if (std::optional<std::string> Environment =
          sys::Process::GetEnv("SMOLLY_OPTIONS"))
    if (Error E = Options.apply(*Environment))
      return E;
  if (Error E = Options.apply(FromCommandLine))
    return E;
  if (Error E = Options.apply(PassParameters))
    return E;
  return Options;
}
