// A text turned around twice, byte by byte.
// contracted: 0
// RUN: %differential %s
#include "Inputs/program.h"

static int f(int n, char *text) {
  char once[n + 1];
  for (int i = 0; i < n; i++)
    once[i] = text[n - 1 - i];
  for (int i = 0; i < n; i++)
    text[i] = once[i] + 1;
  return n;
}

int main(int argc, char **argv) {
  int n = size(argv, 1);
  char text[102] = {0};
  for (int i = 0; i < n; i++)
    text[i] = 'a' + i % 20;
  f(n, text);
  puts(text);
}
