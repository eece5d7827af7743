//===- RowsApart.cpp - Whether rows overlap with others -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RowsApart.h.
///
/// Both lists of pieces are walked in the order of their addresses, as in a
/// merge sort. Each piece has to begin behind all before it, if it or the one
/// before is written. Lists that do not grow or fall are sorted first, if rows
/// are long enough for that to take no time to speak of.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/RowsApart.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace smolly;

static constexpr StringLiteral ApartName = "smolly.rows.apart";

/// Users first.
static constexpr StringLiteral Names[] = {
    ApartName, "smolly.rows.merge", "smolly.rows.start", "smolly.rows.sort"};

/// In smolly.rows.merge, a and b are the two lists: rows from *.first in steps
/// of *.step; a.last, b.last and a.end are of what was seen last of each, any
/// .end the largest of all. It gives 0 for an overlap, 1 for none, and 2 for a
/// list that is not in order. smolly.rows.sort is Shell's sort, with gaps that
/// become smaller by 2.2 each time (Gonnet and Baeza-Yates, Handbook of
/// Algorithms and Data Structures, 1991).
static constexpr StringLiteral Code = R"(
define internal i64 @smolly.rows.start(ptr %table, i64 %stride, i64 %index) #0 {
entry:
  %direct = icmp eq i64 %stride, 0
  br i1 %direct, label %is.row, label %load
is.row:
  %row = ptrtoint ptr %table to i64
  ret i64 %row
load:
  %offset = mul i64 %stride, %index
  %slot = getelementptr i8, ptr %table, i64 %offset
  %loaded = load i64, ptr %slot, align 8
  ret i64 %loaded
}

define internal i64 @smolly.rows.merge(ptr %a, i64 %a.stride, i64 %a.count, i64 %a.low, i64 %a.high, ptr %b, i64 %b.stride, i64 %b.count, i64 %b.low, i64 %b.high) #0 {
entry:
  %a.size = sub i64 %a.high, %a.low
  %b.size = sub i64 %b.high, %b.low
  %a.top = sub i64 %a.count, 1
  %a.head = call i64 @smolly.rows.start(ptr %a, i64 %a.stride, i64 0)
  %a.tail = call i64 @smolly.rows.start(ptr %a, i64 %a.stride, i64 %a.top)
  %a.falls = icmp ult i64 %a.tail, %a.head
  %a.first = select i1 %a.falls, i64 %a.top, i64 0
  %a.step = select i1 %a.falls, i64 -1, i64 1
  %b.any = icmp sgt i64 %b.count, 0
  br i1 %b.any, label %b.ends, label %begin
b.ends:
  %b.top = sub i64 %b.count, 1
  %b.head = call i64 @smolly.rows.start(ptr %b, i64 %b.stride, i64 0)
  %b.tail = call i64 @smolly.rows.start(ptr %b, i64 %b.stride, i64 %b.top)
  %b.falls = icmp ult i64 %b.tail, %b.head
  %b.begin = select i1 %b.falls, i64 %b.top, i64 0
  %b.by = select i1 %b.falls, i64 -1, i64 1
  br label %begin
begin:
  %b.first = phi i64 [ 0, %entry ], [ %b.begin, %b.ends ]
  %b.step = phi i64 [ 1, %entry ], [ %b.by, %b.ends ]
  br label %next
next:
  %i = phi i64 [ 0, %begin ], [ %i.next, %advance ]
  %j = phi i64 [ 0, %begin ], [ %j.next, %advance ]
  %a.last = phi i64 [ 0, %begin ], [ %a.last.next, %advance ]
  %b.last = phi i64 [ 0, %begin ], [ %b.last.next, %advance ]
  %a.end = phi i64 [ 0, %begin ], [ %a.end.next, %advance ]
  %any.end = phi i64 [ 0, %begin ], [ %any.end.next, %advance ]
  %a.more = icmp slt i64 %i, %a.count
  br i1 %a.more, label %a.load, label %a.done
a.load:
  %i.scaled = mul i64 %i, %a.step
  %i.index = add i64 %a.first, %i.scaled
  %a.row = call i64 @smolly.rows.start(ptr %a, i64 %a.stride, i64 %i.index)
  %a.begin = add i64 %a.row, %a.low
  br label %a.done
