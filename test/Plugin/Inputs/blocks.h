// Counts the blocks of memory that a program has allocated and not freed.

#ifndef BLOCKS_H
#define BLOCKS_H

#include <cstdlib>

static long Blocks = 0;

extern "C" void *__libc_malloc(size_t);
extern "C" void __libc_free(void *);
extern "C" void *malloc(size_t Size) {
  void *P = __libc_malloc(Size);
  Blocks += P != nullptr;
  return P;
}
extern "C" void free(void *P) {
  Blocks -= P != nullptr;
  __libc_free(P);
}

#endif
