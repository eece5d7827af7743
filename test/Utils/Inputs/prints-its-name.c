// Prints something else with the plugin than without: its own file name.
#include <stdio.h>

int main(int argc, char **argv) {
  printf("%s has %d arguments\n", argv[0], argc - 1);
  return 0;
}
