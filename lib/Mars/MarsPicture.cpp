//===- MarsPicture.cpp - MARS as a picture --------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Mars/MarsPicture.h"
#include "TilePoints.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/Svg.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>
#include <map>

using namespace smolly;
using namespace smolly::mars;
using llvm::Error;
using llvm::Expected;
using llvm::formatv;

namespace {

constexpr unsigned MaxPoints = 5000, MaxPanels = 6;

/// In pixels.
constexpr double Step = 22, PointRadius = 7.5, Margin = 30, Line = 17;
constexpr double LetterWidth = 7.5;

/// Directions that differ less share an arrow, in radians.
constexpr double SameDirection = 0.2;

struct Place {
  double X = 0, Y = 0;
};

Place operator+(Place A, Place B) { return {A.X + B.X, A.Y + B.Y}; }
Place operator-(Place A, Place B) { return {A.X - B.X, A.Y - B.Y}; }
Place operator*(double F, Place A) { return {F * A.X, F * A.Y}; }

/// On paper: of two iterators the first goes to the right and the second up; of
/// three the first goes up, the second to the right and the third to the left,
/// both towards who looks at it. No two directions are the same size, so that
/// few points hide others.
Place project(const Vector &Iterators) {
  double A = Iterators[0], B = Iterators[1];
  if (Iterators.size() == 2)
    return {A * Step, -B * Step};
  double C = Iterators[2];
  return {(1.1 * B - 0.8 * C) * Step, (0.5 * B + 0.9 * C - 0.7 * A) * Step};
}

/// How near an instance is to who looks at it: along the direction that
/// project makes a point of.
double nearness(const Vector &Iterators) {
  if (Iterators.size() == 2)
    return 0;
  return 1.81 * Iterators[0] + 0.73 * Iterators[1] + Iterators[2];
}

/// A, B, ..., Z, A1, B1, ...
std::string letter(size_t Consumer) {
  std::string Text(1, char('A' + Consumer % 26));
  return Consumer < 26 ? Text : Text + std::to_string(Consumer / 26);
}

/// A tile of one shape, of which one statement's instances are drawn.
class Panel {
public:
  Panel(const MarsAnalysis &A, unsigned Shape, unsigned Stmt)
      : A(A), Shape(A.Shapes[Shape]), ShapeIndex(Shape), Stmt(Stmt) {}

  Error read();
  double width() const { return High.X - Low.X + legendWidth() + 3 * Margin; }
  double height() const;
  void draw(llvm::raw_ostream &OS, Place Corner) const;

private:
  void include(Place P);
  Place middleOf(const std::vector<TilePoint> &Points) const;
  void readNeighbours();
  void drawNeighbours(llvm::raw_ostream &OS) const;
  void drawPoints(llvm::raw_ostream &OS) const;
  void drawArrow(llvm::raw_ostream &OS, Place From, Place To,
                 const std::string &Colour) const;
  void drawFlatArrows(llvm::raw_ostream &OS) const;
  void drawArrows(llvm::raw_ostream &OS) const;
  std::string legendOf(const MarsInTile &Own) const;
  double legendWidth() const;
  void drawLegend(llvm::raw_ostream &OS, Place Corner) const;
  bool isFlat() const { return A.Program.Statements[Stmt].Iterators == 2; }

  const MarsAnalysis &A;
  const TileShape &Shape;
  unsigned ShapeIndex, Stmt;
  std::vector<TilePoint> Points;
  /// For each consumer its instances, those of a flat picture, and where it is.
  std::vector<std::vector<TilePoint>> Neighbours;
  std::vector<Place> Centres;
  Place Centre, Low, High;
};

} // namespace

void Panel::include(Place P) {
  Low = {std::min(Low.X, P.X), std::min(Low.Y, P.Y)};
  High = {std::max(High.X, P.X), std::max(High.Y, P.Y)};
}

Place Panel::middleOf(const std::vector<TilePoint> &Some) const {
  Place Sum;
  for (const TilePoint &P : Some)
    Sum = Sum + project(P.Iterators);
  return Some.empty() ? Centre : 1.0 / Some.size() * Sum;
}

Error Panel::read() {
  unsigned Iterators = A.Program.Statements[Stmt].Iterators;
  if (Iterators != 2 && Iterators != 3)
    return llvm::createStringError(
        "statement '" + A.Program.Statements[Stmt].Name + "' has " +
        llvm::Twine(Iterators) + " loops; two or three can be drawn");
  auto Own = pointsOf(A, Stmt, Shape.Tile, MaxPoints);
  if (!Own)
    return limitHit("a tile has more than " + llvm::Twine(MaxPoints) +
                    " points, too many to be drawn; try --sizes");
  Points = std::move(*Own);
  std::stable_sort(Points.begin(), Points.end(),
                   [](const TilePoint &P, const TilePoint &Q) {
                     return nearness(P.Iterators) < nearness(Q.Iterators);
                   });
  Centre = middleOf(Points);
  Low = High = Centre;
  for (const TilePoint &P : Points)
    include(project(P.Iterators));
  readNeighbours();
  return Error::success();
}

