// Of which classes the sets are that a compilation computes with: in a table, a
// remark, and the statistics; and what was asked about them, in a file.

// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN:   | %opt -passes='function(simplifycfg,sroa,early-cse)' -S -o %t.ll
// RUN: %opt_and_plugin -disable-output -passes='print<smolly-sdbm>' \
// RUN:   %t.ll 2>&1 | FileCheck %s --check-prefix=TABLE
// TABLE: last
// TABLE-NEXT: all       dbm     hsdbm      sdbm     other
// TABLE-NEXT: affine constraints {{[1-9][0-9]*}} {{[1-9][0-9]*}} {{[1-9][0-9]*}} 0 {{[0-9]+}}
// TABLE-NEXT: sets {{[1-9][0-9]*}} {{[1-9][0-9]*}} 0 0 {{[0-9]+}}
// TABLE-NEXT: dependence relations {{[1-9][0-9]*}} {{[1-9][0-9]*}} 0 0 {{[0-9]+}}
// TABLE-NEXT: conflict polyhedra {{[1-9][0-9]*}} {{[0-9]+}} {{[1-9][0-9]*}} 0 {{[0-9]+}}
// TABLE-NEXT: emptiness checks {{[1-9][0-9]*}} {{[1-9][0-9]*}} {{[1-9][0-9]*}} 0 {{[0-9]+}}

// RUN: rm -f %t.json %t.questions
// RUN: env SMOLLY_OPTIONS=sdbm-classes,statistics=%t.json,record-questions=%t.questions \
// RUN:   %c_and_plugin -O2 -Rpass-analysis=smolly -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK
// REMARK: remark: {{[1-9][0-9]*}} affine constraints: {{[1-9][0-9]*}} dbm, {{.*}}; {{[1-9][0-9]*}} sets: {{.*}}; {{[1-9][0-9]*}} dependence relations: {{.*}}; {{[1-9][0-9]*}} conflict polyhedra: {{.*}}; {{[1-9][0-9]*}} emptiness checks: {{.*}}dbm
// RUN: FileCheck %s --check-prefix=STATISTICS < %t.json
// STATISTICS: "classes":{"checks":{"dbm":{{[1-9][0-9]*}},"hsdbm":{{[0-9]+}},"other":{{[0-9]+}},"sdbm":{{[0-9]+}}},"conflicts"
// RUN: FileCheck %s --check-prefix=QUESTIONS < %t.questions
// QUESTIONS: {{^[0-9]+	(empty	\[p.*\] -> \{ \[x.*\}|(disjoint|subset)	\[.*\}	\[.*\})$}}

// The object is the same as without.
// RUN: %c_and_plugin -O2 -c %s -o %t.plain.o
// RUN: cmp %t.o %t.plain.o

// A file that cannot be written to is no reason to fail.
// RUN: env SMOLLY_OPTIONS=record-questions=%t.none/file %c_and_plugin -O2 \
// RUN:   -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=WARN
// WARN: warning: smolly: cannot write to '{{.*}}none/file': No such file or directory

// RUN: %opt_and_plugin -print-pipeline-passes -disable-output /dev/null \
// RUN:   -passes='smolly<sdbm-classes;record-questions=a>' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: smolly<verify;sdbm-classes;record-questions=a>

#include <stdlib.h>

double last(long n) {
  double *a = malloc(n * sizeof(*a));
  double sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = i;
  for (long t = 0; t < 100; t++)
    for (long i = 2; i < n; i += 2)
      a[i] = a[i - 1] * 0.5 + a[i];
  for (long i = 0; i < n; i += 4)
    sum += a[i];
  free(a);
  return sum;
}
