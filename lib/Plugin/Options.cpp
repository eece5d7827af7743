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
#include "Breaker.h"
#include "smolly/Storage/SmallSizes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include <optional>

using namespace llvm;
using namespace smolly;

StringRef smolly::knownPassOptions() {
  return "off, die, no-die, forward, no-forward, defer, "
         "no-defer, split, "
         "no-split, idle, no-idle, pack, no-pack, interleave, no-interleave, "
         "growth=N, "
         "storage=best|smo|smo-enumerate|successive-modulo|rectangular-hull|"
         "off, schedule=keep|fuse|tile|overlap, mars, sdbm=on|off|check, "
         "limit=N, "
         "count-runs, always, verify, shadow, max-operations=N, "
         "max-function-operations=N, "
         "max-iterations=N, max-disjuncts=N, max-depth=N, max-parameters=N, "
         "max-statements=N, max-copies=N, max-tile-versions=N, "
         "statistics=FILE, "
         "sdbm-classes, "
         "record-questions=FILE, outputs=FILE, "
         "warn-out-of-bounds";
}

static Error unknownOption(StringRef Option) {
  return createStringError("smolly: unknown option '" + Option +
                           "'; known are: " + knownPassOptions());
}

/// The words for the values of an option.
template <typename T> using Words = ArrayRef<std::pair<T, StringRef>>;

static Words<StorageMethod> storageWords() {
  static constexpr std::pair<StorageMethod, StringRef> All[] = {
      {StorageMethod::Best, "best"},
      {StorageMethod::Smo, "smo"},
      {StorageMethod::SmoEnumerate, "smo-enumerate"},
      {StorageMethod::SuccessiveModulo, "successive-modulo"},
      {StorageMethod::RectangularHull, "rectangular-hull"},
      {StorageMethod::Off, "off"}};
  return All;
}

static Words<ScheduleMode> scheduleWords() {
  static constexpr std::pair<ScheduleMode, StringRef> All[] = {
      {ScheduleMode::Keep, "keep"},
      {ScheduleMode::Fuse, "fuse"},
      {ScheduleMode::Tile, "tile"},
      {ScheduleMode::Overlap, "overlap"}};
  return All;
}

static Words<EmptinessMode> sdbmWords() {
  static constexpr std::pair<EmptinessMode, StringRef> All[] = {
      {EmptinessMode::Fast, "on"},
      {EmptinessMode::Isl, "off"},
      {EmptinessMode::Check, "check"}};
  return All;
}

/// Sets \p Option to what \p Word means; false if that is nothing.
template <typename T>
static bool setByWord(T &Option, StringRef Word, Words<T> Known) {
  for (const auto &[Value, Name] : Known)
    if (Name == Word) {
      Option = Value;
      return true;
    }
  return false;
}

template <typename T> static StringRef wordFor(T Value, Words<T> Known) {
  return find_if(Known, [&](const auto &W) { return W.first == Value; })
      ->second;
}

/// Sets the option that is called \p Key and has words for its values; whether
/// \p Value is one, or nothing if there is no such option.
static std::optional<bool> setChoice(PassOptions &Options, StringRef Key,
                                     StringRef Value) {
  if (Key == "storage")
    return setByWord(Options.Storage, Value, storageWords());
  if (Key == "schedule")
    return setByWord(Options.Schedule, Value, scheduleWords());
  if (Key == "sdbm")
    return setByWord(Options.Sdbm, Value, sdbmWords());
  return std::nullopt;
}

/// Sets the number that is called \p Key; whether \p Value is one, or nothing
/// if there is no number of that name.
static std::optional<bool> setNumber(PassOptions &Options, StringRef Key,
                                     StringRef Value) {
  for (auto [Name, Number] :
       {std::pair("limit", &Options.Limit),
        std::pair("growth", &Options.MaxGrowth),
        std::pair("max-copies", &Options.MaxCopies),
        std::pair("max-tile-versions", &Options.MaxTileVersions),
        std::pair("max-disjuncts", &Options.MaxDisjuncts),
        std::pair("max-depth", &Options.Limits.MaxDepth),
        std::pair("max-parameters", &Options.Limits.MaxParameters),
        std::pair("max-statements", &Options.Limits.MaxStatements)})
    if (Key == Name)
      return !Value.getAsInteger(10, *Number);
  for (auto [Name, Number] :
       {std::pair("max-operations", &Options.MaxIslOperations),
        std::pair("max-function-operations", &Options.MaxFunctionOperations),
        std::pair("max-iterations", &Options.MaxIterations)})
    if (Key == Name)
      return !Value.getAsInteger(10, *Number);
  return std::nullopt;
}

