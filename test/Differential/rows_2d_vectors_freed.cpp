// Where ways meet on which an array was looked at last and on which it was not,
// it is freed once.
// contracted: 3
// sizes: 0,0 1,1 2,2 2,3 3,4 7,3 9,6 4,2 50,3
// fast: 50
// RUN: %differential %s
#include "Inputs/program.h"
#include <utility>
#include <vector>

__attribute__((noinline)) static double rotated(long n, long steps) {
  double result = 0;
  float *first = (float *)malloc((3 * n + 3) * sizeof(float));
  std::vector<float> second(n + 1);
  float *third = new float[n + 2];
  std::vector<float> fourth;
  fourth.assign(3 * n + 3, 0);
  std::vector<std::vector<float>> a(n + 2, std::vector<float>(n + 2));
  std::vector<std::vector<float>> b(n + 2, std::vector<float>(n + 2));
  std::vector<std::vector<float>> c(n + 2, std::vector<float>(n + 2));
  for (long t = 0; t < steps; t++) {
    for (long i = 0; i < n + 2; i++)
      for (long j = 0; j < n + 2; j++)
        c[i][j] = a[i][j];
    std::swap(c, b);
    std::swap(b, a);
  }
  for (long j = 0; j < n + 2; j++)
    result += 0.25 * a[n + 1][j] + 3 * j + 4;
  free(first);
  delete[] third;
  return result;
}

int main(int argc, char **argv) { show(rotated(size(argv, 1), size(argv, 2))); }
