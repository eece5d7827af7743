// A mean over those neighbours that there are: nine cases in one loop. Only the interior
// is vectorised, which has no condition; without the plugin, nothing is.

// RUN: %clang -O3 -g -c %s -o /dev/null -Rpass=loop-vectorize 2>&1 | count 0
// RUN: %c_and_plugin -O3 -g -c %s -o /dev/null -Rpass=loop-vectorize 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VECTOR
// RUN: %c_and_plugin -O3 -g -c %s -o /dev/null -Rpass=smolly 2>&1 | FileCheck %s
// CHECK: borders of loops have loops of their own: those over the interior have no conditions
// VECTOR: nine-cases.c:[[#@LINE+4]]:{{.*}}vectorized loop
// VECTOR-NOT: vectorized loop
void mean(long h, long w, const float (*restrict in)[w], float (*restrict out)[w]) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float sum = in[y][x], count = 1;
      if (y > 0) {
        sum += in[y - 1][x];
        count += 1;
      }
      if (y < h - 1) {
        sum += in[y + 1][x];
        count += 1;
      }
      if (x > 0) {
        sum += in[y][x - 1];
        count += 1;
      }
      if (x < w - 1) {
        sum += in[y][x + 1];
        count += 1;
      }
      out[y][x] = sum / count;
    }
}
