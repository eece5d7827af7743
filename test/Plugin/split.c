// Where loops ask in each iteration whether they are at a border, the borders
// get loops of their own. Other conditions stay.

// RUN: env SMOLLY_OPTIONS=verify %c_and_plugin -O2 -g -c %s -o /dev/null \
// RUN:   -Rpass=smolly 2>&1 | FileCheck %s --implicit-check-not='own: those'
// RUN: env SMOLLY_OPTIONS=no-split %c_and_plugin -O2 -c %s -o %t.plugin.o \
// RUN:   -Rpass=smolly 2>&1 | FileCheck %s --check-prefix=OFF --allow-empty
// RUN: %clang -O2 -c %s -o %t.plain.o
// RUN: cmp %t.plugin.o %t.plain.o
// RUN: %c_and_plugin -O3 -g -c %s -o /dev/null -Rpass=loop-vectorize 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VECTOR

// OFF-NOT: own: those

// CHECK: split.c:[[#@LINE+6]]:{{.*}}borders of loops have loops of their own: those over the interior have no conditions
// VECTOR: split.c:{{.*}}vectorized loop
void mean(const int *restrict in, int *restrict out, long h, long w) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      if (x == 0)
        out[y * w + x] = in[y * w + x] + in[y * w + x + 1];
      else if (x == w - 1)
        out[y * w + x] = in[y * w + x] + in[y * w + x - 1];
      else
        out[y * w + x] =
            in[y * w + x] + in[y * w + x - 1] + in[y * w + x + 1];
    }
}

// A half is no border.
void triangle(const int *restrict in, int *restrict out, long n) {
  for (long y = 0; y < n; y++)
    for (long x = 0; x < n; x++)
      if (x < y)
        out[y * n + x] = in[y * n + x];
      else
        out[y * n + x] = in[x * n + y];
}

// Neither is every second iteration.
void odd(const int *restrict in, int *restrict out, long n) {
  for (long y = 0; y < n; y++)
    for (long x = 0; x < n; x++)
      if (x % 2)
        out[y * n + x] = in[y * n + x];
      else
        out[y * n + x] = -in[y * n + x];
}

// Sums over windows down columns that leave out what is beyond a border: of
// integers they are vectorised without conditions,
// CHECK: split.c:[[#@LINE+8]]:{{.*}}borders of loops have loops of their own
void integers(const unsigned char *restrict in, int *restrict out, int h, int w,
              int r) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int sum = 0;
      for (int i = -r; i <= r; i++)
        if (x + i >= 0 && x + i < w)
          sum += in[(x + i) * h + y];
      out[x * h + y] = sum;
    }
}

// of floating-point numbers not.
void numbers(const float *restrict in, float *restrict out, int h, int w,
             int r) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -r; i <= r; i++)
        if (x + i >= 0 && x + i < w)
          sum += in[(x + i) * h + y];
      out[x * h + y] = sum;
    }
}
