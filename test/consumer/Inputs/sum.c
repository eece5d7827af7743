// A running sum that keeps all of its steps and needs the last one.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 1000;
  long *sum = malloc((n + 1) * sizeof(long));
  if (sum == NULL)
    return 1;
  sum[0] = 0;
  for (long i = 1; i <= n; i++)
    sum[i] = sum[i - 1] + 3 * i;
  long last = sum[n];
  free(sum);
  printf("%ld\n", last);
  return 0;
}
