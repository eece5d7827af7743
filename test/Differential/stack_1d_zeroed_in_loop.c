// An array that is set to zero in each iteration of a loop, and filled there in front
// of other loops over it, which do not find zeros.
// contracted: 0
// sizes: 0,1 1,1 2,1 2,2 3,2 5,3 7,4 13,7 31,16
// fast: 100
// options: schedule=tile
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static unsigned long
digest(const unsigned char *bytes, long count, long size) {
  unsigned long digest = 0;
  for (long i = 0; i < count; i += size) {
    unsigned char number[16] = {0}, *last = number + size - 1, other = 0;
    for (long k = 0; k < size; k++)
      number[k] = bytes[i + k];
    for (long k = 0; k + 1 < size; k++)
      other |= number[k];
    if (!other && *last == 0x80)
      *last = 0;
    for (long k = 0; k < size; k++)
      digest = (digest ^ number[k]) * 1099511628211;
  }
  return digest;
}

int main(int argc, char **argv) {
  long count = size(argv, 1), bytes = size(argv, 2);
  unsigned char *in = malloc(count * bytes + 1);
  for (long i = 0; i < count * bytes; i++)
    in[i] = i % (2 * bytes) == bytes - 1 ? 0x80 : i % 3 / 2 * (i % 7);
  show(digest(in, count * bytes, bytes) % 1000003);
  free(in);
}
