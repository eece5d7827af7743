//===- ForwardCopies.cpp - Reads of copies in a SCoP ----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ForwardCopies.h.
///
//===----------------------------------------------------------------------===//

#include "ForwardCopies.h"
#include "Remarks.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Scop/Footprint.h"
#include "smolly/Scop/Scalars.h"
#include "smolly/Storage/ParameterPoint.h"
#include "smolly/Volume/Forward.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/TimeProfiler.h"

using namespace llvm;
using namespace smolly;

/// Elements that are read more often than this on average are worth a copy.
/// With half as many reads, a copy is worth about as much as loops of their own
/// for the borders of rows of three hundred elements cost (means of nine
/// pixels, pad_dilated and pad_smooth of utils/bench/volumes, rows of 182, 256,
/// 362 and 512: 1.17, 1.09, 1.00, 1.00 and 1.06, 1.00, 0.94, 0.89 times the
/// time). With twice as many it only pays where the copy does not stay in a
/// cache (a layer of a network, pad_layer, with three channels: 1.2 times the
/// time with rows of 300 and copies of 1 MiB, 0.85 with 6 MiB).
static constexpr double ManyReads = 16, SomeReads = 8;
/// What must become smaller by how much of the second-level cache then.
static constexpr double GainForMany = 16, GainForSome = 2;
/// A part of the reads for which nothing needs to be read or computed then; or,
/// where products with zeros stay, inner loops are cut short.
static constexpr double ManyConstants = 1.0 / 8;
/// The gain that makes up for short loops: more than fits into any cache (a
/// product of triangular matrices, f_product_triangular: 1.12 times the time
/// with 16 MiB less, 1.25 with 36 MiB, 0.75 with 77 MiB).
static constexpr double GainForShortLoops = 256;

/// Bytes that loops over constant sizes have in registers once they are
/// unrolled, if these do not run apart from each other for it (the two
/// measurements in a step of a Kalman filter over four numbers: 1.28 times the
/// time).
static constexpr double TinyCopies = 256;

/// What the statements that store \p C store; null if that is no constant of
/// the language.
static Constant *valueOf(const ForwardedConstant &C, const ImportedScop &Scop,
                         unsigned ElementBytes) {
  if (!C.Write)
    return Constant::getNullValue(
        IntegerType::get(Scop.S->getFunction().getContext(), ElementBytes * 8));
  Instruction *Store =
      Scop.Accesses[C.Write->Stmt][C.Write->Access]->getAccessInstruction();
  return dyn_cast<Constant>(cast<StoreInst>(Store)->getValueOperand());
}

/// "'in' and constants": where the reads of array \p Index of \p Old go.
static std::string describeOrigins(const ImportedScop &Scop, const Kernel &Old,
                                   const Kernel &New, unsigned Index) {
  std::vector<std::string> Names;
  bool AnyConstants = false;
  for (unsigned S = 0; S < Old.Statements.size(); ++S)
    for (const Access &A : New.Statements[S].Accesses) {
      if (!A.InPlaceOf ||
          Old.Statements[S].Accesses[*A.InPlaceOf].Array != Index)
        continue;
      if (A.Array >= Old.Arrays.size()) {
        AnyConstants = true;
        continue;
      }
      std::string Name = describeObject(Scop.Arrays[A.Array].Object.Base);
      if (!is_contained(Names, Name))
        Names.push_back(Name);
    }
  if (AnyConstants)
    Names.push_back("constants");
  return join(Names, " and ");
}

/// Whether what is computed from \p Loaded may be simplified if that is a
/// constant: x * 0.0 is not always 0.0.
static bool maySimplify(const Instruction *Loaded) {
  return Loaded && (Loaded->getType()->isIntegerTy() ||
                    all_of(Loaded->users(), [](const User *U) {
                      const auto *Op = dyn_cast<FPMathOperator>(U);
                      return Op && Op->hasNoNaNs() && Op->hasNoSignedZeros();
                    }));
}

