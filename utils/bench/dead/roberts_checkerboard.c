// An edge filter of which every other element is wanted, as on a checkerboard.

#include <smolly.h>
#include <stdio.h>
#include <stdlib.h>

static double absolute(double x) { return x < 0 ? -x : x; }

#ifdef BY_HAND
#define FIRST (i % 2)
#define STEP 2
#else
#define FIRST 0
#define STEP 1
SMOLLY_OUTPUT(out[i][j] : (i + j) mod 2 = 0)
#endif
__attribute__((noinline)) static void
edges(long n, const double (*restrict in)[n], double (*restrict out)[n]) {
  for (long i = 0; i < n - 1; i++)
    for (long j = FIRST; j < n - 1; j += STEP)
      out[i][j] = absolute(in[i][j] - in[i + 1][j + 1]) +
                  absolute(in[i + 1][j] - in[i][j + 1]);
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 1000;
  double (*in)[n] = malloc(n * sizeof *in);
  double (*out)[n] = calloc(n, sizeof *out);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      in[i][j] = (i * 5 + j * 3) % 17;
  double sum = 0;
  for (int image = 0; image < 100; image++) {
    in[image][image] = image;
    edges(n, in, out);
    for (long i = image; i < n; i += 100)
      for (long j = i % 2; j < n; j += 2)
        sum = sum * 0.75 + out[i][j];
  }
  free(in);
  free(out);
  printf("%.17g\n", sum);
  return 0;
}
