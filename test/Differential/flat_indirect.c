// A subscript from memory may leave a row whose length is a constant: what
// stands for it while the loops are analysed must not be taken to stay in the
// row.
// contracted: 0
// sizes: 512,0 512,12 512,100 500,12 3,100 1,0
// fast: 1000
// RUN: %differential %s
#include <stdio.h>
#include <stdlib.h>

enum { Pitch = 512, Rows = 199 };

__attribute__((noinline)) static unsigned flat(int w, const int *off,
                                               const int *value) {
  int *t = malloc(sizeof(int) * (Rows + 2) * Pitch);
  unsigned r = 0;
  __builtin_assume(w > 0);
  for (int i = 0; i < Rows + 1; i++)
    for (int c = 0; c < Pitch; c++)
      t[i * Pitch + c] = i * 3 + c;
  for (int i = 0; i < Rows; i++)
    for (int c = w - 1; c >= 0; c--)
      r += (t[i * Pitch + c + off[i]] + (unsigned)value[i]) * (c + 1);
  free(t);
  return r;
}

int main(int argc, char **argv) {
  int w = atoi(argv[1]), most = atoi(argv[2]);
  int off[Rows] = {0}, value[Rows];
  for (int i = 0; i < Rows; i++)
    value[i] = i * 91 % 47 + 1;
  for (int i = 2; i < Rows - 1; i++)
    off[i] = most > i ? i : most;
  printf("%u\n", flat(w, off, value));
}
