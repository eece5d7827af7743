// Preloaded, it writes to all of the first block of calloc, which is the output of
// a kernel of the suite: its pages then count whether the kernel runs or not.

#include <stddef.h>

extern void *__libc_calloc(size_t, size_t);

void *calloc(size_t count, size_t size) {
  static int calls;
  volatile char *block = __libc_calloc(count, size);
  if (block && calls++ == 0)
    for (size_t i = 0; i < count * size; i++)
      block[i] = 0;
  return (void *)block;
}
