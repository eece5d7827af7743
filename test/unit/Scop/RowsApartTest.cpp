//===- RowsApartTest.cpp - Whether rows overlap with others ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random tables, compared row by row.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/RowsApart.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/ExecutionEngine.h"
#include "llvm/ExecutionEngine/GenericValue.h"
#include "llvm/ExecutionEngine/Interpreter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace smolly;

namespace {

/// The interpreter has no memory to give, and one run needs it at most once.
constexpr char Allocator[] = R"(
@memory = global [4096 x i8] zeroinitializer, align 16
define ptr @malloc(i64 %bytes) {
  ret ptr @memory
}
define void @free(ptr %p) {
  ret void
}
)";

/// Rows of which nobody looks at the contents.
struct Rows {
  /// The table, of one pointer in each Stride bytes, or of none: Direct.
  std::vector<uint64_t> Table;
  uint64_t Direct = 0;
  int64_t Stride = 8, Count = 0, Low = 0, High = 8;

  uint64_t start(int64_t I) const {
    return Stride == 0 ? Direct : Table[I * Stride / 8];
  }
  bool overlaps(int64_t I, const Rows &Other, int64_t J) const {
    return start(I) + Low < Other.start(J) + Other.High &&
           Other.start(J) + Other.Low < start(I) + High;
  }
  void *pointer() const {
    return Stride == 0 ? reinterpret_cast<void *>(Direct)
                       : const_cast<uint64_t *>(Table.data());
  }
};

bool areApart(const Rows &Written, const Rows &Others) {
  for (int64_t I = 0; I < Written.Count; ++I) {
    for (int64_t J = 0; J < Written.Count; ++J)
      if (I != J && Written.overlaps(I, Written, J))
        return false;
    for (int64_t J = 0; J < Others.Count; ++J)
      if (Written.overlaps(I, Others, J))
        return false;
  }
  return true;
}

/// A function that makes the check.
class Check {
public:
  Check() {
    SMDiagnostic Error;
    auto M = parseAssemblyString(Allocator, Error, Context);
    IRBuilder<> B(Context);
    Type *Number = B.getInt64Ty(), *Pointer = B.getPtrTy();
    SmallVector<Type *, 10> Types;
    for (unsigned I = 0; I < 2; ++I)
      Types.append({Pointer, Number, Number, Number, Number});
    F = Function::Create(FunctionType::get(B.getInt1Ty(), Types, false),
                         GlobalValue::ExternalLinkage, "check", *M);
    B.SetInsertPoint(BasicBlock::Create(Context, "entry", F));
    auto PiecesAt = [&](unsigned I) -> MemoryPieces {
      return {F->getArg(I), F->getArg(I + 1), F->getArg(I + 2),
              F->getArg(I + 3), F->getArg(I + 4)};
    };
    CallInst *Call = emitApart(B, PiecesAt(0), PiecesAt(5));
    EXPECT_TRUE(isApartCheck(*Call));
    B.CreateRet(Call);
    EXPECT_FALSE(verifyModule(*M, &errs()));
    Engine.reset(EngineBuilder(std::move(M))
                     .setEngineKind(EngineKind::Interpreter)
                     .create());
  }

  bool operator()(const Rows &Written, const Rows &Others) {
    SmallVector<GenericValue, 10> Arguments;
    for (const Rows *R : {&Written, &Others}) {
      Arguments.push_back(PTOGV(R->pointer()));
      for (int64_t Number : {R->Stride, R->Count, R->Low, R->High}) {
        GenericValue V;
        V.IntVal = APInt(64, uint64_t(Number), /*isSigned=*/true);
        Arguments.push_back(V);
      }
    }
    return Engine->runFunction(F, Arguments).IntVal == 1;
  }

private:
  LLVMContext Context;
  Function *F = nullptr;
  std::unique_ptr<ExecutionEngine> Engine;
};

/// Up to ten rows of at least \p Least bytes.
Rows randomRows(std::mt19937 &Random, int64_t Least) {
  auto Below = [&](unsigned N) { return int64_t(Random() % N); };
  Rows R;
  R.Count = Below(11);
  R.Stride = 8 * (1 + Below(3));
  R.Low = 8 * Below(4) - 8;
  R.High = R.Low + Least + 8 * Below(20);
  int64_t Order = Below(4), Room = Below(2) ? 40 : 11;
  R.Table.resize(R.Count * R.Stride / 8 + 1);
  for (int64_t I = 0; I < R.Count; ++I) {
    int64_t Place = Order == 0 ? I : Order == 1 ? R.Count - I : Below(Room);
    R.Table[I * R.Stride / 8] = 100000 + Place * (R.High - R.Low);
  }
  if (Below(6) == 0) {
    R.Stride = 0;
    R.Count = std::min<int64_t>(R.Count, 1);
    R.Direct = 100000 + 8 * Below(2000);
  }
  return R;
}

TEST(RowsApart, FindsOverlaps) {
  Check IsApart;
  std::mt19937 Random(1);
  constexpr int64_t Short = 64, Long = 1024;
  unsigned Apart = 0, Given = 0;
  for (unsigned I = 0; I < 4000; ++I) {
    Rows Written = randomRows(Random, I % 2 ? Short : Long);
    Rows Others = randomRows(Random, Short);
    bool Expected = areApart(Written, Others), Got = IsApart(Written, Others);
    // Short rows in no order are not sorted.
    if (Got || Written.High - Written.Low >= Long) {
      EXPECT_EQ(Got, Expected) << "table " << I;
    }
    Apart += Expected;
    Given += Got;
  }
  EXPECT_GT(Apart, 1000u);
  EXPECT_GT(Given, Apart / 2);
}

TEST(RowsApart, LooksAtNothingWithoutRows) {
  Check IsApart;
  Rows None, Some;
  None.Count = 0;
  Some.Count = 1;
  Some.Table = {1000};
  EXPECT_TRUE(IsApart(None, Some));
  EXPECT_TRUE(IsApart(Some, None));
  EXPECT_FALSE(IsApart(Some, Some));
}

TEST(RowsApart, GoesWithItsCalls) {
  LLVMContext Context;
  Module M("m", Context);
  IRBuilder<> B(Context);
  Function *F = Function::Create(FunctionType::get(B.getVoidTy(), false),
                                 GlobalValue::ExternalLinkage, "f", M);
  B.SetInsertPoint(BasicBlock::Create(Context, "entry", F));
  Value *Zero = B.getInt64(0);
  MemoryPieces Nothing = {ConstantPointerNull::get(B.getPtrTy()), Zero, Zero,
                          Zero, Zero};
  CallInst *Call = emitApart(B, Nothing, Nothing);
  unsigned Functions = M.size();
  dropUnusedApartChecks(M);
  EXPECT_EQ(M.size(), Functions);
  Call->eraseFromParent();
  dropUnusedApartChecks(M);
  // malloc and free may be used by others.
  EXPECT_EQ(M.size(), 3u);
}

} // namespace
