// How likely are at least k heads in n tosses of a bent coin?
//
//   triangle [TOSSES [HEADS]]
//
// Fills the triangle of probabilities, table[i][j] = "j heads in i tosses", row
// by row, and adds up the end of its last row.

#include <cstdio>
#include <cstdlib>
#include <vector>

static double at_least(long k, long n, double p) {
  const long width = n + 1;
  std::vector<double> table(width * width);

  // A row depends on the row above; outside of the triangle lies nothing.
  table[0] = 1.0;
  for (long i = 1; i <= n; i++) {
    table[i * width] = (1.0 - p) * table[(i - 1) * width];
    for (long j = 1; j < i; j++)
      table[i * width + j] = (1.0 - p) * table[(i - 1) * width + j] +
                             p * table[(i - 1) * width + j - 1];
    table[i * width + i] = p * table[(i - 1) * width + i - 1];
  }

  double sum = 0.0;
  for (long j = k; j <= n; j++)
    sum += table[n * width + j];
  return sum;
}

int main(int argc, char **argv) {
  const long tosses = argc > 1 ? std::atol(argv[1]) : 9000;
  const long heads = argc > 2 ? std::atol(argv[2]) : tosses / 2;
  if (tosses < 0 || heads < 0 || heads > tosses) {
    std::fprintf(stderr, "usage: %s [TOSSES [HEADS]]\n", argv[0]);
    return 2;
  }
  const double sum = at_least(heads, tosses, 0.49);
  std::printf("at least %ld heads in %ld tosses: %.17g\n", heads, tosses, sum);
  return 0;
}
