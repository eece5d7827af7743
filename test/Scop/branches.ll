; A statement with branches only writes, as one without does, if the functions
; that it calls have no effects, return and do not throw.

; RUN: %opt_and_plugin -disable-output -passes='print<smolly-kernel>' %s 2>&1 \
; RUN:   | FileCheck %s

declare double @llvm.fabs.f64(double)
declare double @pure(double) memory(none) nounwind willreturn
declare double @endless(double) memory(none) nounwind
declare double @throws(double) memory(none) willreturn

; for (i = 0; i < n; i++)
;   if (x[i] > 1)
;     out[i] = fabs(pure(x[i]));
; CHECK-LABEL: "name": "only_writes"
; CHECK-NOT: "effects"
; CHECK: "kind": "may_write"
; CHECK-NOT: "effects"
define void @only_writes(i64 %n, ptr noalias %x, ptr noalias %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %from = getelementptr double, ptr %x, i64 %i
  %value = load double, ptr %from
  %to = getelementptr double, ptr %out, i64 %i
  %large = fcmp ogt double %value, 1.0
  br i1 %large, label %then, label %latch
then:
  %called = call double @pure(double %value)
  %positive = call double @llvm.fabs.f64(double %called)
  store double %positive, ptr %to
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: "name": "may_not_return"
; CHECK: "effects": true
; CHECK: "kind": "may_write"
define void @may_not_return(i64 %n, ptr noalias %x, ptr noalias %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %from = getelementptr double, ptr %x, i64 %i
  %value = load double, ptr %from
  %to = getelementptr double, ptr %out, i64 %i
  %large = fcmp ogt double %value, 1.0
  br i1 %large, label %then, label %latch
then:
  %called = call double @endless(double %value)
  %positive = call double @llvm.fabs.f64(double %called)
  store double %positive, ptr %to
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: "name": "may_throw"
; CHECK: "effects": true
; CHECK: "kind": "may_write"
define void @may_throw(i64 %n, ptr noalias %x, ptr noalias %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %from = getelementptr double, ptr %x, i64 %i
  %value = load double, ptr %from
  %to = getelementptr double, ptr %out, i64 %i
  %large = fcmp ogt double %value, 1.0
  br i1 %large, label %then, label %latch
then:
  %called = call double @throws(double %value)
  %positive = call double @llvm.fabs.f64(double %called)
  store double %positive, ptr %to
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