a.done:
  %a.next = phi i64 [ -1, %next ], [ %a.begin, %a.load ]
  %b.more = icmp slt i64 %j, %b.count
  br i1 %b.more, label %b.load, label %b.done
b.load:
  %j.scaled = mul i64 %j, %b.step
  %j.index = add i64 %b.first, %j.scaled
  %b.row = call i64 @smolly.rows.start(ptr %b, i64 %b.stride, i64 %j.index)
  %b.start = add i64 %b.row, %b.low
  br label %b.done
b.done:
  %b.next = phi i64 [ -1, %a.done ], [ %b.start, %b.load ]
  %more = or i1 %a.more, %b.more
  br i1 %more, label %order, label %apart
order:
  %a.back = icmp ult i64 %a.next, %a.last
  %b.back = icmp ult i64 %b.next, %b.last
  %back = or i1 %a.back, %b.back
  br i1 %back, label %unordered, label %compare
compare:
  %is.a = icmp ule i64 %a.next, %b.next
  %start = select i1 %is.a, i64 %a.next, i64 %b.next
  %size = select i1 %is.a, i64 %a.size, i64 %b.size
  %end = add i64 %start, %size
  %before = select i1 %is.a, i64 %any.end, i64 %a.end
  %overlaps = icmp ult i64 %start, %before
  br i1 %overlaps, label %overlap, label %advance
advance:
  %ends.last = icmp ugt i64 %end, %any.end
  %any.end.next = select i1 %ends.last, i64 %end, i64 %any.end
  %a.ends.last = icmp ugt i64 %end, %a.end
  %a.grows = and i1 %is.a, %a.ends.last
  %a.end.next = select i1 %a.grows, i64 %end, i64 %a.end
  %a.last.next = select i1 %is.a, i64 %start, i64 %a.last
  %b.last.next = select i1 %is.a, i64 %b.last, i64 %start
  %i.one = zext i1 %is.a to i64
  %i.next = add i64 %i, %i.one
  %j.one = sub i64 1, %i.one
  %j.next = add i64 %j, %j.one
  br label %next
apart:
  ret i64 1
overlap:
  ret i64 0
unordered:
  ret i64 2
}

define internal void @smolly.rows.sort(ptr %rows, i64 %count) #0 {
entry:
  %half = lshr i64 %count, 1
  br label %gaps
gaps:
  %gap = phi i64 [ %half, %entry ], [ %next.gap, %gap.done ]
  %any = icmp ne i64 %gap, 0
  br i1 %any, label %elements, label %done
elements:
  %i = phi i64 [ %gap, %gaps ], [ %next.i, %placed ]
  %more = icmp slt i64 %i, %count
  br i1 %more, label %take, label %gap.done
take:
  %taken = getelementptr i64, ptr %rows, i64 %i
  %value = load i64, ptr %taken, align 8
  br label %find
find:
  %j = phi i64 [ %i, %take ], [ %before, %shift ]
  %before = sub i64 %j, %gap
  %inside = icmp sge i64 %before, 0
  br i1 %inside, label %look, label %placed
look:
  %earlier = getelementptr i64, ptr %rows, i64 %before
  %other = load i64, ptr %earlier, align 8
  %larger = icmp ugt i64 %other, %value
  br i1 %larger, label %shift, label %placed
shift:
  %to = getelementptr i64, ptr %rows, i64 %j
  store i64 %other, ptr %to, align 8
  br label %find
placed:
  %place = getelementptr i64, ptr %rows, i64 %j
  store i64 %value, ptr %place, align 8
  %next.i = add i64 %i, 1
  br label %elements
gap.done:
  %scaled = mul i64 %gap, 5
  %smaller = udiv i64 %scaled, 11
  %is.two = icmp eq i64 %gap, 2
  %next.gap = select i1 %is.two, i64 1, i64 %smaller
  br label %gaps
done:
  ret void
}

define internal i1 @smolly.rows.apart(ptr %a, i64 %a.stride, i64 %a.count, i64 %a.low, i64 %a.high, ptr %b, i64 %b.stride, i64 %b.count, i64 %b.low, i64 %b.high) #1 {
entry:
  %none = icmp slt i64 %a.count, 1
  br i1 %none, label %yes, label %merge
