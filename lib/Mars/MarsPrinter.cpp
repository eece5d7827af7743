//===- MarsPrinter.cpp - MARS as text -------------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Mars/MarsPrinter.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "isl/union_set.h"
#include <algorithm>
#include <cstdlib>

using namespace smolly;
using namespace smolly::mars;
using llvm::Error;
using llvm::Expected;
namespace json = llvm::json;

namespace {

constexpr unsigned long MaxPrintOperations = 50'000'000;

/// Blocks of each shape, with and without merging.
struct ShapeLayout {
  TileTransfers Before, After;
  TileLayout Layout;
};

std::string setText(isl::ctx Ctx, const MarsReport &R, const Mars &M) {
  isl::union_set Set = marsSet(Ctx, R.A, M, std::nullopt, R.Symbolic);
  char *Text = isl_union_set_to_str(Set.get());
  std::string Result = Text ? Text : "?";
  std::free(Text);
  return Result;
}

std::string tilesText(const std::vector<Vector> &Tiles) {
  return llvm::join(llvm::map_range(Tiles, mars::toString), ", ");
}

std::string sizesText(const Vector &Sizes) {
  return llvm::join(
      llvm::map_range(Sizes, [](long S) { return std::to_string(S); }), " x ");
}

unsigned singletonsOf(const MarsAnalysis &A) {
  return llvm::count_if(A.All, [](const Mars &M) { return M.Singleton; });
}

/// In just this shape.
unsigned singletonsOf(const TileShape &Shape) {
  return llvm::count_if(
      Shape.Mars, [](const MarsInTile &Own) { return Own.Count.Points == 1; });
}

/// The formulas hold for the given sizes.
bool formulasHold(const MarsAnalysis &A) {
  for (unsigned F = 0; F < A.Sizes.Variables.size(); ++F)
    if (A.Program.Sizes[F] <
        A.Sizes.Multiples[F] * A.Sizes.Least[A.Sizes.Variables[F]])
      return false;
  return true;
}

/// "6 = s1 - 2"; with a semicolon where the formula is for larger tiles only.
std::string countText(const MarsAnalysis &A, const PointCount &C) {
  std::string Text = C.Points ? std::to_string(*C.Points) : "?";
  if (!C.Formula.empty() && C.Formula != Text)
    Text += (formulasHold(A) ? " = " : "; ") + C.Formula;
  return Text;
}

/// "3 mod 4"; what the sizes must be for formulas to hold.
std::string familyText(const SizeFamily &Sizes) {
  std::string Text;
  for (unsigned V = 0; V < Sizes.Names.size(); ++V) {
    Text += (V == 0 ? "" : ", ") + Sizes.Names[V] +
            " >= " + std::to_string(Sizes.Least[V]);
    if (Sizes.Divisors[V] > 1)
      Text += " and " + Sizes.Names[V] + " mod " +
              std::to_string(Sizes.Divisors[V]) + " = " +
              std::to_string(Sizes.Rests[V]);
  }
  return Text;
}

/// "s1 x s2", "s x 2*s".
std::string sizeNames(const SizeFamily &Sizes) {
  std::string Text;
  for (unsigned F = 0; F < Sizes.Variables.size(); ++F) {
    Text += F == 0 ? "" : " x ";
    if (Sizes.Multiples[F] != 1)
      Text += std::to_string(Sizes.Multiples[F]) + "*";
    Text += Sizes.Names[Sizes.Variables[F]];
  }
  return Text;
}

/// What one MARS or several of a block are called.
std::string namesOf(const std::vector<unsigned> &Mars) {
  return llvm::join(
      llvm::map_range(Mars, [](unsigned I) { return std::to_string(I + 1); }),
      "+");
}

void printNotes(llvm::raw_ostream &OS, const MarsAnalysis &A) {
  if (A.IsTooSmall)
    OS << "  note: tiles are smaller than dependences are long; this is for "
          "just these sizes\n";
  else if (A.Sizes.Names.empty())
    OS << "  note: larger tiles may have other MARS\n";
  else
    OS << "  formulas are for tiles of " << sizeNames(A.Sizes) << " with "
       << familyText(A.Sizes) << '\n';
}

void printShape(llvm::raw_ostream &OS, const MarsAnalysis &A, unsigned I) {
  const TileShape &Shape = A.Shapes[I];
  OS << "  shape " << I + 1 << ", as tile " << toString(Shape.Tile) << ": "
     << Shape.Consumers.size() << " consumer tiles, " << Shape.Mars.size()
     << " MARS, " << singletonsOf(Shape) << " singletons\n"
     << "    flow-out: " << countText(A, Shape.FlowOut) << '\n'
     << "    flow-in: " << countText(A, Shape.FlowIn) << '\n';
  for (const MarsInTile &Own : Shape.Mars)
    OS << "    MARS " << Own.Mars + 1 << ": " << countText(A, Own.Count)
       << '\n';
  for (const TileInput &Input : Shape.Inputs) {
    OS << "    from tile " << toString(Input.Producer) << ": MARS ";
    for (size_t I = 0; I < Input.Mars.size(); ++I)
      OS << (I == 0 ? "" : ", ") << Input.Mars[I] + 1;
    OS << '\n';
  }
}

void printTransfers(llvm::raw_ostream &OS, llvm::StringRef When,
                    const TileTransfers &T, const TransferCosts &Costs) {
  OS << "    " << When << ": " << T.Transfers << " transfers of " << T.Elements
     << " elements, " << T.Redundant << " of them redundant, cost "
     << llvm::formatv("{0:f0}", T.cost(Costs)) << '\n';
}

void printLayout(llvm::raw_ostream &OS, const ShapeLayout &L,
                 const MarsReport &R) {
  if (R.Costs) {
    printTransfers(OS, "one block a MARS", L.Before, *R.Costs);
    printTransfers(OS, "merged", L.After, *R.Costs);
  }
  if (!R.WithLayout)
    return;
  OS << "    buffer of " << L.Layout.Cells << " cells, read in "
     << L.Layout.Pieces << " pieces"
     << (L.Layout.IsBest ? " (no order has fewer)" : "") << '\n';
  for (const MarsBlock &B : L.Layout.Blocks)
    OS << "      cell " << B.Offset << ": MARS " << namesOf(B.Mars) << ", "
       << B.Cells << " cells\n";
}

Expected<std::vector<ShapeLayout>> layoutsOf(const MarsReport &R) {
  std::vector<ShapeLayout> Result;
  if (!R.WithLayout && !R.Costs)
    return Result;
  for (const TileShape &Shape : R.A.Shapes) {
    auto Blocks = blocksOf(R.A, Shape);
    if (!Blocks)
      return Blocks.takeError();
    ShapeLayout L;
    L.Before = transfersOf(R.A, Shape, *Blocks);
    if (R.Costs)
      *Blocks = mergeBlocks(std::move(*Blocks), *R.Costs);
    L.After = transfersOf(R.A, Shape, *Blocks);
    L.Layout = layOut(std::move(*Blocks));
    Result.push_back(std::move(L));
  }
  return Result;
}

class JsonPrinter {
public:
  JsonPrinter(json::OStream &JOS, const MarsReport &R) : JOS(JOS), R(R) {}

