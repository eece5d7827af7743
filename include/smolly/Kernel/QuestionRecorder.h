//===- QuestionRecorder.h - Writes questions about sets down ----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes all that Emptiness.h is asked to a file, so that others can be asked
/// the same. A line is a question, with the number of times it was asked in
/// front:
///
///     3  disjoint  [p1] -> { [x1] : 0 + x1 >= 0 }  [p1] -> { ... }
///
/// (Question.h; tabs are between). Questions that are left out, because their
/// numbers are too large or they take too much space, are counted in a line
/// with the word "left-out". The same question may be on several lines.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_QUESTIONRECORDER_H
#define SMOLLY_KERNEL_QUESTIONRECORDER_H

#include "smolly/Kernel/Emptiness.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace smolly {

class QuestionRecorder : public QuestionListener {
public:
  /// Bytes of one question, of those that are kept, and of a file to which
  /// nothing is added any more.
  static constexpr size_t MaxLine = 1 << 16, MaxKept = 1 << 26;
  static constexpr uint64_t MaxFile = uint64_t(1) << 30;

  /// Complexity: linear in the length of the question's text.
  void asked(sdbm::Question *Q) override;

  /// Appends what was asked to the file \p Path by one write, which does not
  /// mix with those of other compilers.
  llvm::Error append(llvm::StringRef Path) const;

private:
  llvm::StringMap<unsigned long> Times;
  /// As they were asked first.
  std::vector<const llvm::StringMapEntry<unsigned long> *> Order;
  size_t Kept = 0;
  unsigned long LeftOut = 0;
};

} // namespace smolly

#endif // SMOLLY_KERNEL_QUESTIONRECORDER_H