/// Consumers are as far away as their own instances are.
void Panel::readNeighbours() {
  for (const Vector &Consumer : Shape.Consumers) {
    Vector Tile = Shape.Tile;
    subtractMultiple(Tile, -1, Consumer);
    auto Found = pointsOf(A, Stmt, Tile, MaxPoints);
    if (!Found)
      Found.emplace();
    Centres.push_back(middleOf(*Found));
    if (!isFlat())
      Found->clear();
    for (const TilePoint &P : *Found)
      include(project(P.Iterators));
    Neighbours.push_back(std::move(*Found));
  }
  if (isFlat())
    return;
  Place Room{4 * Step, 4 * Step};
  include(Low - Room);
  include(High + Room);
}

static void drawPoint(llvm::raw_ostream &OS, const char *Class, Place P,
                      double Radius, const std::string &Fill) {
  OS << formatv("<circle class=\"{0}\" cx=\"{1:f1}\" cy=\"{2:f1}\" "
                "r=\"{3:f1}\" fill=\"{4}\"/>\n",
                Class, P.X, P.Y, Radius, Fill);
}

static void drawText(llvm::raw_ostream &OS, const char *Class, Place P,
                     const std::string &Text) {
  svg::drawText(OS, Class, P.X, P.Y, Text);
}

void Panel::drawNeighbours(llvm::raw_ostream &OS) const {
  for (const auto &Neighbour : Neighbours)
    for (const TilePoint &P : Neighbour)
      drawPoint(OS, "outside", project(P.Iterators), 2, "#c8c8c8");
}

void Panel::drawPoints(llvm::raw_ostream &OS) const {
  for (const TilePoint &P : Points) {
    Place Where = project(P.Iterators);
    if (!P.Mars) {
      drawPoint(OS, "point", Where, isFlat() ? 4.5 : 2.5, "#909090");
      continue;
    }
    drawPoint(OS, "point flow-out", Where, PointRadius, svg::colour(*P.Mars));
    drawText(OS, "number", Where + Place{0, 3}, std::to_string(*P.Mars + 1));
  }
}

void Panel::drawArrow(llvm::raw_ostream &OS, Place From, Place To,
                      const std::string &Colour) const {
  Place Along = To - From;
  double Length = std::hypot(Along.X, Along.Y);
  if (Length < 1)
    return;
  Along = 1 / Length * Along;
  Place Across{-Along.Y, Along.X}, Back = To - 9 * Along;
  Place Left = Back + 4.5 * Across, Right = Back - 4.5 * Across;
  OS << formatv("<path class=\"arrow\" stroke=\"{0}\" fill=\"{0}\" "
                "d=\"M{1:f1} {2:f1}L{3:f1} {4:f1}M{5:f1} {6:f1}L{7:f1} "
                "{8:f1}L{9:f1} {10:f1}Z\"/>\n",
                Colour, From.X, From.Y, Back.X, Back.Y, To.X, To.Y, Left.X,
                Left.Y, Right.X, Right.Y);
}

/// From each MARS into each of its consumers.
void Panel::drawFlatArrows(llvm::raw_ostream &OS) const {
  std::map<unsigned, std::vector<TilePoint>> ByMars;
  for (const TilePoint &P : Points)
    if (P.Mars)
      ByMars[*P.Mars].push_back(P);
  for (size_t C = 0; C < Shape.Consumers.size(); ++C) {
    for (const auto &[I, Own] : ByMars) {
      const auto &Users = A.All[I].Consumers;
      if (!std::binary_search(Users.begin(), Users.end(), Shape.Consumers[C]))
        continue;
      Place From = middleOf(Own);
      drawArrow(OS, From, From + 0.6 * (Centres[C] - From), svg::colour(I));
    }
    drawText(OS, "consumer", Centres[C] + Place{0, 5}, letter(C));
  }
}

