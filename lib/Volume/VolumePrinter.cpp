//===- VolumePrinter.cpp - Volumes as text --------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Volume/VolumePrinter.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include <cstdlib>

using namespace smolly;
using namespace smolly::volume;
using llvm::Expected;
namespace json = llvm::json;

static constexpr unsigned long MaxPrintOperations = 1'000'000;

Expected<VolumeReport>
volume::analyzeVolumes(const Kernel &K, const Dataflow &D,
                       const std::vector<long> &TileSizes,
                       unsigned long MaxOperations) {
  VolumeReport Report(K);
  auto M = findElementMap(K, D, MaxOperations);
  if (!M)
    return M.takeError();
  Report.M = std::move(*M);
  bool IsCut = TileSizes.empty();
  for (unsigned A = 0; A < K.Arrays.size(); ++A) {
    if (isEmpty(K.Arrays[A].LiveOut).is_true())
      continue;
    auto Regions = findRegions(K, D, Report.M, A, MaxOperations);
    if (!Regions)
      return Regions.takeError();
    Report.Outputs.push_back(std::move(*Regions));
    Report.Tiles.emplace_back();
    int Dims = isl_set_dim(K.Arrays[A].Extent.get(), isl_dim_set);
    if (TileSizes.empty() || Dims < int(TileSizes.size()))
      continue;
    IsCut = true;
    auto Tiles =
        findTiles(K, Report.M, Report.Outputs.back(), TileSizes, MaxOperations);
    if (!Tiles)
      return Tiles.takeError();
    Report.Tiles.back() = std::move(*Tiles);
  }
  if (!IsCut)
    return llvm::createStringError("no output has as many dimensions as there "
                                   "are tile sizes, which are " +
                                   llvm::Twine(TileSizes.size()));
  return Report;
}

namespace {

std::string takeText(char *Text) {
  std::string Result = Text ? Text : "?";
  std::free(Text);
  return Result;
}
std::string text(const isl::set &Set) {
  return takeText(isl_set_to_str(Set.get()));
}
std::string text(const isl::union_map &Map) {
  return takeText(isl_union_map_to_str(Map.get()));
}

/// One line for each pair of volumes, in the order of their names.
std::vector<std::string> mapLines(const isl::union_map &Map) {
  std::vector<std::string> Lines;
  Map.foreach_map([&](isl::map Part) {
    Lines.push_back(takeText(isl_map_to_str(Part.get())));
    return isl::stat::ok();
  });
  llvm::sort(Lines);
  return Lines;
}

std::vector<std::string> texts(const std::vector<isl::pw_aff> &Numbers,
                               const isl::set &Context) {
  std::vector<std::string> Result;
  for (const isl::pw_aff &Number : Numbers)
    Result.push_back(expressionText(Number, Context));
  return Result;
}

std::string listText(const std::vector<isl::pw_aff> &Numbers,
                     const isl::set &Context) {
  return "[" + llvm::join(texts(Numbers, Context), ", ") + "]";
}

std::string sliceText(const Slice &S, const isl::set &Context) {
  std::string Text = "offset " + listText(S.Offset, Context) + ", size " +
                     listText(S.Size, Context);
  if (!S.isBox())
    Text += ", stride [" +
            llvm::join(llvm::map_range(
                           S.Stride, [](long L) { return std::to_string(L); }),
                       ", ") +
            "]";
  return Text;
}

std::string operandText(const OutputTiles::Operand &O,
                        const isl::set &Context) {
  if (O.Exact)
    return O.Volume + ": " + sliceText(*O.Exact, Context);
  if (O.Hull)
    return O.Volume + ", part of: " + sliceText(*O.Hull, Context);
  return O.Volume + ": " + text(O.Elements);
}

const char *kindName(MarkKind Kind) {
  switch (Kind) {
  case MarkKind::Is:
    return "is";
  case MarkKind::Uses:
    return "uses";
  case MarkKind::UsesOnly:
    return "uses-only";
  case MarkKind::Copy:
    return "copy";
  case MarkKind::Unwritten:
    return "unwritten";
  }
  return "";
}

} // namespace

std::string volume::markText(const Kernel &K, const Mark &M) {
  std::string Name = (M.IsConstant ? "constant " : "") + M.Name;
  switch (M.Kind) {
  case MarkKind::Is:
    return Name;
  case MarkKind::Uses:
    return Name + " used by " + K.Statements[M.Use->Stmt].Name + ", access " +
           std::to_string(M.Use->Access);
  case MarkKind::UsesOnly:
    return "from known values only";
  case MarkKind::Copy:
    return "copy of " + Name;
  case MarkKind::Unwritten:
    return "never written";
  }
  return "";
}

std::string volume::regionText(const Kernel &K, const OutputRegions &O,
                               const Region &R) {
  std::vector<std::string> Texts;
  for (unsigned I : R.Marks)
    if (!O.Everywhere[I])
      Texts.push_back(markText(K, O.Marks[I]));
  return Texts.empty() ? "dense" : llvm::join(Texts, "; ");
}

