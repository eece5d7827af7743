// Prints the same numbers whatever is done to chain.c.

#include <stdio.h>

double chain(long n);
double escape(long n);

void look_at(double *cells) { printf("%a\n", cells[1]); }

int main(void) {
  printf("%a\n", chain(100));
  printf("%a\n", escape(100));
}
