// An allocator of the program's own takes back all that it has given, in a call that
// gets no address: what was to be filled must not be filled behind that.
// contracted: 2
// sizes: 0,0 1,0 3,1 64,1 5000,0 5000,1
// fast: 5000
// RUN: %differential %s
#include "Inputs/program.h"
#include <sys/mman.h>

static char *arena;
static const size_t bytes = 1 << 20;

__attribute__((noinline, malloc)) static void *from_arena(void) {
  arena = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return arena;
}

__attribute__((noinline)) static void take_back_all(void) {
  munmap(arena, bytes);
}

__attribute__((noinline)) static double sum_of(long n, const double *of) {
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += of[i];
  return sum;
}

__attribute__((noinline)) static double f(long n, int fails, double *out) {
  double *p = from_arena(), result = 0;
  memset(p, 0, bytes);
  double *once = malloc((n + 1) * sizeof *once),
         *twice = malloc((n + 1) * sizeof *twice);
  for (long i = 0; i < n; i++)
    once[i] = out[i] * 2;
  for (long i = 0; i < n; i++)
    twice[i] = once[i] * 3;
  for (long i = 0; i < n; i++)
    out[i] = twice[i] + 1;
  free(once);
  free(twice);
  if (n > 0 && out[0] > 1e6)
    return -1;
  if (fails) {
    take_back_all();
    p = NULL;
  } else {
    p[n / 2] = 3;
    result = sum_of(n, p);
  }
  puts("next");
  int is_there = p != NULL;
  __asm__ volatile("" : "+r"(is_there)); // nobody knows which way it was
  if (is_there)
    result += sum_of(n, p) * 0.5;
  if (is_there)
    take_back_all();
  return result;
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  double *out = calloc(n + 1, sizeof *out);
  show(f(n, size(argv, 2), out));
  show(sum_of(n, out));
  free(out);
}
