// Arrays of variable length that memset sets to zero, as tables of strings are.
// contracted: 5
// sizes: 0 1 2 3 7 64 101
// fast: 7
// RUN: %differential %s
#include "Inputs/program.h"

// The sizes are ints that come from a size_t.
__attribute__((noinline)) static int common(const char *a, const char *b) {
  int m = strlen(a), n = strlen(b);
  int table[m + 1][n + 1];
  memset(table, 0, sizeof(table));
  for (int i = 1; i <= m; i++)
    for (int j = 1; j <= n; j++)
      if (a[i - 1] == b[j - 1])
        table[i][j] = table[i - 1][j - 1] + 1;
      else
        table[i][j] = table[i - 1][j] > table[i][j - 1] ? table[i - 1][j]
                                                        : table[i][j - 1];
  return table[m][n];
}

// Elements of one byte, and of twelve.
__attribute__((noinline)) static int parity(size_t m, size_t n, const char *a) {
  char table[m + 1][n + 1];
  memset(table, 0, sizeof(table));
  for (size_t i = 1; i <= m; i++)
    for (size_t j = 1; j <= n; j++)
      table[i][j] = table[i - 1][j] ^ table[i - 1][j - 1] ^ (a[j - 1] & 1);
  return table[m][n];
}

struct triple {
  int x, y, z;
};

__attribute__((noinline)) static int triples(long m, long n) {
  struct triple table[m + 1][n + 1];
  memset(table, 0, sizeof(table));
  for (long i = 1; i <= m; i++)
    for (long j = 1; j <= n; j++) {
      table[i][j].x = table[i - 1][j].y + i;
      table[i][j].y = table[i - 1][j - 1].z - j;
      table[i][j].z = table[i - 1][j].x ^ 5;
    }
  return table[m][n].x + table[m][n].y + table[m][n].z;
}

// Anew in each turn.
__attribute__((noinline)) static double turns(int m, int n) {
  double sum = 0;
  for (int turn = 0; turn < 3; turn++) {
    double table[m + 1][n + 1];
    memset(table, 0, sizeof(table));
    for (int i = 1; i <= m; i++)
      for (int j = 1; j <= n; j++)
        table[i][j] = (table[i - 1][j - 1] + table[i - 1][j]) * 0.5 + turn + j;
    sum += table[m][n];
  }
  return sum;
}

// Not all of it: left as it is. Other bytes are what loops write.
__attribute__((noinline)) static int part(long m, long n) {
  int table[m + 1][n + 1], other[m + 1][n + 1];
  memset(table, 0, sizeof(table) - (n + 1) * sizeof(int));
  for (long j = 0; j <= n; j++)
    table[m][j] = j;
  memset(other, 1, sizeof(other));
  for (long i = 1; i <= m; i++)
    for (long j = 1; j <= n; j++) {
      table[i][j] += table[i - 1][j - 1] + 1;
      other[i][j] = other[i - 1][j - 1] ^ (int)j;
    }
  return table[m][n] + other[m][n];
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  char *a = malloc(n + 2), *b = malloc(n + 3);
  for (long i = 0; i < n + 1; i++)
    a[i] = "ACGT"[i * i % 7 % 4];
  for (long i = 0; i < n + 2; i++)
    b[i] = "ACGT"[i * 11 % 13 % 4];
  a[n] = b[n + 1] = 0;
  printf("%d %d\n", common(a, b), common(b, a));
  printf("%d %d\n", parity(n, n, a), triples(n, n + 1));
  show(turns(n + 1, n));
  printf("%d\n", part(n, n + 1));
  free(a);
  free(b);
}
