// Full tiles have loops of their own, of constant length, and buffers for what
// they read from all over the memory.

// RUN: env SMOLLY_OPTIONS='schedule=tile;verify' %c_and_plugin -O2 -g -c %s \
// RUN:   -o %t.o -Rpass=smolly -Rpass-missed=smolly 2>&1 | FileCheck %s
// RUN: env SMOLLY_OPTIONS='schedule=tile;no-pack;verify' %c_and_plugin -O2 -g \
// RUN:   -c %s -o %t.o -Rpass=smolly 2>&1 | FileCheck %s --check-prefix=UNPACKED
// RUN: env SMOLLY_OPTIONS='schedule=tile;max-tile-versions=1;verify' \
// RUN:   %c_and_plugin -O2 -g -c %s -o %t.o -Rpass=smolly 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ONE
// RUN: %clang -O1 -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN:   | %opt -passes='function(sroa,instcombine)' -S -o %t.ll
// RUN: %opt_and_plugin -passes='smolly<schedule=tile>' -S %t.ll -o %t.full.ll
// RUN: %opt -passes='print<scalar-evolution>' -disable-output %t.full.ll 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COUNT
// RUN: %opt_and_plugin -passes='smolly<schedule=tile;max-tile-versions=1>' -S \
// RUN:   %t.ll -o %t.one.ll
// RUN: %opt -passes='print<scalar-evolution>' -disable-output %t.one.ll 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NOCOUNT
// RUN: %opt_and_plugin -passes='smolly<schedule=tile;no-pack;max-tile-versions=1>' \
// RUN:   -print-pipeline-passes -disable-output %t.ll \
// RUN:   | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: smolly<{{.*}}no-pack;schedule=tile;max-tile-versions=1>

// ONE: loops tiled
// ONE-NOT: full tile
// UNPACKED: full tiles have loops of their own
// UNPACKED-NOT: from a buffer

// The lengths of loops in full tiles are numbers, and those of loops that fill
// buffers; of loops for any tile they are not.
// COUNT-LABEL: Determining loop execution counts for: @product
// COUNT-DAG: backedge-taken count is i64 15
// COUNT-DAG: backedge-taken count is i64 255
// NOCOUNT-LABEL: Determining loop execution counts for: @product
// NOCOUNT-NOT: backedge-taken count is i64 {{15|255}}
// NOCOUNT: Determining loop execution counts for: @seidel

// Columns of two matrices. In the order of the buffers the innermost loop, k,
// comes last.
// CHECK: tile.c:[[#@LINE+10]]:{{.*}} remark: loops tiled, 16 x 16 x 256:
// CHECK: tile.c:[[#@LINE+9]]:{{.*}} remark: full tiles have loops of their own, of constant length: 11532 of 15876 tiles are full, with 1000 for each size that is not known
// CHECK: tile.c:[[#@LINE+4]]:{{.*}} remark: array 'a': a full tile reads each element 16 times, from a buffer of 16 x 256, in 512 cache lines and 8 pages in place of 512 and 256
// CHECK: tile.c:[[#@LINE+3]]:{{.*}} remark: array 'b': a full tile reads each element 16 times, from a buffer of 16 x 256, in 512 cache lines and 8 pages in place of 512 and 256
// UNPACKED-NOT: from a buffer
void product(long n, const double (*restrict a)[n],
             const double (*restrict b)[n], double (*restrict c)[n]) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        c[i][j] += a[k][i] * b[k][j];
}

// Of two tiles of the innermost loop one is full.
// CHECK: tile.c:[[#@LINE+6]]:{{.*}} remark: full tiles have no loops of their own: 3844 of 7938 tiles are full
// CHECK-NOT: from a buffer
void rows(long n, const double (*restrict a)[n], double (*restrict c)[n]) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        c[i][j] += a[i][k] * a[j][k];
}

// Skewed so far that most tiles are cut off. Loops that are skewed run in tiles from
// eight times the second-level cache on, others as soon as data are not in that.
// RUN: FileCheck %s --check-prefix=FOOTPRINT --input-file=%t.full.ll
// FOOTPRINT-LABEL: define {{.*}}@product
// FOOTPRINT: icmp sge i64 {{.*}}, 262144
// FOOTPRINT-LABEL: define {{.*}}@seidel
// FOOTPRINT: icmp sge i64 {{.*}}, 2097152
// CHECK: tile.c:[[#@LINE+5]]:{{.*}} remark: full tiles have no loops of their own: 7137 of 23431 tiles are full
void seidel(long n, long steps, double (*restrict u)[n]) {
  for (long t = 0; t < steps; t++)
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        u[i][j] = (u[i - 1][j] + u[i][j - 1] + u[i][j] + u[i][j + 1] +
                   u[i + 1][j]) /
                  5;
}

// Two planes of a history are alive, but in tiles most of them would be.
// RUN: env SMOLLY_OPTIONS=schedule=tile %c_and_plugin -O2 -w \
// RUN:   -c %smolly_src/utils/bench/suite/heat_2d_history.c -o %t.o \
// RUN:   -Rpass-missed=smolly 2>&1 | FileCheck %s --check-prefix=HISTORY
// HISTORY: remark: loops not tiled: in tiles of {{.*}}, arrays would take 7.5 GiB in place of 15 MiB
