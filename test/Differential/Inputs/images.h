// What programs with vectors of vectors share that stay as they are.

#ifndef IMAGES_H
#define IMAGES_H

#include "program.h"
#include <vector>

using Image = std::vector<std::vector<double>>;

// An array that becomes smaller, without which nothing would change.
#define BESIDE(sum)                                                            \
  std::vector<double> beside(n *n);                                            \
  for (long i = 0; i < n; i++)                                                 \
    for (long j = 0; j < n; j++)                                               \
      beside[i * n + j] = i == 0 ? j : beside[(i - 1) * n + j] + i;            \
  for (long j = 0; j < n; j++)                                                 \
    sum += beside[(n - 1) * n + j];

static void fill(Image &a, long n, long m) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      a[i][j] = (i * 3 + j * 5) % 17;
}

#endif
