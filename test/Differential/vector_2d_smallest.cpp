// The smallest or largest of a list in braces: a loop over a small array, that
// becomes conditions on its values.
// contracted: 3
// sizes: 0 1 2 3 7 40 101
// fast: 7
// RUN: %differential %s
#include "Inputs/program.h"
#include <algorithm>
#include <string>
#include <vector>

__attribute__((noinline)) static int distance(const std::string &a,
                                              const std::string &b) {
  int m = a.size(), n = b.size();
  std::vector<std::vector<int>> d(m + 1, std::vector<int>(n + 1));
  for (int i = 0; i <= m; i++)
    d[i][0] = i;
  for (int j = 0; j <= n; j++)
    d[0][j] = j;
  for (int i = 1; i <= m; i++)
    for (int j = 1; j <= n; j++) {
      int cost = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] =
          std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + cost});
    }
  return d[m][n];
}

// Four of them, which are doubles; a NaN is not smaller than anything.
__attribute__((noinline)) static double largest(long n) {
  std::vector<double> d((n + 1) * (n + 1));
  for (long i = 0; i <= n; i++)
    d[i] = d[i * (n + 1)] = i % 7 == 3 ? __builtin_nan("") : i * 0.5;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++)
      d[i * (n + 1) + j] =
          std::max({d[(i - 1) * (n + 1) + j] - 1, d[i * (n + 1) + j - 1] * 0.5,
                    d[(i - 1) * (n + 1) + j - 1] + 1, double(i - j)});
  return d[n * (n + 1) + n];
}

// By another order.
__attribute__((noinline)) static long ordered(long n) {
  std::vector<long> d((n + 1) * (n + 1));
  for (long i = 0; i <= n; i++)
    d[i] = d[i * (n + 1)] = i * 37 % 101;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++) {
      long k = i * (n + 1) + j;
      d[k] = std::min({d[k - n - 1] + j, d[k - 1], d[k - n - 2] + 3},
                      [](long x, long y) { return x % 10 < y % 10; });
    }
  return d[n * (n + 1) + n];
}

// Both at once: they are looked at in pairs, by a loop that is not taken apart.
__attribute__((noinline)) static long both(long n) {
  std::vector<long> d((n + 1) * (n + 1));
  for (long i = 0; i <= n; i++)
    d[i] = d[i * (n + 1)] = i * 17 % 51;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++) {
      long k = i * (n + 1) + j;
      auto range = std::minmax({d[k - n - 1], d[k - 1] + 1, d[k - n - 2] - j});
      d[k] = range.second - range.first;
    }
  return d[n * (n + 1) + n];
}

// A list of another size each time, and one that somebody else sees.
__attribute__((noinline)) static int sum(const int *values, long n) {
  int result = 0;
  for (long i = 0; i < n; i++)
    result += values[i];
  return result;
}

__attribute__((noinline)) static int kept(long n) {
  std::vector<int> d(n + 1);
  for (long i = 1; i <= n; i++) {
    int values[6] = {int(i), 3, d[i - 1], 5, 7, int(n)};
    int least = values[0];
    for (long j = 0; j < i % 6; j++)
      least = std::min(least, values[j]);
    d[i] = least + (i % 3 == 0 ? sum(values, 3 + i % 3) : 0);
  }
  return d[n];
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  std::string a, b;
  for (long i = 0; i < n; i++)
    a += "ACGT"[i * i % 7 % 4];
  for (long i = 0; i < n + 1; i++)
    b += "ACGT"[i * 11 % 13 % 4];
  printf("%d\n", distance(a, b));
  show(largest(n));
  printf("%ld %ld %d\n", ordered(n), both(n), kept(n));
}
