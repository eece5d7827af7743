// A std::vector is an array from new. It allocates nothing where it has no
// elements, which stays so where the rewritten loops do not run, and sets its
// elements to zero, all at once then. Remarks name the line that declares it,
// not one in a header.

// RUN: %cxx_and_plugin -O2 -g -c %s -o /dev/null -Rpass=smolly 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK
// RUN: %cxx_and_plugin -O2 -c %s -o /dev/null -mllvm -print-after=smolly 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=unless-empty

#include <vector>

void note();

// REMARK: vectors.cpp:[[#@LINE+15]]:{{.*}} array 'rows' contracted
// REMARK: vectors.cpp:[[#@LINE+14]]:{{.*}} array 'columns' contracted
// REMARK: 3 loop nests run alongside each other

// CHECK-LABEL: void @stages(
// CHECK: call void @_Z4notev
// CHECK: %[[MADE:[0-9]+]] = {{.*}}call {{.*}}ptr @_Znwm(i64 noundef %[[BYTES:[0-9]+]])
// CHECK: %[[ROWS:[0-9]+]] = phi ptr [ null, %{{.*}} ], [ %[[MADE]], %{{.*}} ]
// CHECK: %[[KEPT:[0-9]+]] = phi ptr [ null, %{{.*}} ], [ %[[ROWS]], %{{.*}} ]
// CHECK: %[[LENGTH:[0-9]+]] = select i1 %{{.*}}, i64 0, i64 %[[BYTES]]
// CHECK: call void @llvm.memset.p0.i64(ptr {{.*}}%[[KEPT]], i8 0, i64 %[[LENGTH]]
// CHECK: call void @_ZdlPvm(ptr noundef %[[KEPT]]
extern "C" void stages(long h, long w, const float *__restrict in,
                       float *__restrict out) {
  note();
  std::vector<float> rows(h * w), columns(h * w);
  for (long y = 0; y < h; y++)
    for (long x = 1; x < w - 1; x++)
      rows[y * w + x] = in[y * w + x - 1] + in[y * w + x + 1];
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      columns[y * w + x] = rows[(y - 1) * w + x] + rows[(y + 1) * w + x];
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      out[y * w + x] = in[y * w + x] - columns[y * w + x];
}
