/*===- smolly.h - What a program can tell the compiler -------------*- C -*-===*
 *
 * Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * For C and C++. Means nothing to a compiler without the plugin.
 *
 *     SMOLLY_OUTPUT(out[64..127][64..127])
 *     void filter(int n, const float in[n][n], float out[n][n]);
 *
 * Nobody looks at any other element of `out` after the function: iterations
 * that do not contribute to these may be left out, and what other elements hold
 * then is not specified. Arrays that are not named are wanted as a whole. An
 * array is named like the parameter, or arg1, arg2, ... by its position.
 *
 *===----------------------------------------------------------------------===*/

#ifndef SMOLLY_H
#define SMOLLY_H

#if defined(__has_attribute)
#if __has_attribute(annotate)
#define SMOLLY_OUTPUT(...)                                                     \
  __attribute__((annotate("smolly.output=" #__VA_ARGS__)))
/* The function is left as it is. */
#define SMOLLY_OFF __attribute__((annotate("smolly.off")))
#endif
#endif

#ifndef SMOLLY_OUTPUT
#define SMOLLY_OUTPUT(...)
#define SMOLLY_OFF
#endif

#endif /* SMOLLY_H */
