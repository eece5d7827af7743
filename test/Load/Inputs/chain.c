// An array of which one cell is needed at a time, and one that escapes.

#include <stdlib.h>

void look_at(double *cells);

double chain(long n) {
  double *a = malloc((n + 1) * sizeof(double));
  if (!a)
    return -1;
  a[0] = 1.5;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.75 + i;
  double last = a[n];
  free(a);
  return last;
}

double escape(long n) {
  double *b = malloc((n + 1) * sizeof(double));
  if (!b)
    return -1;
  b[0] = 1.5;
  for (long i = 1; i <= n; i++)
    b[i] = b[i - 1] * 0.75 + i;
  look_at(b);
  double last = b[n];
  free(b);
  return last;
}
