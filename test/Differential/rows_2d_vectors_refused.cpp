// Vectors of vectors where there is no memory for the rows, which takes what
// was allocated before with it. Each is alive in full, beside an array that
// becomes smaller.
// contracted: 6
// sizes: 1,1 1,5 5,0 2,2 5,7 16,33 64,31
// fast: 9
// RUN: %differential %s
#include "Inputs/images.h"
#include <new>

// There is no memory for the rows.
static bool refuses = false;
static long allowed = -1, freed = 0;

__attribute__((noinline)) void *operator new(size_t bytes) {
  if (allowed > 0)
    allowed--;
  bool fails = (refuses && bytes >= 4096) || allowed == 0;
  void *memory = fails ? nullptr : malloc(bytes ? bytes : 1);
  if (!memory)
    throw std::bad_alloc();
  return memory;
}
__attribute__((noinline)) void operator delete(void *memory) noexcept {
  free(memory);
}
__attribute__((noinline)) void operator delete(void *memory, size_t) noexcept {
  free(memory);
}

__attribute__((noinline)) static double all_of(long n, long m) {
  Image before(2, std::vector<double>(3, 1.5));
  Image a(n, std::vector<double>(m));
  Image b(n, std::vector<double>(m));
  fill(a, n, m);
  fill(b, n, m);
  double sum = before[1][1];
  for (long i = n; i-- > 0;)
    for (long j = m; j-- > 0;)
      sum = sum * 0.5 + a[j % n][i % m] + b[i][j];
  BESIDE(sum)
  return sum;
}

__attribute__((noinline)) static double refused(long n, long m) {
  double sum = 0;
  try {
    refuses = true;
    sum = all_of(n, m + 512);
  } catch (const std::bad_alloc &) {
    sum = -1;
  }
  refuses = false;
  sum += all_of(n, m + 512);
  return sum;
}

// What is thrown is caught where the rows are allocated, not the table, and
// somebody can tell.
__attribute__((noinline)) static double caught(long n, long m) {
  double sum = 0;
  double **a = new double *[n];
  long made = 0;
  try {
    refuses = true;
    for (; made < n; made++)
      a[made] = new double[m + 512];
  } catch (const std::bad_alloc &) {
    sum = -1;
  }
  refuses = false;
  for (long i = 0; i < made; i++)
    for (long j = 0; j < m; j++)
      a[i][j] = i * 3 + j;
  for (long i = made; i-- > 0;) {
    for (long j = m; j-- > 0;)
      sum = sum * 0.5 + a[j % made][j] + a[i][j];
  }
  for (long i = 0; i < made; i++)
    delete[] a[i];
  delete[] a;
  sum += made;
  BESIDE(sum)
  return sum;
}

// Somebody can tell how far the loop got.
static long steps = 0;

class Counted {
public:
  Counted(long n, long m) : n(n), rows(new double *[n]), other(8) {
    long made = 0;
    try {
      for (; made < n; made++) {
        steps++;
        rows[made] = new double[m];
      }
    } catch (...) {
      while (made-- > 0)
        delete[] rows[made];
      delete[] rows;
      throw;
    }
  }
  ~Counted() {
    for (long i = 0; i < n; i++)
      delete[] rows[i];
    delete[] rows;
  }
  double *operator[](long i) { return rows[i]; }

private:
  long n;
  double **rows;
  std::vector<double> other;
};

__attribute__((noinline)) static double count(long n, long m) {
  Counted a(n, m);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      a[i][j] = i * 3 + j;
  double sum = 0;
  for (long i = n; i-- > 0;)
    for (long j = m; j-- > 0;)
      sum = sum * 0.5 + a[j % n][i % m] + a[i][j];
  BESIDE(sum)
  return sum;
}

__attribute__((noinline)) static double counted(long n, long m) {
  double sum = 0;
  try {
    refuses = true;
    sum = count(n, m + 512);
  } catch (const std::bad_alloc &) {
    sum = -steps;
  }
  refuses = false;
  sum += count(n, m + 512) + steps;
  return sum;
}

// One handler for the table and its rows is told how many rows there are.
__attribute__((noinline)) static double told(long n, long m) {
  double sum = 0;
  double **a = nullptr;
  long made = 0;
  for (int attempt = 0; attempt < 2; attempt++) {
    refuses = attempt == 0;
    try {
      a = new double *[n];
      for (made = 0; made < n; made++)
        a[made] = new double[made < 3 ? m : m + 512];
    } catch (const std::bad_alloc &) {
      sum -= made;
      while (made-- > 0)
        delete[] a[made];
      delete[] a;
      made = 0;
    }
  }
  refuses = false;
  for (long i = 0; i < made; i++)
    for (long j = 0; j < m; j++)
      a[i][j] = i * 3 + j;
  for (long i = made; i-- > 0;)
    for (long j = m; j-- > 0;)
      sum = sum * 0.5 + a[i][j];
  for (long i = 0; i < made; i++)
    delete[] a[i];
  if (made > 0)
    delete[] a;
  BESIDE(sum)
  return sum;
}

// The same with rows of one size, and how far the loop got is told by a handler
// that both come to.
__attribute__((noinline)) static double told_again(long n, long m) {
  double sum = 0;
  long made = 0;
  allowed = 7;
  try {
    double **a = new double *[n];
    for (; made < n; made++)
      a[made] = new double[m];
    for (long i = 0; i < n; i++)
      for (long j = 0; j < m; j++)
        a[i][j] = i * 3 + j;
    for (long i = n; i-- > 0;)
      for (long j = m; j-- > 0;)
        sum = sum * 0.5 + a[i][j];
    for (long i = 0; i < n; i++)
      delete[] a[i];
    delete[] a;
  } catch (const std::bad_alloc &) {
    sum = -made;
  }
  allowed = -1;
  BESIDE(sum)
  return sum;
}

// The program counts what it frees.
__attribute__((noinline)) static double balance(long n, long m) {
  long before = freed;
  double sum = 0;
  {
    Image a(n, std::vector<double>(m));
    fill(a, n, m);
    for (long i = n; i-- > 0;)
      for (long j = m; j-- > 0;)
        sum = sum * 0.5 + a[i][j];
  }
  long after = freed;
  sum += before < after;
  BESIDE(sum)
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), m = size(argv, 2);
  show(refused(n, m));
  show(caught(n, m));
  show(counted(n, m));
  show(told(n, m));
  show(told_again(n, m));
  show(balance(n, m));
}
