// The rows of a vector of vectors are in one allocation, and of the vectors
// themselves nothing is left. Remarks name the line that declares them.

// RUN: %cxx_and_plugin -O2 -g -c %s -o /dev/null -Rpass=smolly \
// RUN:   -Rpass-missed=smolly 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %cxx_and_plugin -O2 -c %s -o /dev/null -mllvm -print-after=smolly 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=smolly-freed

#include <vector>

using Image = std::vector<std::vector<double>>;

// REMARK: vector-rows.cpp:[[#@LINE+13]]:{{.*}} array 'all' left as it is: it is accessed with a subscript that is not affine
// REMARK: vector-rows.cpp:[[#@LINE+13]]:{{.*}} array 'rows' contracted from n * m to m elements of 8 bytes

// CHECK-LABEL: double @stages(
// CHECK-NOT: , 24
// CHECK: select i1 %{{[0-9]+}}, i64 -1, i64 %{{[0-9]+}}
// CHECK: %[[ROWS:[0-9]+]] = invoke {{.*}}ptr @_Znwm(i64 noundef %{{[0-9]+}})
// CHECK-NEXT: to label %{{[0-9]+}} unwind label
// CHECK: call void @_ZdlPv(ptr %[[ROWS]])
// CHECK-NOT: store ptr
// CHECK: ret double
extern "C" double stages(long n, long m) {
  std::vector<double> first(m);
  Image all(n, std::vector<double>(m));
  Image rows(n, std::vector<double>(m));
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      rows[i][j] = (i * 3 + j * 5) % 17 + first[j];
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      all[i][j] = rows[i][j] + rows[i][m - 1 - j];
  double sum = 0;
  for (long i = n; i-- > 0;)
    for (long j = m; j-- > 0;)
      sum = sum * 0.5 + all[j % n][i % m] + all[i][j];
  return sum;
}
