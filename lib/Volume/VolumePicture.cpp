//===- VolumePicture.cpp - Regions as a picture ---------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Volume/VolumePicture.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/Svg.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/set.h"
#include "isl/val.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

using namespace smolly;
using namespace smolly::volume;
using llvm::Error;
using llvm::Twine;

namespace {

constexpr unsigned long MaxPictureOperations = 20'000'000;
constexpr long MaxCells = 5000;

/// In pixels.
constexpr double Margin = 40, Line = 18, LetterWidth = 7.5;

/// Places along one axis where something begins; the last is the end of all.
class Axis {
public:
  explicit Axis(const std::set<long> &Breaks)
      : Breaks(Breaks.begin(), Breaks.end()) {
    for (size_t I = 0; I + 1 < this->Breaks.size(); ++I)
      Places.push_back(Places.back() + 14 + 26 * std::log2(double(length(I))));
  }
  size_t size() const { return Breaks.size() - 1; }
  long begin(size_t I) const { return Breaks[I]; }
  long length(size_t I) const { return Breaks[I + 1] - Breaks[I]; }
  double place(size_t I) const { return Places[I]; }
  double width(size_t I) const { return Places[I + 1] - Places[I]; }
  double end() const { return Places.back(); }
  std::string label(size_t I) const {
    std::string First = std::to_string(begin(I));
    return length(I) == 1 ? First
                          : First + ".." + std::to_string(Breaks[I + 1] - 1);
  }

private:
  std::vector<long> Breaks;
  std::vector<double> Places = {0};
};

/// The regions of one output.
class Panel {
public:
  Panel(const VolumeReport &R, const OutputRegions &O) : R(R), O(O) {}

  Error read();
  double width() const;
  double height() const;
  void draw(llvm::raw_ostream &OS, double Left) const;

private:
  isl::set flat(isl::set Set) const;
  bool bounds(const isl::set &Set, unsigned Dim, long &Low, long &End) const;
  Error limits(const isl::set &Set, bool IsBox);
  void chooseDimensions();
  std::string caption() const;
  std::string legend(size_t Number) const;

  const VolumeReport &R;
  const OutputRegions &O;
  /// The dimensions that are drawn: one, or the vertical and the horizontal.
  std::vector<unsigned> Dims;
  std::vector<long> Least;
  std::array<std::set<long>, 2> Breaks;
  /// For each cell, row by row, its region.
  std::vector<std::optional<size_t>> Cells;
  /// The colour of a region is that of others that are special in the same way.
  std::vector<unsigned> Colours;
};

} // namespace

/// Bounds of a set without parameters; false if it has none.
bool Panel::bounds(const isl::set &Set, unsigned Dim, long &Low,
                   long &End) const {
  isl::val Min = isl::manage(isl_set_dim_min_val(Set.copy(), Dim));
  isl::val Max = isl::manage(isl_set_dim_max_val(Set.copy(), Dim));
  constexpr long Largest = 1L << 40;
  auto IsSmall = [](const isl::val &V) {
    return !V.is_null() && V.is_int().is_true() &&
           isl_val_cmp_si(V.get(), Largest) < 0 &&
           isl_val_cmp_si(V.get(), -Largest) > 0;
  };
  if (!IsSmall(Min) || !IsSmall(Max))
    return false;
  Low = isl_val_get_num_si(Min.get());
  End = isl_val_get_num_si(Max.get()) + 1;
  return true;
}

/// The last two dimensions that a region ends in, before the last ones.
void Panel::chooseDimensions() {
  unsigned Count = Least.size();
  auto Divides = [&](unsigned Dim) {
    return llvm::any_of(O.Regions, [&](const Region &Each) {
      long Low, End, AllLow, AllEnd;
      return bounds(Each.Set, Dim, Low, End) &&
             bounds(O.Domain, Dim, AllLow, AllEnd) &&
             (Low != AllLow || End != AllEnd);
    });
  };
  std::vector<unsigned> Order;
  for (bool Wanted : {true, false})
    for (unsigned D = Count; D-- > 0;)
      if (Divides(D) == Wanted)
        Order.push_back(D);
  Order.resize(std::min<size_t>(2, Count));
  std::sort(Order.begin(), Order.end());
  Dims = Order;
}

/// \p Set where the dimensions that are not drawn are as small as possible.
isl::set Panel::flat(isl::set Set) const {
  for (unsigned D = 0; D < Least.size(); ++D)
    if (!llvm::is_contained(Dims, D))
      Set =
          isl::manage(isl_set_fix_si(Set.release(), isl_dim_set, D, Least[D]));
  return Set;
}

/// Notes where \p Set, flat, begins and ends; if it is no box, everything
/// between.
Error Panel::limits(const isl::set &Set, bool IsBox) {
  for (unsigned I = 0; I < Dims.size(); ++I) {
    long Low, End;
    if (!bounds(Set, Dims[I], Low, End))
      return llvm::createStringError("an output has no fixed size; --at=N=10 "
                                     "gives values to parameters");
    if (End - Low > MaxCells && !IsBox)
      return limitHit("a region that is no box is too large to be drawn");
    Breaks[I].insert({Low, End});
    for (long At = Low; !IsBox && At < End; ++At)
      Breaks[I].insert(At);
  }
  if (Dims.size() == 1)
    Breaks[1] = Breaks[0], Breaks[0] = {0, 1};
  return Error::success();
}

