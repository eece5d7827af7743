// Loops that ask for a border cost no compile time where they cannot be rewritten:
// functions with those that end in two places, or call others, are not even copied.

// RUN: %c_and_plugin -O2 -c %s -o %t.o -ftime-trace=%t.json \
// RUN:   -ftime-trace-granularity=0
// RUN: FileCheck %s --implicit-check-not='"name":"Smolly","args":{"detail":"find"}' \
// RUN:   --implicit-check-not='"name":"Smolly","args":{"detail":"tell"}' < %t.json
// CHECK: "name":"Smolly","args":{"detail":"blur"}

long find(long h, long w, const int in[h][w]) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      if (in[y][x > 0 ? x - 1 : 0] > in[y][x])
        return y;
  return -1;
}

void note(int);
void tell(long h, long w, const int in[h][w]) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      note(in[y][x > 0 ? x - 1 : 0]);
}

void blur(long h, long w, const int (*restrict in)[w], int (*restrict out)[w]) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = in[y][x] + in[y][x > 0 ? x - 1 : 0];
}
