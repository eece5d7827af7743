//===- CarryValuesTest.cpp - Values that come back in registers -----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random loops over one array, executed before and after.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/CarryValues.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/ExecutionEngine.h"
#include "llvm/ExecutionEngine/GenericValue.h"
#include "llvm/ExecutionEngine/Interpreter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
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

constexpr long Border = 8, Iterations = 9, Elements = 4 * Border + Iterations;

/// An instruction of a loop over i: a load of a[i + Offset], or a store there
/// of the sum of what load number Of has found and a constant.
struct Step {
  bool IsStore;
  long Offset;
  unsigned Of = 0;
};

/// The loop as a function of the address of a[0], with elements of \p Type. Its
/// counter is a multiple of \p Stride.
std::string loopOf(const std::vector<Step> &Steps, long Stride,
                   const std::string &Type) {
  std::string Text;
  raw_string_ostream OS(Text);
  bool IsFloat = Type[0] != 'i';
  OS << "define void @f(ptr %a) {\nentry:\n  br label %start\nstart:\n"
        "  br label %loop\nloop:\n"
        "  %i = phi i64 [ 0, %start ], [ %next, %loop ]\n";
  for (unsigned I = 0; I < Steps.size(); ++I) {
    const Step &S = Steps[I];
    OS << "  %x" << I << " = add i64 %i, " << S.Offset + 2 * Border << "\n"
       << "  %p" << I << " = getelementptr " << Type << ", ptr %a, i64 %x" << I
       << "\n";
    if (!S.IsStore) {
      OS << "  %v" << I << " = load " << Type << ", ptr %p" << I << "\n";
      continue;
    }
    OS << "  %s" << I << " = " << (IsFloat ? "fadd " : "add ") << Type << " %v"
       << S.Of << ", " << I + 1 << (IsFloat ? ".0" : "") << "\n  store " << Type
       << " %s" << I << ", ptr %p" << I << "\n";
  }
  OS << "  %next = add i64 %i, " << Stride
     << "\n  %again = icmp slt i64 %next, " << Iterations
     << "\n  br i1 %again, label %loop, label %end\nend:\n  ret void\n}\n";
  return Text;
}

std::unique_ptr<Module> parse(const std::string &Text, LLVMContext &Context) {
  SMDiagnostic Error;
  auto M = parseAssemblyString(Text, Error, Context);
  EXPECT_TRUE(M) << Error.getMessage().str() << "\n" << Text;
  return M;
}

/// Carries values in the function of \p M; returns how many.
unsigned carryIn(Module &M) {
  Function &F = *M.getFunction("f");
  TargetLibraryInfoImpl Impl(M.getTargetTriple());
  TargetLibraryInfo TLI(Impl);
  carryValues(F, {&*std::next(F.begin())}, TLI);
  EXPECT_FALSE(verifyModule(M, &errs()));
  unsigned Count = 0;
  for (Instruction &I : instructions(F))
    Count += isa<PHINode>(I) && I.getName().starts_with("smolly.carried");
  return Count;
}

/// What the function of \p M leaves of an array of numbers.
std::vector<double> execute(std::unique_ptr<Module> M) {
  std::vector<double> Array(Elements);
  for (long I = 0; I < Elements; ++I)
    Array[I] = 100.0 * I;
  Function *F = M->getFunction("f");
  std::string Error;
  std::unique_ptr<ExecutionEngine> Engine(
      EngineBuilder(std::move(M))
          .setErrorStr(&Error)
          .setEngineKind(EngineKind::Interpreter)
          .create());
  EXPECT_TRUE(Engine) << Error;
  if (Engine)
    Engine->runFunction(F, {PTOGV(Array.data())});
  return Array;
}

unsigned carried(const std::vector<Step> &Steps, long Stride = 1,
                 const std::string &Type = "double") {
  LLVMContext Context;
  return carryIn(*parse(loopOf(Steps, Stride, Type), Context));
}

constexpr bool Load = false, Store = true;

