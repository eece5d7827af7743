// Of the results only what is named is computed; nothing changes without the
// plugin, and where something else may read the array the word is not taken.

// RUN: %c_and_plugin -O2 -g -I%S/../../include %s -o %t.plugin \
// RUN:   -Rpass=smolly -Rpass-missed=smolly 2>&1 | FileCheck %s
// RUN: %clang -O2 -I%S/../../include %s -o %t.plain
// RUN: %t.plain | FileCheck %s --check-prefix=PLAIN
// RUN: %t.plugin | FileCheck %s --check-prefix=PLUGIN
// PLAIN: window 1, written 40000; half 1, written 39006; rows 1, written 40000; both 1, written 40000; read 1, 47
// PLUGIN: window 1, written 4096; half 1, written 19503; rows 1, written 5000; both 1, written 5000; read 1, 47

// The same from a file, by position, without debug info.
// RUN: echo '# nothing but rows' > %t.outputs
// RUN: echo 'by_file: arg2[0..4][*]  # five' >> %t.outputs
// RUN: %c_and_plugin -O2 -I%S/../../include %s -o %t.file \
// RUN:   -mllvm -smolly-outputs=%t.outputs
// RUN: %t.file | FileCheck %s --check-prefix=FILE
// FILE: by file 1000
// PLAIN: by file 40000
// RUN: echo 'by_file arg2' > %t.outputs
// RUN: not %c_and_plugin -O2 -I%S/../../include %s -o %t.file \
// RUN:   -mllvm -smolly-outputs=%t.outputs 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: smolly: {{.*}}.outputs:1: a line must be FUNCTION: OUTPUT
// RUN: not %c_and_plugin -O2 -I%S/../../include %s -o %t.file \
// RUN:   -mllvm -smolly-outputs=%t.none 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: smolly: cannot read outputs from '{{.*}}.none'

#include <smolly.h>
#include <stdio.h>

enum { N = 200 };
static double in[N][N], tile[N][N], half[N][N], rows[N][N], read[N], file[N][N],
    mended[N][N];

// CHECK: outputs.c:[[@LINE+6]]:{{[0-9]+}}: remark: iterations removed: what this computes is used only where 64 <= i <= 127 and 64 <= j <= 127
SMOLLY_OUTPUT(out[64..127][64..127])
__attribute__((noinline)) static void filter(const double x[restrict N][N],
                                             double out[restrict N][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      out[i][j] = x[i][j] * x[j][i] + 1;
}

// CHECK: remark: iterations removed: what this computes is used only where (1 + i + j) mod 2 = 0
SMOLLY_OUTPUT(out[i][j] : (i + j) mod 2 = 0)
__attribute__((noinline)) static void edges(const double x[restrict N][N],
                                            double out[restrict N][N]) {
  for (int i = 0; i < N - 3; i++)
    for (int j = 0; j < N - 2; j++)
      out[i + 1][j + 2] = x[i][j] - x[i + 1][j + 1] + 1000;
}

// A bound that depends on an argument.
// CHECK: remark: iterations removed: what this computes is used only where i < last
SMOLLY_OUTPUT(out[0..last - 1][*])
__attribute__((noinline)) static void first(int last,
                                            const double x[restrict N][N],
                                            double out[restrict N][N]) {
  for (int i = 0; i < 8 * last; i++)
    for (int j = 0; j < N; j++)
      out[i][j] = x[i][j] + 50;
}

// What is stored now and then leaves something of what was there before.
// CHECK: outputs.c:[[@LINE+7]]:{{[0-9]+}}: remark: iterations removed: what this computes is used only where i <= 24
// CHECK: outputs.c:[[@LINE+10]]:{{[0-9]+}}: remark: iterations removed: what this computes is used only where i <= 24
SMOLLY_OUTPUT(out[0..24][*])
__attribute__((noinline)) static void corrected(const double x[restrict N][N],
                                                double out[restrict N][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      out[i][j] = x[i][j] + 1;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (x[i][j] > 5)
        out[i][j] = x[j][i] + 20;
}

// The function reads its result again.
// CHECK: remark: output 'out' is not restricted: something else may read it
SMOLLY_OUTPUT(out[0])
__attribute__((noinline)) static double again(const double x[restrict N],
                                              double out[restrict N]) {
  for (int i = 0; i < N; i++)
    out[i] = x[i] + 1;
  printf("%s", "");
  double sum = 0;
  for (int i = 0; i < N; i += 7)
    sum += out[i];
  return sum;
}

// Each round begins with what the one before has left: the element that is
// wanted needs all others in the end.
// CHECK: remark: outputs are not restricted: the loops may run again and see what they have left out
SMOLLY_OUTPUT(out[0])
__attribute__((noinline)) static void rounds(unsigned long bits,
                                             double out[restrict N]) {
  for (; bits != 0; bits &= bits - 1)
    for (int i = 0; i < N - 1; i++)
      out[i] = out[i + 1] + 1;
}

__attribute__((noinline)) void by_file(const double x[restrict N][N],
                                       double out[restrict N][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      out[i][j] = x[i][j] + 3;
}

static int written(double x[N][N]) {
  int count = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      count += x[i][j] != 0;
  return count;
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      in[i][j] = (i * 7 + j * 3) % 11;
  filter(in, tile);
  edges(in, half);
  first(25, in, rows);
  corrected(in, mended);
  double sum = again(in[3], read), expected = 0;
  by_file(in, file);
  static double turns[N];
  turns[40] = 7;
  rounds((1ul << 40) - 1, turns);
  int window = 1, every = 1, upper = 1, both = 1;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      if (i >= 64 && i < 128 && j >= 64 && j < 128)
        window &= tile[i][j] == in[i][j] * in[j][i] + 1;
      if (i > 0 && i < N - 2 && j > 1 && (i + j) % 2 == 0)
        every &= half[i][j] == in[i - 1][j - 2] - in[i][j - 1] + 1000;
      if (i < 25)
        upper &= rows[i][j] == in[i][j] + 50;
      if (i < 25)
        both &= mended[i][j] == (in[i][j] > 5 ? in[j][i] + 20 : in[i][j] + 1);
    }
  for (int i = 0; i < N; i += 7)
    expected += in[3][i] + 1;
  printf("window %d, written %d; half %d, written %d; rows %d, written %d; "
         "both %d, written %d; read %d, %g\n",
         window, written(tile), every, written(half), upper, written(rows),
         both, written(mended), sum == expected, turns[0]);
  printf("by file %d\n", written(file));
}