/// From the middle of the tile beyond its points, one for all consumers that
/// are in about the same direction.
void Panel::drawArrows(llvm::raw_ostream &OS) const {
  std::vector<std::pair<double, std::string>> Directions;
  for (size_t C = 0; C < Shape.Consumers.size(); ++C) {
    Place Along = Centres[C] - Centre;
    double Angle = std::atan2(Along.Y, Along.X);
    auto Same = std::find_if(
        Directions.begin(), Directions.end(), [&](const auto &Other) {
          return std::abs(std::remainder(Angle - Other.first, 2 * M_PI)) <
                 SameDirection;
        });
    if (Same == Directions.end())
      Directions.emplace_back(Angle, letter(C));
    else
      Same->second += " " + letter(C);
  }
  for (const auto &[Angle, Letters] : Directions) {
    Place Along{std::cos(Angle), std::sin(Angle)};
    double Beyond = 0;
    for (const TilePoint &P : Points) {
      Place Out = project(P.Iterators) - Centre;
      Beyond = std::max(Beyond, Out.X * Along.X + Out.Y * Along.Y);
    }
    Place To = Centre + (Beyond + 1.6 * Step) * Along;
    drawArrow(OS, Centre, To, "#202020");
    double Room = 10 + 4.0 * Letters.size() * std::abs(Along.X);
    drawText(OS, "consumer", To + Room * Along + Place{0, 5}, Letters);
  }
}

double Panel::height() const {
  double Entries = Shape.Mars.size() + Shape.Consumers.size() + 4;
  return std::max(High.Y - Low.Y, Entries * Line) + 3 * Margin;
}

/// "A C, 6": who uses a MARS, and how many points it has.
std::string Panel::legendOf(const MarsInTile &Own) const {
  std::string Text;
  for (const Vector &User : A.All[Own.Mars].Consumers)
    Text += (Text.empty() ? "" : " ") +
            letter(std::lower_bound(Shape.Consumers.begin(),
                                    Shape.Consumers.end(), User) -
                   Shape.Consumers.begin());
  if (Own.Count.Points)
    Text += ", " + std::to_string(*Own.Count.Points);
  return Text;
}

double Panel::legendWidth() const {
  size_t Longest = 20;
  for (const MarsInTile &Own : Shape.Mars)
    Longest = std::max(Longest, legendOf(Own).size() + 3);
  return Longest * LetterWidth;
}

void Panel::drawLegend(llvm::raw_ostream &OS, Place Corner) const {
  auto Next = [&] { return Corner = Corner + Place{0, Line}; };
  drawText(OS, "title", Next(), "Used in the tiles");
  for (size_t C = 0; C < Shape.Consumers.size(); ++C)
    drawText(OS, "legend", Next() + Place{4, 0},
             letter(C) + ": " + toString(Shape.Consumers[C]));
  Next();
  drawText(OS, "title", Next(), "MARS: tiles, points");
  for (const MarsInTile &Own : Shape.Mars) {
    Place Where = Next();
    drawPoint(OS, "mars", Where + Place{8, -5}, PointRadius,
              svg::colour(Own.Mars));
    drawText(OS, "number", Where + Place{8, -2}, std::to_string(Own.Mars + 1));
    drawText(OS, "legend", Where + Place{22, 0}, legendOf(Own));
  }
}

void Panel::draw(llvm::raw_ostream &OS, Place Corner) const {
  std::string Title = A.Program.Name;
  if (A.Program.Statements.size() > 1)
    Title += ", " + A.Program.Statements[Stmt].Name;
  if (A.Shapes.size() > 1)
    Title += ", shape " + std::to_string(ShapeIndex + 1) + " of " +
             std::to_string(A.Shapes.size());
  drawText(OS, "title", Corner + Place{Margin, Margin}, svg::escaped(Title));
  Place Shift = Corner + Place{Margin, 2 * Margin} - Low;
  OS << formatv("<g transform=\"translate({0:f1} {1:f1})\">\n", Shift.X,
                Shift.Y);
  drawNeighbours(OS);
  if (isFlat())
    drawFlatArrows(OS);
  else
    drawArrows(OS);
  drawPoints(OS);
  OS << "</g>\n";
  drawLegend(OS, Corner + Place{High.X - Low.X + 2 * Margin, Margin});
}

Error mars::drawMars(llvm::raw_ostream &OS, const MarsAnalysis &A) {
  std::vector<Panel> Panels;
  double Width = 0, Height = 0;
  for (unsigned Shape = 0; Shape < A.Shapes.size(); ++Shape)
    for (unsigned Stmt = 0; Stmt < A.Program.Statements.size(); ++Stmt) {
      if (Panels.size() == MaxPanels)
        break;
      Panels.emplace_back(A, Shape, Stmt);
      if (Error Err = Panels.back().read())
        return Err;
      Width += Panels.back().width();
      Height = std::max(Height, Panels.back().height());
    }
  svg::begin(OS, Width, Height,
             "text{font-family:sans-serif;font-size:13px}"
             ".number{font-size:9px;text-anchor:middle}"
             ".consumer{font-size:17px;font-weight:bold;text-anchor:middle}"
             ".title{font-weight:bold}.arrow{stroke-width:2}"
             ".flow-out,.mars{stroke:#404040;stroke-width:0.7}");
  Place Corner;
  for (const Panel &P : Panels) {
    P.draw(OS, Corner);
    Corner.X += P.width();
  }
  svg::end(OS);
  return Error::success();
}
