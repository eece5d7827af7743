//===- Svg.cpp - Pieces of SVG pictures -----------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Svg.h"
#include "llvm/Support/FormatVariadic.h"

using namespace smolly;
using llvm::formatv;
using llvm::StringRef;

void svg::begin(llvm::raw_ostream &OS, double Width, double Height,
                StringRef Style) {
  OS << formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:f0}\" "
                "height=\"{1:f0}\" viewBox=\"0 0 {0:f0} {1:f0}\">\n",
                Width, Height)
     << "<style>" << Style << "</style>\n"
     << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
}

void svg::end(llvm::raw_ostream &OS) { OS << "</svg>\n"; }

std::string svg::escaped(StringRef Text) {
  std::string Result;
  for (char C : Text)
    if (C == '&' || C == '<' || C == '>')
      Result += "&#" + std::to_string(int(C)) + ";";
    else if ((unsigned char)C >= ' ')
      Result += C;
  return Result;
}

void svg::drawText(llvm::raw_ostream &OS, StringRef Class, double X, double Y,
                   StringRef Text) {
  OS << formatv("<text class=\"{0}\" x=\"{1:f1}\" y=\"{2:f1}\">{3}</text>\n",
                Class, X, Y, Text);
}

void svg::drawRectangle(llvm::raw_ostream &OS, StringRef Class, double X,
                        double Y, double Width, double Height, StringRef Fill) {
  OS << formatv("<rect class=\"{0}\" x=\"{1:f1}\" y=\"{2:f1}\" "
                "width=\"{3:f1}\" height=\"{4:f1}\" fill=\"{5}\"/>\n",
                Class, X, Y, Width, Height, Fill);
}

std::string svg::colour(unsigned Number) {
  return formatv("hsl({0},{1}%,{2}%)", unsigned(Number * 137.508) % 360,
                 Number % 2 ? 85 : 65,
                 Number % 3 == 0   ? 62
                 : Number % 3 == 1 ? 78
                                   : 50)
      .str();
}
