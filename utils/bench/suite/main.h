// What the kernels share: their sizes come from the command line, the input is
// the same in every run, and of the output the bits are added up.
//
// A header for a shape of data (image.h and the like) says before what a kernel
// gets: SIZES arguments besides the last one, which is how often to call it;
// ELEMENTS of input and of output; INPUT, an element made of random bits;
// whether it can be called WITHOUT_ELEMENTS; and CALL.

#ifndef MAIN_H
#define MAIN_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static void fill(element *in, long count) {
  uint64_t bits = 1;
  for (long i = 0; i < count; i++) {
    bits = bits * 6364136223846793005u + 1442695040888963407u;
    in[i] = INPUT(bits);
  }
}

static uint64_t sum_of_bits(const element *out, long count) {
  uint64_t sum = 0;
  for (long i = 0; i < count; i++) {
    uint64_t bits = 0;
    memcpy(&bits, &out[i], sizeof out[i]);
    sum = sum * 31 + bits;
  }
  return sum;
}

int main(int argc, char **argv) {
  long s[SIZES + 1];
  if (argc != SIZES + 2) {
    fprintf(stderr, "usage: %s with %d sizes and how often\n", argv[0], SIZES);
    return 2;
  }
  for (int i = 0; i <= SIZES; i++)
    s[i] = atol(argv[i + 1]);
  long elements = ELEMENTS(s);
  if (elements == 0 && !WITHOUT_ELEMENTS) {
    printf("nothing to do\n");
    return 0;
  }
  element *in = malloc(elements * sizeof *in);
  element *out = calloc(elements, sizeof *out);
  fill(in, elements);
  clock_t start = clock();
  for (long run = 0; run < s[SIZES]; run++)
    CALL(s, in, out);
  clock_t end = clock();
  if (getenv("KERNEL_TIME") != NULL)
    fprintf(stderr, "kernel seconds: %.6f\n",
            (double)(end - start) / CLOCKS_PER_SEC);
  printf("%016llx\n", (unsigned long long)sum_of_bits(out, elements));
  free(in);
  free(out);
  return 0;
}

#endif