/// "edge", "corner of 3 sides".
static std::string placeText(const Region &R) {
  if (R.Sides == 0)
    return "";
  return R.Sides == 1
             ? ", at an edge"
             : ", in a corner of " + std::to_string(R.Sides) + " sides";
}

/// "input", "output" or "array": what array \p A is for others.
static std::string roleOf(const Kernel &K, const Shapes &S, unsigned A) {
  if (S.LiveOut[A])
    return "output";
  return isEmpty(K.Arrays[A].LiveIn).is_true() ? "array" : "input";
}

/// One line for each array.
static void printShapes(llvm::raw_ostream &OS, const Kernel &K,
                        const Shapes &S) {
  for (unsigned A = 0; A < K.Arrays.size(); ++A) {
    const isl::set &Shape = S.ofArray(A);
    OS << "  shape of " << roleOf(K, S, A) << " " << K.Arrays[A].Name << ": ";
    if (auto Box = matchSlice(Shape))
      OS << sliceText(*Box, K.Context);
    else if (auto Hull = hullOf(Shape))
      OS << text(Shape) << ", within " << sliceText(*Hull, K.Context);
    else
      OS << text(Shape);
    OS << '\n';
  }
  for (const std::string &Note : S.Notes)
    OS << "  note: shapes may not be exact: " << Note << '\n';
}

static void printTiles(llvm::raw_ostream &OS, const OutputTiles &T) {
  OS << "    tiles of "
     << llvm::join(llvm::map_range(T.Sizes,
                                   [](long S) {
                                     return S ? std::to_string(S)
                                              : std::string("all");
                                   }),
                   " x ")
     << ": " << text(T.All) << "\n      full tiles: " << text(T.Full) << '\n';
  if (T.Result)
    OS << "      a full tile writes: " << sliceText(*T.Result, T.Full) << '\n';
  for (const OutputTiles::Operand &O : T.Operands)
    OS << "      a full tile reads " << operandText(O, T.Full) << '\n';
}

/// { [params] }: sizes for which there is anything in \p R.
static isl::set whereThere(const Kernel &K, const Region &R) {
  return R.Set.params().intersect(K.Context);
}

static void printOutput(llvm::raw_ostream &OS, const VolumeReport &R,
                        unsigned I) {
  const OutputRegions &O = R.Outputs[I];
  OS << "  output " << R.K.Arrays[O.Array].Name << ": " << text(O.Domain)
     << '\n';
  if (auto Box = matchSlice(O.Domain))
    OS << "    " << sliceText(*Box, R.K.Context) << '\n';
  for (unsigned M = 0; M < O.Marks.size(); ++M)
    OS << "    " << markText(R.K, O.Marks[M]) << ": "
       << (O.Everywhere[M] ? "everywhere" : text(O.Marks[M].Set)) << '\n';
  for (unsigned N = 0; N < O.Regions.size(); ++N) {
    const Region &Each = O.Regions[N];
    isl::set Context = whereThere(R.K, Each);
    OS << "    region " << N + 1 << ", " << regionText(R.K, O, Each)
       << placeText(Each) << ":\n      "
       << (Each.Box ? sliceText(*Each.Box, Context) : text(Each.Set)) << '\n';
    for (const OutputTiles::Operand &In : operandsOf(R.M.Map, Each.Set))
      OS << "      reads " << operandText(In, Context) << '\n';
  }
  if (R.Tiles[I])
    printTiles(OS, *R.Tiles[I]);
}

void volume::printVolumes(llvm::raw_ostream &OS, const VolumeReport &R) {
  IslBudget Budget(R.K.ctx(), MaxPrintOperations);
  OS << "kernel " << R.K.Name << '\n';
  if (R.Inferred)
    printShapes(OS, R.K, *R.Inferred);
  for (const std::string &Line : mapLines(R.M.Map))
    OS << "  " << Line << '\n';
  for (const std::string &Note : R.M.Notes)
    OS << "  note: the map may be too large: " << Note << '\n';
  for (unsigned I = 0; I < R.Outputs.size(); ++I)
    printOutput(OS, R, I);
}

namespace {

class JsonPrinter {
public:
  JsonPrinter(json::OStream &JOS, const VolumeReport &R) : JOS(JOS), R(R) {}

  void print(double Seconds);

private:
  void printSlice(llvm::StringRef Key, const std::optional<Slice> &S,
                  const isl::set &Context);
  void printStrings(llvm::StringRef Key, const std::vector<std::string> &Texts);
  void printOperands(const std::vector<OutputTiles::Operand> &Operands,
                     const isl::set &Context);
  void printRegion(const OutputRegions &O, const Region &Each);
  void printOutput(unsigned I);
  void printShapes(const Shapes &S);
  void printMark(const OutputRegions &O, unsigned I);
  void printTiles(const OutputTiles &T);

  json::OStream &JOS;
  const VolumeReport &R;
};

} // namespace

void JsonPrinter::printStrings(llvm::StringRef Key,
                               const std::vector<std::string> &Texts) {
  JOS.attributeArray(Key, [&] {
    for (const std::string &Text : Texts)
      JOS.value(Text);
  });
}

