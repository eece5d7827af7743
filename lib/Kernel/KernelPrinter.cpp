//===- KernelPrinter.cpp - Kernels as JSON --------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The printer of kernel files.
///
//===----------------------------------------------------------------------===//

#include "JsonKeys.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/KernelFile.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/JSON.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include <algorithm>

using namespace smolly;
using llvm::StringRef;
namespace json = llvm::json;

namespace {

/// Owns and frees the text that an isl printing function returns.
std::string takeText(char *Text) {
  std::string Result = Text ? Text : "";
  free(Text);
  return Result;
}
std::string text(const isl::set &Set) {
  return takeText(isl_set_to_str(Set.get()));
}
std::string text(const isl::map &Map) {
  return takeText(isl_map_to_str(Map.get()));
}
std::string text(const isl::union_map &Map) {
  return takeText(isl_union_map_to_str(Map.get()));
}

StringRef kindName(AccessKind Kind) {
  switch (Kind) {
  case AccessKind::Read:
    return "read";
  case AccessKind::MustWrite:
    return "write";
  case AccessKind::MayWrite:
    return "may_write";
  }
  llvm_unreachable("all kinds are covered");
}

void printArray(json::OStream &JOS, const Array &A) {
  JOS.object([&] {
    JOS.attribute("name", A.Name);
    JOS.attribute("extent", text(A.Extent));
    JOS.attribute("element_bytes", A.ElementBytes);
    if (!isEmpty(A.LiveIn).is_true())
      JOS.attribute("live_in", text(A.LiveIn));
    if (A.Initially)
      JOS.attribute("initially", *A.Initially);
    if (!isEmpty(A.LiveOut).is_true())
      JOS.attribute("live_out", text(A.LiveOut));
    if (A.Fixed)
      JOS.attribute("fixed", true);
  });
}

/// Whether the first write stores what the first read reads, and so on, and
/// nothing else happens.
bool copiesInOrder(const Statement &S) {
  std::vector<unsigned> Copied = S.copiedReads();
  return !Copied.empty() && std::is_sorted(Copied.begin(), Copied.end());
}

void printAccess(json::OStream &JOS, const Access &A, bool WithCopy) {
  JOS.object([&] {
    JOS.attribute("kind", kindName(A.Kind));
    JOS.attribute("relation", text(A.Relation));
    if (A.Constant)
      JOS.attribute("constant", *A.Constant);
    if (A.CopyOf && WithCopy)
      JOS.attribute("copy_of", *A.CopyOf);
  });
}

void printEffects(json::OStream &JOS, EffectOrder Order) {
  switch (Order) {
  case EffectOrder::Unknown:
    return JOS.attribute("effects", true);
  case EffectOrder::Kept:
    return JOS.attribute("effects", InOrder);
  case EffectOrder::Any:
    return JOS.attribute("effects", AnyOrder);
  }
}

void printStatement(json::OStream &JOS, const Statement &S) {
  JOS.object([&] {
    JOS.attribute("name", S.Name);
    JOS.attribute("domain", text(S.Domain));
    JOS.attribute("schedule", text(S.Schedule));
    if (!S.ReadsFirst)
      JOS.attribute("reads_first", false);
    if (!S.OnlyWrites)
      printEffects(JOS, S.Effects);
    if (copiesInOrder(S))
      JOS.attribute("copies", true);
    JOS.attributeArray("accesses", [&] {
      for (const Access &A : S.Accesses)
        printAccess(JOS, A, /*WithCopy=*/!copiesInOrder(S));
    });
  });
}

void printTiling(json::OStream &JOS, const Tiling &T) {
  JOS.attributeArray("hyperplanes", [&] {
    for (const isl::union_map &Hyperplane : T.Hyperplanes)
      JOS.value(text(Hyperplane));
  });
  JOS.attributeArray("sizes", [&] {
    for (long Size : T.Sizes)
      JOS.value(Size);
  });
}

} // namespace

void smolly::printKernel(llvm::raw_ostream &OS, const Kernel &K) {
  json::OStream JOS(OS, 2);
  JOS.object([&] {
    JOS.attribute("name", K.Name);
    JOS.attribute("context", text(K.Context));
    if (!K.Cases.empty())
      JOS.attributeArray("cases", [&] {
        for (const std::string &Name : K.Cases)
          JOS.value(Name);
      });
    JOS.attributeArray("arrays", [&] {
      for (const Array &A : K.Arrays)
        printArray(JOS, A);
    });
    JOS.attributeArray("statements", [&] {
      for (const Statement &S : K.Statements)
        printStatement(JOS, S);
    });
    if (K.Conflicts)
      JOS.attribute("conflicts", text(*K.Conflicts));
    if (K.Dependences)
      JOS.attribute("dependences", text(*K.Dependences));
    if (K.Tiles)
      JOS.attributeObject("tiling", [&] { printTiling(JOS, *K.Tiles); });
    if (!K.Facts.empty())
      JOS.attributeArray("facts", [&] {
        for (const Fact &F : K.Facts)
          JOS.object([&] {
            JOS.attribute("name", F.Name);
            JOS.attribute("set", text(F.Set));
          });
      });
  });
  OS << '\n';
}