Error Panel::read() {
  for (int D = 0; D < isl_set_dim(O.Domain.get(), isl_dim_set); ++D) {
    long Low, End;
    if (!bounds(O.Domain, D, Low, End))
      return llvm::createStringError("output '" + R.K.Arrays[O.Array].Name +
                                     "' has no fixed size; --at=N=10 gives "
                                     "values to parameters");
    Least.push_back(Low);
  }
  chooseDimensions();
  std::map<std::string, unsigned> Known;
  std::vector<isl::set> Flat;
  for (const Region &Each : O.Regions) {
    Flat.push_back(flat(Each.Set));
    std::string Text =
        std::to_string(std::min(Each.Sides, 2U)) + regionText(R.K, O, Each);
    Colours.push_back(Known.insert({Text, Known.size()}).first->second);
    if (isEmpty(Flat.back()).is_true())
      continue;
    if (Error Err = limits(Flat.back(), Each.Box.has_value()))
      return Err;
  }
  if (long((Breaks[0].size()) * Breaks[1].size()) > MaxCells)
    return limitHit("an output has too many parts to be drawn");
  Axis Rows(Breaks[0]), Columns(Breaks[1]);
  for (size_t Y = 0; Y < Rows.size(); ++Y)
    for (size_t X = 0; X < Columns.size(); ++X) {
      Cells.emplace_back();
      for (size_t I = 0; I < Flat.size() && !Cells.back(); ++I) {
        isl_set *Cell = Flat[I].copy();
        Cell = isl_set_fix_si(Cell, isl_dim_set, Dims.back(), Columns.begin(X));
        if (Dims.size() == 2)
          Cell = isl_set_fix_si(Cell, isl_dim_set, Dims[0], Rows.begin(Y));
        if (isEmpty(isl::manage(Cell)).is_false())
          Cells.back() = I;
      }
    }
  return Error::success();
}

/// "act0[0, 0, *, *]".
std::string Panel::caption() const {
  std::string Text = R.K.Arrays[O.Array].Name + "[";
  for (unsigned D = 0; D < Least.size(); ++D)
    Text += (D ? ", " : "") + (llvm::is_contained(Dims, D)
                                   ? std::string("*")
                                   : std::to_string(Least[D]));
  return Text + "]";
}

std::string Panel::legend(size_t Number) const {
  const Region &Each = O.Regions[Number];
  return regionText(R.K, O, Each) + (Each.Sides == 0   ? ""
                                     : Each.Sides == 1 ? " (edge)"
                                                       : " (corner)");
}

double Panel::width() const {
  size_t Longest = 0;
  for (size_t I = 0; I < O.Regions.size(); ++I)
    Longest = std::max(Longest, legend(I).size());
  return std::max(Axis(Breaks[1]).end() + 40, LetterWidth * (Longest + 8)) +
         2 * Margin;
}

double Panel::height() const {
  return Axis(Breaks[0]).end() + Line * (O.Regions.size() + 3) + 3 * Margin;
}

void Panel::draw(llvm::raw_ostream &OS, double Left) const {
  Axis Rows(Breaks[0]), Columns(Breaks[1]);
  double Top = 2 * Margin;
  Left += Margin + 40;
  svg::drawText(OS, "title", Left - 40, Margin / 2 + 5,
                svg::escaped(R.K.Name + ": " + caption()));
  for (size_t X = 0; X < Columns.size(); ++X)
    svg::drawText(OS, "tick", Left + Columns.place(X) + Columns.width(X) / 2,
                  Top - 5, Columns.label(X));
  for (size_t Y = 0; Y < Rows.size(); ++Y) {
    if (Dims.size() == 2)
      svg::drawText(OS, "row", Left - 5,
                    Top + Rows.place(Y) + Rows.width(Y) / 2 + 4, Rows.label(Y));
    for (size_t X = 0; X < Columns.size(); ++X) {
      auto Where = Cells[Y * Columns.size() + X];
      if (!Where)
        continue;
      double PlaceX = Left + Columns.place(X), PlaceY = Top + Rows.place(Y);
      svg::drawRectangle(OS, "cell", PlaceX, PlaceY, Columns.width(X),
                         Rows.width(Y), svg::colour(Colours[*Where]));
      svg::drawText(OS, "number", PlaceX + Columns.width(X) / 2,
                    PlaceY + Rows.width(Y) / 2 + 4, std::to_string(*Where + 1));
    }
  }
  double At = Top + Rows.end() + Margin;
  for (size_t I = 0; I < O.Regions.size(); ++I, At += Line) {
    svg::drawRectangle(OS, "cell", Left - 40, At - 11, 14, 14,
                       svg::colour(Colours[I]));
    svg::drawText(OS, "legend", Left - 20, At,
                  svg::escaped(std::to_string(I + 1) + ": " + legend(I)));
  }
}

Error volume::drawVolumes(llvm::raw_ostream &OS, const VolumeReport &R) {
  IslBudget Budget(R.K.ctx(), MaxPictureOperations);
  std::vector<Panel> Panels;
  double Width = 0, Height = 0;
  for (const OutputRegions &O : R.Outputs) {
    if (isl_set_dim(O.Domain.get(), isl_dim_set) <= 0 || O.Regions.empty())
      continue;
    Panels.emplace_back(R, O);
    if (Error Err = Panels.back().read())
      return Err;
    Width += Panels.back().width();
    Height = std::max(Height, Panels.back().height());
  }
  if (Budget.exceeded())
    return limitHit("the picture takes more than " +
                    Twine(MaxPictureOperations) + " isl operations");
  svg::begin(OS, Width, Height,
             "text{font-family:sans-serif;font-size:13px}"
             ".number,.tick{font-size:10px;text-anchor:middle}"
             ".row{font-size:10px;text-anchor:end}.title{font-weight:bold}"
             ".cell{stroke:#404040;stroke-width:0.7}");
  double Left = 0;
  for (const Panel &P : Panels) {
    P.draw(OS, Left);
    Left += P.width();
  }
  svg::end(OS);
  return Error::success();
}