/// The part of the second-level cache that array number \p Index of \p Scop
/// must take for loops without it to be faster: 0 unless an element of it is
/// read often, or where many of the reads are of constants in \p New that make
/// computing simpler. Complexity: that of a box for each polyhedron of its
/// accesses.
static double leastGain(const ImportedScop &Scop, const Kernel &New,
                        unsigned Index, const ParameterPoint &Point) {
  const Kernel &Old = Scop.K;
  double Reads = 0, Constants = 0, Simple = 0;
  for (unsigned S = 0; S < Old.Statements.size(); ++S)
    for (const Access &A : New.Statements[S].Accesses) {
      if (!A.InPlaceOf ||
          Old.Statements[S].Accesses[*A.InPlaceOf].Array != Index)
        continue;
      double Count = Point.boxesAround(A.Relation.domain());
      Reads += Count;
      if (A.Array < Old.Arrays.size())
        continue;
      Constants += Count;
      const polly::MemoryAccess *MA = accessOf(Scop, S, *A.InPlaceOf);
      if (MA && maySimplify(MA->getAccessInstruction()))
        Simple += Count;
    }
  if (Simple >= Reads * ManyConstants)
    return 0;
  double Elements = Point.boxAround(accessedElements(Old, Index));
  if (Reads > ManyReads * Elements)
    return Constants >= Reads * ManyConstants ? GainForShortLoops : GainForMany;
  return Reads > SomeReads * Elements ? GainForSome : 0;
}

ForwardedCopies smolly::forwardCopies(ImportedScop &Scop, Dataflow &Flow,
                                      const PassOptions &Options,
                                      const CacheSizes &Caches) {
  TimeTraceScope Trace("Smolly copies and constants");
  ForwardOptions How;
  for (const ImportedArray &A : Scop.Arrays)
    How.Zeroed.push_back(A.readsZero());
  How.AvoidQuotients = true;
  How.MaxOperations = Options.maxDataflowOperations();
  std::optional<ForwardedReads> New = forwardReads(Scop.K, Flow, How);
  if (!New)
    return {};
  std::vector<ImportedArray> Constants;
  for (const ForwardedConstant &C : New->Constants) {
    ImportedArray A;
    A.Constant = valueOf(C, Scop, New->K.Arrays[C.Array].ElementBytes);
    if (!A.Constant)
      return {};
    Constants.push_back(std::move(A));
  }
  Expected<Dataflow> NewFlow =
      computeDataflow(New->K, Options.maxDataflowOperations());
  if (!NewFlow) {
    consumeError(NewFlow.takeError());
    return {};
  }
  ForwardedCopies Result;
  double Copied = 0;
  IslBudget Budget(Scop.K.ctx(), Options.maxDataflowOperations());
  ParameterPoint Point(Scop.Likely, Options.forStorage(Scop.K).Assumed);
  for (unsigned I : New->Arrays) {
    Result.LeastGain =
        std::max(Result.LeastGain, leastGain(Scop, New->K, I, Point));
    Result.Arrays.push_back({I, " removed: what it holds is read from " +
                                    describeOrigins(Scop, Scop.K, New->K, I)});
    New->K.Arrays[I].Accessed = accessedElements(Scop.K, I);
    Copied += Point.boxAround(New->K.Arrays[I].Accessed) *
              Scop.K.Arrays[I].ElementBytes;
  }
  if (New->Constants.empty() && !Result.Arrays.empty() &&
      Copied <= TinyCopies && !Options.Always)
    return {};
  // With the sizes that are known, the loops would never run.
  double Least = Result.LeastGain * Caches.Second;
  if (Budget.exceeded() ||
      (Result.LeastGain > 0 && mostAccessedBytes(Scop.K, Least) < Least))
    return {};
  Scop.K = std::move(New->K);
  append_range(Scop.Arrays, std::move(Constants));
  Flow = std::move(*NewFlow);
  return Result;
}
