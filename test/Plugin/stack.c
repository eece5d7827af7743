// An array that becomes small and has a constant size goes to the stack, where
// LLVM can see all of its uses; a row does not.

// RUN: %c_and_plugin -O2 -g -S -emit-llvm %s -o %t.ll -Rpass=smolly 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s <%t.ll

#include <stdlib.h>

// REMARK: array 'patches' contracted from n * n * 9 to 9 elements of 4 bytes
// REMARK: array 'rows' contracted from n * 300 to 300 elements of 4 bytes
// CHECK-LABEL: define {{.*}}@patches(
// CHECK: alloca [36 x i8]
// CHECK: call {{.*}}@malloc(
// CHECK-NOT: call {{.*}}@malloc(
// CHECK-LABEL: define {{.*}}@rows(
// CHECK-NOT: alloca [1200 x i8]
// CHECK-COUNT-2: call {{.*}}@malloc(
void patches(long n, const float (*restrict in)[n + 2], float (*restrict out)[n]) {
  float (*patches)[n][9] = malloc(n * sizeof *patches);
  for (long y = 0; y < n; y++)
    for (long x = 0; x < n; x++)
      for (long dy = 0; dy < 3; dy++)
        for (long dx = 0; dx < 3; dx++)
          patches[y][x][3 * dy + dx] = x + dx > n ? y : in[y + dy][x + dx];
  for (long y = 0; y < n; y++)
    for (long x = 0; x < n; x++) {
      out[y][x] = 1;
      for (long k = 0; k < 9; k++)
        out[y][x] *= patches[y][x][k];
    }
  free(patches);
}

void rows(long n, const float (*restrict in)[300], float (*restrict out)[300]) {
  float (*rows)[300] = malloc(n * sizeof *rows);
  for (long y = 0; y < n; y++)
    for (long x = 0; x < 300; x++)
      rows[y][x] = in[y][x] * in[y][x];
  for (long y = 0; y < n; y++)
    for (long x = 1; x < 299; x++)
      out[y][x] = rows[y][x - 1] + rows[y][x + 1];
  free(rows);
}
