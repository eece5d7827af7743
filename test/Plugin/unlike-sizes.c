// How often loops run is judged by sizes that are all alike, and by others that
// are not: the last row is copied to elements which may lie beyond those of the
// first column, n of them, and is vectorised as in plain code.

// RUN: %c_and_plugin -O3 -g -c %s -o /dev/null -Rpass=loop-vectorize 2>&1 \
// RUN:   | FileCheck %s

#include <stdlib.h>

static int least(int a, int b) { return a < b ? a : b; }

// CHECK-COUNT-4: unlike-sizes.c:{{.*}}vectorized loop
void distances(long n, long m, const int *a, const int *b, int *out) {
  int *d = malloc(sizeof(int) * (n + 1) * (m + 1));
  if (!d)
    return;
  for (int i = 0; i <= n; i++)
    d[i * (m + 1)] = i;
  for (int j = 1; j <= m; j++)
    d[j] = j;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      d[i * (m + 1) + j] =
          least(least(d[(i - 1) * (m + 1) + j] + 1, d[i * (m + 1) + j - 1] + 1),
                d[(i - 1) * (m + 1) + j - 1] + (a[i - 1] != b[j - 1]));
  for (int j = 0; j <= m; j++)
    out[j] = d[n * (m + 1) + j];
  free(d);
}