TEST(CarryValues, FindsTheLastStore) {
  // a[i] = a[i - 1] + 2
  EXPECT_EQ(carried({{Load, -1}, {Store, 0}}), 1u);
  EXPECT_EQ(carried({{Load, -2}, {Store, 0}}), 0u);
  EXPECT_EQ(carried({{Load, 1}, {Store, 0}}), 0u);
  EXPECT_EQ(carried({{Load, -2}, {Store, 0}}, 2), 1u);
  // The second store is what the next iteration reads.
  EXPECT_EQ(carried({{Load, -1}, {Store, 0}, {Store, 0}}), 1u);
  // Another store reaches the load as well, but earlier: rows side by side.
  EXPECT_EQ(carried({{Load, -1}, {Store, 0}, {Load, -2}, {Store, -1, 2}}), 2u);
  // That is the same iteration.
  EXPECT_EQ(carried({{Load, 3}, {Store, 0}, {Load, 0}}), 0u);
}

TEST(CarryValues, SeesWhatIsInBetween) {
  // Behind the store, and in front of the load.
  EXPECT_EQ(carried({{Load, 3}, {Load, -1}, {Store, 0}, {Store, 0}}), 1u);
  EXPECT_EQ(carried({{Load, 3}, {Store, -1}, {Load, -1}, {Store, 0}}), 0u);
}

TEST(CarryValues, SeesPartsOfValues) {
  // Half of the element is written again: behind the store.
  const char Text[] = R"(
define void @f(ptr %a) {
entry:
  br label %start
start:
  br label %loop
loop:
  %i = phi i64 [ 1, %start ], [ %next, %loop ]
  %last = add i64 %i, -1
  %p = getelementptr double, ptr %a, i64 %last
  %x = load double, ptr %p
  %q = getelementptr double, ptr %a, i64 %i
  store double %x, ptr %q
  %half = getelementptr i8, ptr %q, i64 4
  store i32 7, ptr %half
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, 9
  br i1 %again, label %loop, label %end
end:
  ret void
}
)";
  LLVMContext Context;
  EXPECT_EQ(carryIn(*parse(Text, Context)), 0u);
  // Behind the element, it does no harm.
  std::string Beside = Text;
  Beside.replace(Beside.find("i64 4"), 5, "i64 8");
  EXPECT_EQ(carryIn(*parse(Beside, Context)), 1u);
}

TEST(CarryValues, SeesArraysOnTheStack) {
  // The first element is written again, at the address of the array itself.
  const char Text[] = R"(
define void @f(ptr %a) {
entry:
  %array = alloca [64 x double]
  br label %start
start:
  br label %loop
loop:
  %i = phi i64 [ 1, %start ], [ %next, %loop ]
  %last = add i64 %i, -1
  %p = getelementptr double, ptr %array, i64 %last
  %x = load double, ptr %p
  %q = getelementptr double, ptr %array, i64 %i
  store double %x, ptr %q
  store double 7.0, ptr %array
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, 9
  br i1 %again, label %loop, label %end
end:
  ret void
}
)";
  LLVMContext Context;
  EXPECT_EQ(carryIn(*parse(Text, Context)), 0u);
  // What is written to other memory does no harm.
  std::string Elsewhere = Text;
  Elsewhere.replace(Elsewhere.rfind("ptr %array"), 10, "ptr %a");
  EXPECT_EQ(carryIn(*parse(Elsewhere, Context)), 1u);
}

TEST(CarryValues, LeavesIntegersAlone) {
  EXPECT_EQ(carried({{Load, -1}, {Store, 0}}, 1, "i64"), 0u);
}

TEST(CarryValues, KeepsResultsOfRandomLoops) {
  std::mt19937 Random(1);
  auto Below = [&](unsigned N) { return Random() % N; };
  unsigned Carried = 0;
  for (unsigned Case = 0; Case < 1000; ++Case) {
    std::vector<Step> Steps;
    std::vector<unsigned> Loads;
    long Stride = 1 + Below(2);
    for (unsigned N = 2 + Below(7); Steps.size() < N;) {
      long Offset = long(Below(5)) - 2;
      bool IsStore = !Loads.empty() && Below(2);
      if (IsStore)
        Steps.push_back({Store, Offset, Loads[Below(Loads.size())]});
      else {
        Loads.push_back(Steps.size());
        Steps.push_back({Load, Offset});
      }
    }
    std::string Text = loopOf(Steps, Stride, "double");
    LLVMContext Context;
    auto Changed = parse(Text, Context);
    Carried += carryIn(*Changed);
    ASSERT_EQ(execute(parse(Text, Context)), execute(std::move(Changed)))
        << "case " << Case << ":\n"
        << Text;
  }
  EXPECT_GT(Carried, 200u);
}

} // namespace