  void printMars(isl::ctx Ctx, const Mars &M);
  void printShape(const TileShape &Shape, const ShapeLayout *L);
  void printSizes();
  void printTiles(llvm::StringRef Key, const std::vector<Vector> &Tiles);

private:
  void printVector(const Vector &V);
  void printCount(const PointCount &C);
  void printCount(llvm::StringRef Key, const PointCount &C);
  void printInputs(const TileShape &Shape);
  void printLayout(const ShapeLayout &L);
  void printTransfers(llvm::StringRef Key, const TileTransfers &T);
  void printIndices(llvm::StringRef Key, const std::vector<unsigned> &Mars);

  json::OStream &JOS;
  const MarsReport &R;
};

} // namespace

void JsonPrinter::printVector(const Vector &V) {
  JOS.array([&] {
    for (long Number : V)
      JOS.value(Number);
  });
}

void JsonPrinter::printTiles(llvm::StringRef Key,
                             const std::vector<Vector> &Tiles) {
  JOS.attributeArray(Key, [&] {
    for (const Vector &V : Tiles)
      printVector(V);
  });
}

void JsonPrinter::printCount(const PointCount &C) {
  JOS.attribute("formula", C.Formula.empty() ? json::Value(nullptr)
                                             : json::Value(C.Formula));
  JOS.attribute("points",
                C.Points ? json::Value(*C.Points) : json::Value(nullptr));
}

void JsonPrinter::printCount(llvm::StringRef Key, const PointCount &C) {
  JOS.attributeObject(Key, [&] { printCount(C); });
}

void JsonPrinter::printIndices(llvm::StringRef Key,
                               const std::vector<unsigned> &Mars) {
  JOS.attributeArray(Key, [&] {
    for (unsigned I : Mars)
      JOS.value(I);
  });
}

void JsonPrinter::printMars(isl::ctx Ctx, const Mars &M) {
  JOS.object([&] {
    printTiles("consumers", M.Consumers);
    JOS.attribute("dimension", M.Dimension);
    JOS.attribute("set", setText(Ctx, R, M));
    JOS.attribute("singleton", M.Singleton);
  });
}

void JsonPrinter::printInputs(const TileShape &Shape) {
  JOS.attributeArray("inputs", [&] {
    for (const TileInput &Input : Shape.Inputs)
      JOS.object([&] {
        printIndices("mars", Input.Mars);
        JOS.attributeBegin("producer");
        printVector(Input.Producer);
        JOS.attributeEnd();
      });
  });
}

void JsonPrinter::printTransfers(llvm::StringRef Key, const TileTransfers &T) {
  JOS.attributeObject(Key, [&] {
    if (R.Costs)
      JOS.attribute("cost", T.cost(*R.Costs));
    JOS.attribute("elements", T.Elements);
    JOS.attribute("redundant", T.Redundant);
    JOS.attribute("transfers", T.Transfers);
  });
}