merge:
  %merged = call i64 @smolly.rows.merge(ptr %a, i64 %a.stride, i64 %a.count, i64 %a.low, i64 %a.high, ptr %b, i64 %b.stride, i64 %b.count, i64 %b.low, i64 %b.high)
  %ordered = icmp ult i64 %merged, 2
  br i1 %ordered, label %known, label %unordered
known:
  %apart = icmp eq i64 %merged, 1
  ret i1 %apart
unordered:
  %a.size = sub i64 %a.high, %a.low
  %short = icmp slt i64 %a.size, 1024
  br i1 %short, label %no, label %allocate
allocate:
  %count = add i64 %a.count, %b.count
  %bytes = mul i64 %count, 8
  %a.rows = call ptr @malloc(i64 %bytes)
  %failed = icmp eq ptr %a.rows, null
  br i1 %failed, label %no, label %copy
copy:
  %b.rows = getelementptr i64, ptr %a.rows, i64 %a.count
  br label %copy.next
copy.next:
  %i = phi i64 [ 0, %copy ], [ %i.next, %store ]
  %of.a = icmp slt i64 %i, %a.count
  br i1 %of.a, label %a.load, label %b.load
a.load:
  %a.row = call i64 @smolly.rows.start(ptr %a, i64 %a.stride, i64 %i)
  br label %store
b.load:
  %j = sub i64 %i, %a.count
  %of.b = icmp slt i64 %j, %b.count
  br i1 %of.b, label %b.read, label %sort
b.read:
  %b.row = call i64 @smolly.rows.start(ptr %b, i64 %b.stride, i64 %j)
  br label %store
store:
  %row = phi i64 [ %a.row, %a.load ], [ %b.row, %b.read ]
  %slot = getelementptr i64, ptr %a.rows, i64 %i
  store i64 %row, ptr %slot, align 8
  %i.next = add i64 %i, 1
  br label %copy.next
sort:
  call void @smolly.rows.sort(ptr %a.rows, i64 %a.count)
  call void @smolly.rows.sort(ptr %b.rows, i64 %b.count)
  %sorted = call i64 @smolly.rows.merge(ptr %a.rows, i64 8, i64 %a.count, i64 %a.low, i64 %a.high, ptr %b.rows, i64 8, i64 %b.count, i64 %b.low, i64 %b.high)
  call void @free(ptr %a.rows)
  %found = icmp eq i64 %sorted, 1
  ret i1 %found
yes:
  ret i1 true
no:
  ret i1 false
}

declare ptr @malloc(i64)
declare void @free(ptr)

attributes #0 = { nofree norecurse nosync nounwind willreturn }
attributes #1 = { nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite) }
)";

/// Code, on its own: a module that is read is looked through as a whole.
static std::unique_ptr<Module> readCode(LLVMContext &C) {
  // clang discards names, and text that has some is not read then.
  bool Discards = C.shouldDiscardValueNames();
  C.setDiscardValueNames(false);
  SMDiagnostic Error;
  std::unique_ptr<Module> Result =
      parseAssembly(MemoryBufferRef(Code, ApartName), Error, C);
  C.setDiscardValueNames(Discards);
  assert(Result && "the code is not well formed");
  return Result;
}

/// The function in \p M, with those that it calls.
static Function *apartFunction(Module &M) {
  if (Function *F = M.getFunction(ApartName))
    return F;
  std::unique_ptr<Module> Read = readCode(M.getContext());
  for (Function &F : make_early_inc_range(*Read))
    if (F.isDeclaration()) {
      F.replaceAllUsesWith(
          M.getOrInsertFunction(F.getName(), F.getFunctionType()).getCallee());
      F.eraseFromParent();
    }
  M.getFunctionList().splice(M.end(), Read->getFunctionList());
  return M.getFunction(ApartName);
}

CallInst *smolly::emitApart(IRBuilderBase &B, const MemoryPieces &Written,
                            const MemoryPieces &Others) {
  SmallVector<Value *, 10> Arguments;
  for (const MemoryPieces *P : {&Written, &Others})
    Arguments.append({P->Table, P->Stride, P->Count, P->Low, P->High});
  return B.CreateCall(apartFunction(*B.GetInsertBlock()->getModule()),
                      Arguments);
}

bool smolly::isApartCheck(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == ApartName;
}

void smolly::dropUnusedApartChecks(Module &M) {
  for (StringRef Name : Names)
    if (Function *F = M.getFunction(Name); F && F->use_empty())
      F->eraseFromParent();
}
