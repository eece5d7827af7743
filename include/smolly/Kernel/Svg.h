//===- Svg.h - Pieces of SVG pictures ---------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What pictures of analyses are drawn with.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_SVG_H
#define SMOLLY_KERNEL_SVG_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace smolly::svg {

/// Begins a picture of that many pixels on white; \p Style is CSS.
void begin(llvm::raw_ostream &OS, double Width, double Height,
           llvm::StringRef Style);
void end(llvm::raw_ostream &OS);

/// \p Text as XML takes it: control characters are left out.
std::string escaped(llvm::StringRef Text);

/// \p Text is XML.
void drawText(llvm::raw_ostream &OS, llvm::StringRef Class, double X, double Y,
              llvm::StringRef Text);

void drawRectangle(llvm::raw_ostream &OS, llvm::StringRef Class, double X,
                   double Y, double Width, double Height, llvm::StringRef Fill);

/// Neighbouring numbers get colours that differ much.
std::string colour(unsigned Number);

} // namespace smolly::svg

#endif // SMOLLY_KERNEL_SVG_H