void JsonPrinter::printLayout(const ShapeLayout &L) {
  JOS.attributeObject("layout", [&] {
    JOS.attributeArray("blocks", [&] {
      for (const MarsBlock &B : L.Layout.Blocks)
        JOS.object([&] {
          JOS.attribute("cells", B.Cells);
          printTiles("consumers", B.Consumers);
          printIndices("mars", B.Mars);
          JOS.attribute("offset", B.Offset);
        });
    });
    JOS.attribute("cells", L.Layout.Cells);
    JOS.attribute("best", L.Layout.IsBest);
    printTransfers("merged", L.After);
    JOS.attribute("pieces", L.Layout.Pieces);
    printTransfers("unmerged", L.Before);
  });
}

void JsonPrinter::printShape(const TileShape &Shape, const ShapeLayout *L) {
  JOS.object([&] {
    JOS.attribute("consumer_tiles", Shape.Consumers.size());
    printCount("flow_in", Shape.FlowIn);
    printCount("flow_out", Shape.FlowOut);
    printInputs(Shape);
    if (L)
      printLayout(*L);
    JOS.attribute("mars", Shape.Mars.size());
    JOS.attribute("points", Shape.FlowOut.Points
                                ? json::Value(*Shape.FlowOut.Points)
                                : json::Value(nullptr));
    JOS.attributeArray("sets", [&] {
      for (const MarsInTile &Own : Shape.Mars)
        JOS.object([&] {
          printCount(Own.Count);
          JOS.attribute("set", Own.Mars);
        });
    });
    JOS.attribute("singletons", singletonsOf(Shape));
    JOS.attributeBegin("tile");
    printVector(Shape.Tile);
    JOS.attributeEnd();
  });
}

void JsonPrinter::printSizes() {
  const SizeFamily &Sizes = R.A.Sizes;
  JOS.attributeObject("sizes", [&] {
    JOS.attributeBegin("given");
    printVector(R.A.Program.Sizes);
    JOS.attributeEnd();
    JOS.attribute(
        "formulas_for",
        Sizes.Names.empty()
            ? json::Value(nullptr)
            : json::Value(sizeNames(Sizes) + " with " + familyText(Sizes)));
    JOS.attribute("too_small", R.A.IsTooSmall);
  });
}

Error mars::printMars(llvm::raw_ostream &OS, isl::ctx Ctx,
                      const MarsReport &R) {
  IslBudget Budget(Ctx, MaxPrintOperations);
  auto Layouts = layoutsOf(R);
  if (!Layouts)
    return Layouts.takeError();
  const MarsAnalysis &A = R.A;
  OS << "kernel " << A.Program.Name << ": tiles of "
     << sizesText(A.Program.Sizes) << "\n  " << A.Consumers.size()
     << " consumer tiles, " << A.All.size() << " MARS, " << singletonsOf(A)
     << " singletons, " << A.Shapes.size()
     << (A.Shapes.size() == 1 ? " shape of tiles\n" : " shapes of tiles\n");
  printNotes(OS, A);
  for (unsigned I = 0; I < A.All.size(); ++I) {
    const Mars &M = A.All[I];
    OS << "  MARS " << I + 1 << ", "
       << (M.Singleton ? "singleton"
                       : std::to_string(M.Dimension) + "-dimensional")
       << ", for " << tilesText(M.Consumers) << ":\n    " << setText(Ctx, R, M)
       << '\n';
  }
  for (unsigned I = 0; I < A.Shapes.size(); ++I) {
    printShape(OS, A, I);
    if (!Layouts->empty())
      printLayout(OS, (*Layouts)[I], R);
  }
  return Error::success();
}

Error mars::printMarsAsJson(llvm::raw_ostream &OS, isl::ctx Ctx,
                            const MarsReport &R, llvm::StringRef Method,
                            double Seconds) {
  IslBudget Budget(Ctx, MaxPrintOperations);
  auto Layouts = layoutsOf(R);
  if (!Layouts)
    return Layouts.takeError();
  json::OStream JOS(OS, 2);
  JsonPrinter Printer(JOS, R);
  JOS.object([&] {
    JOS.attribute("consumer_tiles", R.A.Consumers.size());
    JOS.attribute("kernel", R.A.Program.Name);
    JOS.attributeArray("mars", [&] {
      for (const Mars &M : R.A.All)
        Printer.printMars(Ctx, M);
    });
    JOS.attribute("method", Method);
    JOS.attribute("seconds", Seconds);
    JOS.attributeArray("shapes", [&] {
      for (unsigned I = 0; I < R.A.Shapes.size(); ++I)
        Printer.printShape(R.A.Shapes[I],
                           Layouts->empty() ? nullptr : &(*Layouts)[I]);
    });
    Printer.printSizes();
  });
  OS << '\n';
  return Error::success();
}
