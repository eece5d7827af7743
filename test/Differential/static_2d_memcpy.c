// Static and local arrays of constant size are copied as a whole and by rows,
// also where a call is between the loops.
// contracted: 4
// sizes: 0 1 2 3 5 7 16
// fast: 0
// RUN: %differential %s
#include "Inputs/program.h"

#define H 200
#define W 150

static double now[H][W], next[H][W];

__attribute__((noinline)) static double plate(int steps) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      now[y][x] = (y * 7 + x * 3) % 11;
  for (int t = 0; t < steps; t++) {
    memcpy(next, now, sizeof now);
    for (int y = 1; y < H - 1; y++)
      for (int x = 1; x < W - 1; x++)
        next[y][x] = 0.25 * (now[y - 1][x] + now[y + 1][x] + now[y][x - 1] +
                             now[y][x + 1]);
    memcpy(now, next, sizeof now);
  }
  double sum = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      sum = sum * 0.75 + now[y][x];
  return sum;
}

// The rows in a buffer of its own.
__attribute__((noinline)) static double smooth(int start) {
  static float a[H][W], b[H][W];
  float row[W];
  double sum = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      a[y][x] = (y * 5 + x + start) % 13;
  memset(b, 0, sizeof b);
  for (int y = 0; y < H; y++) {
    for (int x = 1; x < W - 1; x++)
      row[x] = a[y][x - 1] + a[y][x + 1];
    row[0] = row[W - 1] = 1;
    memcpy(b[y], row, sizeof row);
  }
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      sum = sum * 0.5 + b[y][x];
  return sum;
}

int main(int argc, char **argv) {
  show(plate(size(argv, 1)));
  show(smooth(size(argv, 1)));
  show(plate(size(argv, 1) + 1));
}
