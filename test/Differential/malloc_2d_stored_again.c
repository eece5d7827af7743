// An element is set, and set to something else under conditions that depend on
// data: on each way through them, once more to what it is.
// contracted: 6
// sizes: 0 1 2 3 7 40 101
// fast: 7
// RUN: %differential %s
#include "Inputs/program.h"

#define TABLE(NAME)                                                            \
  int (*NAME)[n + 1] = malloc((n + 1) * (n + 1) * sizeof(int));                \
  for (long i = 0; i <= n; i++)                                                \
    NAME[i][0] = NAME[0][i] = i * i % 5;

__attribute__((noinline)) static int once(long n, const char *a) {
  TABLE(t)
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++) {
      t[i][j] = t[i - 1][j];
      if (a[i] == a[n - j])
        t[i][j] = t[i - 1][j - 1] + 1;
    }
  int result = t[n][n];
  free(t);
  return result;
}

__attribute__((noinline)) static int often(long n, const char *a) {
  TABLE(t)
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++) {
      t[i][j] = t[i - 1][j];
      if (a[i] == a[n - j])
        t[i][j] = t[i - 1][j - 1] + 1;
      if (t[i][j - 1] > t[i][j])
        t[i][j] = t[i][j - 1];
      if (a[j] == 'C' && a[i - 1] != 'A' && t[i - 1][j - 1] < j)
        t[i][j] += 2;
    }
  int result = t[n][n];
  free(t);
  return result;
}

// One of several, or none.
__attribute__((noinline)) static int chosen(long n, const char *a) {
  TABLE(t)
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++) {
      t[i][j] = -1;
      if (a[i] == 'A')
        t[i][j] = t[i - 1][j] * 3;
      else if (a[j] == 'C')
        t[i][j] = t[i][j - 1] + t[i - 1][j - 1];
      else if (a[j - 1] == 'G' || t[i - 1][j] > 100)
        t[i][j] = 7;
    }
  int result = t[n][n];
  free(t);
  return result;
}

// What is read in between is another element, or this one.
__attribute__((noinline)) static int between(long n, const char *a) {
  TABLE(t)
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++) {
      t[i][j] = t[i - 1][j] ^ (int)j;
      if (a[i] > a[j])
        t[i][j] = t[i][j] * 2 + t[i - 1][j - 1] % 7 + t[i][j - 1];
    }
  int result = t[n][n];
  free(t);
  return result;
}

// Something else is written in between, which may be the same element, or it
// is set in some cases only: a condition stays.
__attribute__((noinline)) static int kept(long n, const char *a, int *other) {
  TABLE(t)
  TABLE(u)
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++) {
      t[i][j] = 1;
      t[i][n - j + 1] = j;
      if (a[i] == a[n - j])
        t[i][j] = t[i - 1][j - 1] + 1;
      if (a[j] == 'C')
        u[i][j] = u[i - 1][j] + 1;
      else if (a[j] == 'A')
        u[i][j] = 4;
    }
  for (long j = 1; j <= n; j++)
    other[j] = n > 1 ? t[n][j] : 0;
  int result = t[n][n] + (n > 0 ? u[0][n] : 0);
  free(t);
  free(u);
  return result;
}

// A sum in memory that the loop around sets.
__attribute__((noinline)) static int sums(long n, const char *a) {
  TABLE(t)
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++) {
      t[i][j] = 0;
      for (long k = 0; k < 3 && k < j; k++)
        t[i][j] += t[i - 1][j - k] * (a[k] & 1);
    }
  int result = t[n][n];
  free(t);
  return result;
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  char *a = malloc(n + 4);
  int *other = calloc(n + 1, sizeof(int));
  for (long i = 0; i < n + 4; i++)
    a[i] = "ACGT"[i * i % 7 % 4];
  printf("%d %d %d %d\n", once(n, a), often(n, a), chosen(n, a), between(n, a));
  printf("%d %d\n", kept(n, a, other), sums(n, a));
  for (long i = 0; i <= n; i++)
    printf("%d\n", other[i]);
  free(a);
  free(other);
}