static Error applyOne(PassOptions &Options, StringRef Item) {
  auto [Key, Value] = Item.split('=');
  if (Item == "off")
    Options.Off = true;
  else if (Item == "on")
    Options.Off = false;
  else if (Item == "die" || Item == "no-die")
    Options.Die = Item == "die";
  else if (Item == "forward" || Item == "no-forward")
    Options.Forward = Item == "forward";
  else if (Item == "defer" || Item == "no-defer")
    Options.Defer = Item == "defer";
  else if (Item == "split" || Item == "no-split")
    Options.Split = Item == "split";
  else if (Item == "idle" || Item == "no-idle")
    Options.Idle = Item == "idle";
  else if (Item == "pack" || Item == "no-pack")
    Options.Pack = Item == "pack";
  else if (Item == "interleave" || Item == "no-interleave")
    Options.Interleave = Item == "interleave";
  else if (Item == "warn-out-of-bounds")
    Options.WarnOutOfBounds = true;
  else if (Item == "count-runs")
    Options.CountRuns = true;
  else if (Item == "mars")
    Options.Mars = true;
  else if (Item == "always")
    Options.Always = true;
  else if (Item == "verify")
    Options.Verify = true;
  else if (Item == "shadow")
    Options.Shadow = true;
  else if (Item == "sdbm-classes")
    Options.SdbmClasses = true;
  else if (Key == "break") {
    if (!isKnownBreak(Value))
      return unknownOption(Item);
    Options.Break = Value.str();
  } else if (std::optional<bool> Ok = setChoice(Options, Key, Value)) {
    if (!*Ok)
      return unknownOption(Item);
  } else if (std::optional<bool> Ok = setNumber(Options, Key, Value)) {
    if (!*Ok)
      return unknownOption(Item);
  } else if (Key == "statistics" && !Value.empty()) {
    Options.Statistics = Value.str();
  } else if (Key == "record-questions" && !Value.empty()) {
    Options.RecordQuestions = Value.str();
  } else if (Key == "outputs" && !Value.empty()) {
    Options.Outputs = Value.str();
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

StorageOptions PassOptions::forStorage(const Kernel &K) const {
  StorageOptions Result;
  Result.Method = Storage;
  Result.PreferCheapIndex = true;
  Result.MaxIslOperations = MaxIslOperations;
  Result.MaxIlpIterations = MaxIterations;
  Result.MaxDisjuncts = MaxDisjuncts;
  Result.Assumed = assumedSizes(K);
  return Result;
}

void PassOptions::print(raw_ostream &OS) const {
  const PassOptions Default;
  ListSeparator Separator(";");
  if (Off)
    OS << Separator << "off";
  if (Storage != Default.Storage)
    OS << Separator << "storage=" << wordFor(Storage, storageWords());
  if (CountRuns)
    OS << Separator << "count-runs";
  if (Always)
    OS << Separator << "always";
  if (Verify)
    OS << Separator << "verify";
  if (Shadow)
    OS << Separator << "shadow";
  if (!Break.empty())
    OS << Separator << "break=" << Break;
  if (!Die)
    OS << Separator << "no-die";
  if (!Forward)
    OS << Separator << "no-forward";
  if (!Defer)
    OS << Separator << "no-defer";
  if (!Split)
    OS << Separator << "no-split";
  if (!Idle)
    OS << Separator << "no-idle";
  if (!Pack)
    OS << Separator << "no-pack";
  if (!Interleave)
    OS << Separator << "no-interleave";
  if (Schedule != Default.Schedule)
    OS << Separator << "schedule=" << wordFor(Schedule, scheduleWords());
  if (Mars)
    OS << Separator << "mars";
  if (Sdbm != Default.Sdbm)
    OS << Separator << "sdbm=" << wordFor(Sdbm, sdbmWords());
  auto PrintNumber = [&](StringRef Name, unsigned long Value,
                         unsigned long Usual) {
    if (Value != Usual)
      OS << Separator << Name << '=' << Value;
  };
  PrintNumber("growth", MaxGrowth, Default.MaxGrowth);
  PrintNumber("limit", Limit, Default.Limit);
  PrintNumber("max-operations", MaxIslOperations, Default.MaxIslOperations);
  PrintNumber("max-function-operations", MaxFunctionOperations,
              Default.MaxFunctionOperations);
  PrintNumber("max-iterations", MaxIterations, Default.MaxIterations);
  PrintNumber("max-disjuncts", MaxDisjuncts, Default.MaxDisjuncts);
  PrintNumber("max-depth", Limits.MaxDepth, Default.Limits.MaxDepth);
  PrintNumber("max-parameters", Limits.MaxParameters,
              Default.Limits.MaxParameters);
  PrintNumber("max-statements", Limits.MaxStatements,
              Default.Limits.MaxStatements);
  PrintNumber("max-copies", MaxCopies, Default.MaxCopies);
  PrintNumber("max-tile-versions", MaxTileVersions, Default.MaxTileVersions);
  if (WarnOutOfBounds)
    OS << Separator << "warn-out-of-bounds";
  if (!Statistics.empty())
    OS << Separator << "statistics=" << Statistics;
  if (SdbmClasses)
    OS << Separator << "sdbm-classes";
  if (!RecordQuestions.empty())
    OS << Separator << "record-questions=" << RecordQuestions;
  if (!Outputs.empty())
    OS << Separator << "outputs=" << Outputs;
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
