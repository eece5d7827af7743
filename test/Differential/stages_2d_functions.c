// Each stage is a function that allocates its result, and arrays are freed when
// they are not needed any more; picture by picture. Where there is no memory
// the program ends, and tells what others have seen until then.
// contracted: 6
// sizes: 0,0,0,0 1,7,1,0 2,2,2,0 3,5,1,0 5,3,3,0 7,11,7,0 61,47,7,0 61,47,7,3 7,11,7,3 61,47,7,8 7,11,7,8 61,47,7,9 7,11,7,9
// fast: 5
// RUN: %differential %s
#include "Inputs/program.h"

// Other functions of the program may look at it, when it ends.
float *outside;
static long outside_size;
static int wrong;

static void tell(void) {
  double sum = 0;
  for (long i = 0; i < outside_size; i++)
    sum = sum * 0.75 + outside[i];
  show(sum);
}

__attribute__((noinline)) static void look(long count, const float *values) {
  show_pixels(count, values);
}

static float *get(long h, long w, int number) {
  float *p =
      malloc(wrong == number ? (size_t)-1 / 4 : sizeof(float) * h * w + 1);
  if (!p) {
    printf("no array %d\n", number);
    exit(3);
  }
  return p;
}

static float *across(const float *a, long h, long w) {
  float *b = get(h, w, 1);
  for (long y = 0; y < h; y++)
    for (long x = 1; x < w - 1; x++)
      b[y * w + x] = a[y * w + x - 1] + a[y * w + x + 1];
  return b;
}

static float *down(const float *a, long h, long w) {
  float *b = get(h, w, 2);
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      b[y * w + x] = a[(y - 1) * w + x] + a[(y + 1) * w + x];
  return b;
}

__attribute__((noinline)) static void pictures(long h, long w, long count,
                                               const float *in, float *out) {
  for (long k = 0; k < count; k++) {
    float *rows = across(in + k, h, w);
    float *both = down(rows, h, w);
    free(rows);
    for (long y = 1; y < h - 1; y++)
      for (long x = 1; x < w - 1; x++)
        out[y * w + x] += both[y * w + x] / 4;
    free(both);
  }
}

// The first stage can be seen from outside: the second one has to fail behind.
__attribute__((noinline)) static void visible(long h, long w, const float *in,
                                              float *out) {
  for (long y = 0; y < h; y++)
    for (long x = 1; x < w - 1; x++)
      outside[y * w + x] = in[y * w + x] * 3;
  float *kept = get(h, w, 3);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      kept[y * w + x] = y - x;
  float *rows = get(h, w, 4);
  for (long y = 0; y < h; y++)
    for (long x = 1; x < w - 1; x++)
      rows[y * w + x] = outside[y * w + x - 1] - outside[y * w + x + 1];
  float *both = get(h, w, 5);
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      both[y * w + x] = rows[(y - 1) * w + x] + rows[(y + 1) * w + x];
  free(rows);
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      out[y * w + x] -= both[y * w + x];
  free(both);
  look(h * w, kept);
  free(kept);
}

// Where there is no memory for the last array, what the first one holds counts.
__attribute__((noinline)) static double partly(long h, long w, const float *in,
                                               float *out) {
  float *both = get(h, w, 7), *rows = get(h, w, 6);
  for (long y = 0; y < h; y++)
    for (long x = 1; x < w - 1; x++)
      rows[y * w + x] = in[y * w + x - 1] + in[y * w + x + 1];
  float *more = malloc(wrong == 8 ? (size_t)-1 / 4 : sizeof(float) * h * w + 1);
  if (!more) {
    double last = rows[(h - 1) * w + w - 2];
    free(both);
    free(rows);
    return last;
  }
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      both[y * w + x] = rows[(y - 1) * w + x] + rows[(y + 1) * w + x];
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      out[y * w + x] -= both[y * w + x];
  for (long i = 0; i < h * w; i++)
    more[i] = i % 5;
  look(h * w, more);
  free(both);
  free(rows);
  free(more);
  return 1;
}

// The same if another function looks at it.
__attribute__((noinline)) static void named(long h, long w, const float *in,
                                            float *out) {
  char *name = malloc(h + 1);
  float *both = get(h, w, 10);
  for (long y = 0; y < h; y++)
    name[y] = 'a' + y % 26;
  name[h] = 0;
  float *more = malloc(wrong == 9 ? (size_t)-1 / 4 : sizeof(float) * h * w + 1);
  if (!more) {
    puts(name);
    free(both);
    free(name);
    return;
  }
  for (long y = 0; y < h; y++)
    for (long x = 1; x < w - 1; x++)
      both[y * w + x] = in[y * w + x - 1] + in[y * w + x + 1];
  for (long y = 0; y < h; y++)
    for (long x = 1; x < w - 1; x++)
      out[y * w + x] -= both[y * w + x];
  for (long i = 0; i < h * w; i++)
    more[i] = i % 7;
  look(h * w, more);
  free(both);
  free(name);
  free(more);
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2), count = size(argv, 3);
  float *in = malloc(sizeof(float) * (h * w + count + 1));
  float *out = calloc(h * w + 1, sizeof(float));
  outside = calloc(h * w + 1, sizeof(float));
  outside_size = h * w;
  // The only array that is as large as it is said to be.
  wrong = size(argv, 4);
  atexit(tell);
  for (long i = 0; i < h * w + count; i++)
    in[i] = i * 7 % 13;
  pictures(h, w, count, in, out);
  visible(h, w, in, out);
  if (w > 2 && h > 0)
    show(partly(h, w, in, out));
  named(h, w, in, out);
  double sum = 0;
  for (long i = 0; i < h * w; i++)
    sum = sum * 0.75 + out[i];
  show(sum);
}
