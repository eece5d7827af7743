// Preloaded, it counts what a program has allocated with malloc and its like, and
// says at the end how many bytes that were at most. One thread only.

#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdio.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static size_t live, peak;

static void *counted(void *block) {
  live += malloc_usable_size(block);
  if (live > peak)
    peak = live;
  return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) {
  return counted(__libc_calloc(count, size));
}

void *realloc(void *block, size_t size) {
  live -= malloc_usable_size(block);
  void *result = __libc_realloc(block, size);
  // The old block is still there where there is no memory for the new one.
  counted(result || size == 0 ? result : block);
  return result;
}

void *memalign(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  void *result = __libc_memalign(alignment, size);
  if (!result)
    return ENOMEM;
  *block = counted(result);
  return 0;
}

void free(void *block) {
  live -= malloc_usable_size(block);
  __libc_free(block);
}

__attribute__((destructor)) static void tell(void) {
  fprintf(stderr, "heap peak bytes: %zu\n", peak);
}
