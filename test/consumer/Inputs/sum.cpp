// The same in C++.
#include <cstdio>
#include <cstdlib>

int main(int argc, char **argv) {
  const long n = argc > 1 ? std::atol(argv[1]) : 1000;
  long *sum = new long[n + 1];
  sum[0] = 0;
  for (long i = 1; i <= n; i++)
    sum[i] = sum[i - 1] + 3 * i;
  const long last = sum[n];
  delete[] sum;
  std::printf("%ld\n", last);
  return 0;
}