void JsonPrinter::printSlice(llvm::StringRef Key, const std::optional<Slice> &S,
                             const isl::set &Context) {
  if (!S) {
    JOS.attribute(Key, nullptr);
    return;
  }
  JOS.attributeObject(Key, [&] {
    printStrings("offset", texts(S->Offset, Context));
    printStrings("size", texts(S->Size, Context));
    JOS.attributeArray("stride", [&] {
      for (long Stride : S->Stride)
        JOS.value(Stride);
    });
  });
}

void JsonPrinter::printOperands(
    const std::vector<OutputTiles::Operand> &Operands,
    const isl::set &Context) {
  JOS.attributeArray("reads", [&] {
    for (const OutputTiles::Operand &O : Operands)
      JOS.object([&] {
        printSlice("hull", O.Hull, Context);
        JOS.attribute("set", text(O.Elements));
        printSlice("slice", O.Exact, Context);
        JOS.attribute("volume", O.Volume);
      });
  });
}

void JsonPrinter::printRegion(const OutputRegions &O, const Region &Each) {
  JOS.object([&] {
    JOS.attribute("array", R.K.Arrays[O.Array].Name);
    isl::set Context = whereThere(R.K, Each);
    printSlice("box", Each.Box, Context);
    JOS.attribute("fact", regionText(R.K, O, Each));
    printOperands(operandsOf(R.M.Map, Each.Set), Context);
    JOS.attribute("set", text(Each.Set));
    JOS.attribute("sides", Each.Sides);
  });
}

void JsonPrinter::printMark(const OutputRegions &O, unsigned I) {
  const Mark &M = O.Marks[I];
  JOS.object([&] {
    JOS.attribute("constant", M.IsConstant);
    JOS.attribute("everywhere", bool(O.Everywhere[I]));
    JOS.attribute("fact", M.Name);
    JOS.attribute("kind", kindName(M.Kind));
    JOS.attribute("set", text(M.Set));
    if (M.Use) {
      JOS.attribute("use_access", M.Use->Access);
      JOS.attribute("use_statement", R.K.Statements[M.Use->Stmt].Name);
    }
  });
}

void JsonPrinter::printTiles(const OutputTiles &T) {
  JOS.attributeObject("tiles", [&] {
    JOS.attribute("all", text(T.All));
    JOS.attribute("element_map", text(T.Map));
    JOS.attribute("full", text(T.Full));
    printOperands(T.Operands, T.Full);
    JOS.attributeArray("sizes", [&] {
      for (long Size : T.Sizes)
        JOS.value(Size);
    });
    printSlice("writes", T.Result, T.Full);
  });
}

void JsonPrinter::printOutput(unsigned I) {
  const OutputRegions &O = R.Outputs[I];
  JOS.object([&] {
    JOS.attribute("array", R.K.Arrays[O.Array].Name);
    JOS.attribute("domain", text(O.Domain));
    JOS.attributeArray("facts", [&] {
      for (unsigned M = 0; M < O.Marks.size(); ++M)
        printMark(O, M);
    });
    if (R.Tiles[I])
      printTiles(*R.Tiles[I]);
  });
}

void JsonPrinter::printShapes(const Shapes &S) {
  JOS.attributeObject("shapes", [&] {
    JOS.attributeArray("arrays", [&] {
      for (unsigned A = 0; A < R.K.Arrays.size(); ++A)
        JOS.object([&] {
          const isl::set &Shape = S.ofArray(A);
          JOS.attribute("array", R.K.Arrays[A].Name);
          printSlice("box", matchSlice(Shape), R.K.Context);
          printSlice("hull", hullOf(Shape), R.K.Context);
          JOS.attribute("role", roleOf(R.K, S, A));
          JOS.attribute("set", text(Shape));
        });
    });
    JOS.attribute("exact", S.IsExact);
    printStrings("notes", S.Notes);
  });
}

void JsonPrinter::print(double Seconds) {
  JOS.object([&] {
    JOS.attribute("element_map", text(R.M.Map));
    JOS.attribute("exact", R.M.IsExact);
    JOS.attribute("kernel", R.K.Name);
    printStrings("notes", R.M.Notes);
    JOS.attributeArray("outputs", [&] {
      for (unsigned I = 0; I < R.Outputs.size(); ++I)
        printOutput(I);
    });
    JOS.attributeArray("regions", [&] {
      for (const OutputRegions &O : R.Outputs)
        for (const Region &Each : O.Regions)
          printRegion(O, Each);
    });
    JOS.attribute("seconds", Seconds);
    if (R.Inferred)
      printShapes(*R.Inferred);
  });
}

void volume::printVolumesAsJson(llvm::raw_ostream &OS, const VolumeReport &R,
                                double Seconds) {
  IslBudget Budget(R.K.ctx(), MaxPrintOperations);
  json::OStream JOS(OS, 2);
  JsonPrinter(JOS, R).print(Seconds);
  OS << '\n';
}
