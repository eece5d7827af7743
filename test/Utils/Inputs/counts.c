// Prints what it was given, at compile time and at run time.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    printf("%zu ", strlen(argv[i]));
  printf("and %d\n", NUMBER);
  return STATUS;
}
