// What a person may want to look at: accesses outside of arrays, elements that
// nobody has written, values that nobody reads.

// RUN: %c_and_plugin -O2 -g -c %s -o %t.o -Rpass-analysis=smolly 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=remark:
// RUN: %c_and_plugin -O2 -g -c %s -o %t.o \
// RUN:   -mllvm -smolly-warn-out-of-bounds 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: not %c_and_plugin -O2 -g -c %s -o %t.o -Werror \
// RUN:   -mllvm -smolly-warn-out-of-bounds

// Without debug info there are functions in place of lines.
// RUN: %c_and_plugin -O2 -c %s -o %t.o \
// RUN:   -mllvm -smolly-warn-out-of-bounds 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LINELESS
// LINELESS: warnings.c:[[#]]:[[#]]: warning: this write to this array is outside of the array where i0 = -1 + p_0

// Nobody asked.
// RUN: %c_and_plugin -O2 -g -c %s -o %t.o 2>&1 | count 0

#include <stdlib.h>

static int table[64];

// From the slides: the last iteration writes behind the array.
float shift(int size, const float *in) {
  float vector[size];
  float sum = 0;
  for (int i = 0; i < size; i++)
    // CHECK: warnings.c:[[#@LINE+4]]:{{.*}} this write to array 'vector' is outside of the array where i = -1 + size (iterations [size] -> { S0[i = -1 + size] : size > 0 })
    // CHECK: warnings.c:[[#@LINE+5]]:{{.*}} this read of array 'vector' finds an element that nobody has written where i = 0 (
    // CHECK: warnings.c:[[#@LINE+2]]:{{.*}} nothing that this computes is used where i = -1 + size
    // WARN: warnings.c:[[#@LINE+1]]:19: warning: this write to array 'vector' is outside of the array where i = -1 + size (iterations
    vector[i + 1] = in[i];
  for (int i = 0; i < size; i++)
    sum += vector[i];
  return sum;
}

float in_front(int n, const float *in) {
  float *v = malloc(n * sizeof *v);
  float sum = 0;
  for (int i = 0; i < n; i++)
    v[i] = in[i];
  for (int i = 0; i < n; i++)
    // CHECK: warnings.c:[[#@LINE+2]]:{{.*}} this read of array 'v' is outside of the array where i = 0
    // WARN: warnings.c:[[#@LINE+1]]:19: warning: this read of array 'v' is outside of the array where i = 0
    sum += v[i] - v[i - 1];
  free(v);
  return sum;
}

int of_constant_size(void) {
  int sum = 0;
  for (int i = 3; i <= 64; i++)
    // CHECK: warnings.c:[[#@LINE+2]]:{{.*}} this read of array 'table' is outside of the array where i = 64 (iterations { S0[i = 64] })
    // WARN: warnings.c:[[#@LINE+1]]:12: warning: this read of array 'table' is outside
    sum += table[i];
  return sum;
}

void beyond_the_row(int n, int m, float *out) {
  float(*v)[m] = malloc(n * sizeof *v);
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= m; j++)
      // CHECK: warnings.c:[[#@LINE+3]]:{{.*}} this write to array 'v' is outside of the array where j = m
      // CHECK: warnings.c:[[#@LINE+2]]:{{.*}} nothing that this computes is used where j = m
      // WARN: warnings.c:[[#@LINE+1]]:15: warning: this write to array 'v' is outside
      v[i][j] = i;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      out[i] += v[i][j];
  free(v);
}

// Only for some sizes: worth a remark, not a warning.
void perhaps(int n, int m, float *out, const float *in) {
  float v[m];
  for (int i = 0; i < n; i++)
    // CHECK: warnings.c:[[#@LINE+1]]:{{.*}} this write to array 'v' is outside of the array where i >= m
    v[i] = in[i] * in[i];
  for (int i = 0; i < n; i++)
    // CHECK: warnings.c:[[#@LINE+1]]:{{.*}} this read of array 'v' is outside of the array where i >= m
    out[i] += v[i];
}

void twice(int n, float *out, const float *in) {
  for (int i = 0; i < n; i++)
    // CHECK: warnings.c:[[#@LINE+1]]:{{.*}} this write to array 'out' is overwritten before anybody reads it in all iterations (iterations [n] -> { S0[i] : 0 <= i < n })
    out[i] = 0;
  for (int i = 0; i < n; i++)
    out[i] = in[i];
}

float half_unset(int n, const float *in) {
  float v[n];
  for (int i = 1; i < n; i += 2)
    v[i] = in[i];
  float sum = 0;
  for (int i = 0; i < n; i++)
    // CHECK: warnings.c:[[#@LINE+1]]:{{.*}} this read of array 'v' finds an element that nobody has written where (i) mod 2 = 0
    sum += v[i];
  return sum;
}

void half_used(int n, float *out, const float *in) {
  float *v = malloc(n * sizeof *v);
  for (int i = 0; i < n; i++)
    // CHECK: warnings.c:[[#@LINE+1]]:{{.*}} nothing that this computes is used where (1 + i) mod 2 = 0
    v[i] = in[i] * in[i];
  for (int i = 0; i < n; i += 2)
    out[i] = v[i];
  free(v);
}

// Nothing to say: rows have n + 1 elements.
void fine(int n, float *out, const float *in) {
  float v[n + 1][n + 1];
  for (int i = 0; i < n + 1; i++)
    for (int j = 0; j < n + 1; j++)
      v[i][j] = in[i] * in[j];
  for (int i = 0; i < n + 1; i++)
    for (int j = 0; j < n + 1; j++)
      out[i] += v[n - i][j];
}

// Nothing to say: what is read depends on data, and zeros are values.
float depends(int n, const float *in) {
  float *v = calloc(n + 1, sizeof *v);
  float sum = 0;
  for (int i = 1; i < n; i += 2)
    v[i] = in[i];
  for (int i = 0; i <= n; i++)
    if (in[i] > 0)
      sum += v[i];
  free(v);
  return sum;
}

// Nothing to say: the loops over all elements are not taken for ones over rows,
// as the arrays may be null behind them, and no model of them is right.
int gradient(unsigned char *image, int w, int h, float *sum) {
  size_t n = (size_t)w * h;
  int failed = 1;
  unsigned char *less = NULL;
  short *change = NULL;
  float *result = NULL;
  if (!(less = malloc(n + 1)))
    goto out;
  if (!(change = malloc((n + 1) * sizeof *change)))
    goto out;
  if (!(result = malloc((n + 1) * sizeof *result)))
    goto out;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      less[y * w + x] =
          image[y * w + x] / 2 + image[(y > 0 ? y - 1 : 0) * w + x];
  for (size_t i = 0; i < n; i++)
    change[i] = image[i] - less[i];
  for (size_t i = 0; i < n; i++)
    result[i] = change[i] * 0.25f;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      *sum += result[y * w + x];
  failed = 0;
out:
  free(result);
  free(change);
  free(less);
  return failed;
}
