// How many letters have to be inserted, deleted or replaced to turn one text
// into another (Levenshtein distance), for two texts of random letters.
//
//   edit_distance [LENGTH [LENGTH]]
//
// The textbook program: a table with a row for every letter of one text and a
// column for every letter of the other, of which only the last cell matters.

#include <stdio.h>
#include <stdlib.h>

static char *random_text(long length, unsigned seed) {
  char *text = malloc(length + 1);
  if (text == NULL)
    return NULL;
  for (long i = 0; i < length; i++) {
    seed = seed * 1664525u + 1013904223u;
    text[i] = 'a' + (seed >> 24) % 4;
  }
  text[length] = '\0';
  return text;
}

static int edit_distance(const char *a, long n, const char *b, long m) {
  int(*L)[m + 1] = malloc((n + 1) * sizeof(*L));
  if (L == NULL)
    return -1;

  for (long i = 0; i <= n; i++)
    L[i][0] = i;
  for (long j = 0; j <= m; j++)
    L[0][j] = j;

  for (long i = 1; i <= n; i++) {
    for (long j = 1; j <= m; j++) {
      int best = L[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      if (L[i - 1][j] + 1 < best)
        best = L[i - 1][j] + 1;
      if (L[i][j - 1] + 1 < best)
        best = L[i][j - 1] + 1;
      L[i][j] = best;
    }
  }

  int distance = L[n][m];
  free(L);
  return distance;
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 8000;
  long m = argc > 2 ? atol(argv[2]) : n;
  if (n < 0 || m < 0) {
    fprintf(stderr, "usage: %s [LENGTH [LENGTH]]\n", argv[0]);
    return 2;
  }

  char *a = random_text(n, 1);
  char *b = random_text(m, 2);
  if (a == NULL || b == NULL) {
    fprintf(stderr, "out of memory\n");
    return 1;
  }
  int distance = edit_distance(a, n, b, m);
  if (distance < 0) {
    fprintf(stderr, "out of memory\n");
    return 1;
  }
  printf("edit distance of texts of %ld and %ld letters: %d\n", n, m, distance);
  free(a);
  free(b);
  return 0;
}
