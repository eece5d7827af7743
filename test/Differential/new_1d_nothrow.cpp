// operator new that returns null, and a template.
// contracted: 2
// RUN: %differential %s
#include "Inputs/program.h"
#include <new>

template <typename T> static T f(long n, T start) {
  T *a = new (std::nothrow) T[n + 1];
  if (!a)
    return -1;
  a[0] = start;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] / 2 + T(i);
  T last = a[n];
  delete[] a;
  return last;
}

int main(int argc, char **argv) {
  show(f<float>(size(argv, 1), 3.5f));
  show(f<long>(size(argv, 1), 1000));
}
