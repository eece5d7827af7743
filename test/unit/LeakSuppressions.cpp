//===- LeakSuppressions.cpp - Leaks that are not ours ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// isl's parametric integer programming loses a few bytes when its budget runs
/// out in the middle of it. An isl object of ours that is lost is still found:
/// it keeps its context alive, which is allocated otherwise.
///
//===----------------------------------------------------------------------===//

extern "C" const char *__lsan_default_suppressions();

extern "C" const char *__lsan_default_suppressions() {
  return "leak:isl_malloc_or_die\n";
}
