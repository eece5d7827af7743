//===- Generate.cpp - Code for a SCoP with new arrays ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements generateScop of Apply.h, on the parts that Polly's own code
/// generation is made of. Differs from it in what a user node means: we know
/// the piece of the domain that a copy of a statement runs for, and give each
/// access the array and index of its placement there,
///
///     new[((i0 - b0) mod e0) * e1 + ((i1 - b1) mod e1)]
///
/// with sizes e computed once, in front of the loops.
///
//===----------------------------------------------------------------------===//

#include "ScopAst.h"
#include "polly/CodeGen/IslAst.h"
#include "polly/CodeGen/IslNodeBuilder.h"
#include "polly/CodeGen/Utils.h"
#include "polly/Support/GICHelper.h"
#include "polly/Support/ScopHelper.h"
#include "smolly/Scop/Apply.h"
#include "smolly/Scop/Footprint.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace smolly;

/// New arrays of a size known to be at most this many bytes go to the stack.
static constexpr uint64_t MaxStackBytes = 8192;

/// isl operations that building the syntax tree may take.
static constexpr unsigned long MaxAstOperations = 20'000'000;

namespace {

/// A storage array in the generated code.
struct EmittedArray {
  const polly::ScopArrayInfo *SAI = nullptr;
  /// For each dimension, an expression for size and base; both are integers or
  /// ids that stand for values computed in front of the loops.
  std::vector<isl::ast_expr> Sizes, Bases;
};

class NodeBuilder final : public polly::IslNodeBuilder {
public:
  NodeBuilder(polly::PollyIRBuilder &Builder, polly::ScopAnnotator &Annotator,
              const DataLayout &DL, PollySession &Session, ImportedScop &Scop,
              const StoragePlan &Plan, const AccessPlan &Places,
              const ScopAst &Ast, BasicBlock *StartBlock)
      : IslNodeBuilder(Builder, Annotator, DL, Session.LI, Session.SE,
                       Session.DT, *Scop.S, StartBlock),
        Scop(Scop), Plan(Plan), Places(Places), Ast(Ast) {}

  /// Emits sizes and allocations at the builder's position.
  void emitArrays(GeneratedScop &G);

  /// Emits whether the new arrays save at least \p MinBytes; after emitArrays.
  Value *emitGainCheck(uint64_t MinBytes);

  /// An isl computation failed on the way; the function must be discarded.
  bool Failed = false;

protected:
  void createUser(isl_ast_node *Node) override;

private:
  EmittedArray emitSizes(const StorageArray &A, const std::string &Name);
  void emitArray(const StorageArray &A, GeneratedScop &G);
  isl::ast_expr nameValue(Value *V, const std::string &Name);
  isl::ast_expr emitParameter(isl::pw_aff Function, const std::string &Name);
  std::pair<Value *, Value *> bytesOf(const EmittedArray &E,
                                      unsigned ElementBytes);
  const polly::ScopArrayInfo *describe(Value *Pointer, unsigned Array,
                                       const std::string &Name);
  const polly::ScopArrayInfo *zeroCell(unsigned Array);
  const polly::ScopArrayInfo *unreadCell(unsigned Array);
  isl::ast_expr cellIndex(const isl::ast_build &Build, isl::pw_multi_aff Index,
                          unsigned Target);
  isl::ast_expr accessExpr(const isl::ast_build &Build, const Placement &P,
                           isl::pw_multi_aff Instance, unsigned Array);
  isl::id_to_ast_expr newAccesses(const isl::ast_build &Build, PieceRef Ref);

  ImportedScop &Scop;
  const StoragePlan &Plan;
  const AccessPlan &Places;
  const ScopAst &Ast;
  std::vector<EmittedArray> Arrays;
  std::vector<Value *> NewBytes;
  /// Keeps the keys of IDToValue alive.
  std::vector<isl::id> Names;
  std::map<unsigned, const polly::ScopArrayInfo *> ZeroCells, UnreadCells;
};

} // namespace

isl::ast_expr NodeBuilder::nameValue(Value *V, const std::string &Name) {
  if (auto *Constant = dyn_cast<ConstantInt>(V))
    return isl::ast_expr::from_val(
        isl::val(S.getIslCtx(), Constant->getSExtValue()));
  isl::id Id = isl::id::alloc(S.getIslCtx(), Name, this);
  Names.push_back(Id);
  IDToValue[Id.get()] = V;
  return isl::manage(isl_ast_expr_from_id(Id.copy()));
}

/// Computes \p Function, { [params] -> Z }, at the builder's position.
isl::ast_expr NodeBuilder::emitParameter(isl::pw_aff Function,
                                         const std::string &Name) {
  isl::ast_expr Expr = Ast.Build.expr_from(Function);
  if (Expr.is_null()) {
    Failed = true;
    return nameValue(Builder.getInt64(1), Name);
  }
  Value *V = ExprBuilder.create(Expr.release());
  return nameValue(Builder.CreateSExtOrTrunc(V, Builder.getInt64Ty()), Name);
}

/// Bytes of the array as a 64 bit value, and whether that is not
/// representable or not positive.
std::pair<Value *, Value *> NodeBuilder::bytesOf(const EmittedArray &E,
                                                 unsigned ElementBytes) {
  Value *Bytes = Builder.getInt64(ElementBytes);
  Value *Overflow = Builder.getFalse();
  for (const isl::ast_expr &Size : E.Sizes) {
    Value *Factor = Builder.CreateSExtOrTrunc(ExprBuilder.create(Size.copy()),
                                              Builder.getInt64Ty());
    Value *Product = Builder.CreateBinaryIntrinsic(
        Intrinsic::smul_with_overflow, Bytes, Factor);
    Bytes = Builder.CreateExtractValue(Product, 0);
    Value *Bad =
        Builder.CreateOr(Builder.CreateExtractValue(Product, 1),
                         Builder.CreateICmpSLT(Factor, Builder.getInt64(1)));
    Overflow = Builder.CreateOr(Overflow, Bad);
  }
  return {Bytes, Overflow};
}

const polly::ScopArrayInfo *
NodeBuilder::describe(Value *Pointer, unsigned Array, const std::string &Name) {
  return S.getOrCreateScopArrayInfo(
      Pointer, Scop.Arrays[Array].SAI->getElementType(), {nullptr},
      polly::MemoryKind::Array, Name.c_str());
}

EmittedArray NodeBuilder::emitSizes(const StorageArray &A,
                                    const std::string &Name) {
  EmittedArray E;
  for (unsigned I = 0; I < A.Dims.size(); ++I) {
    std::string Suffix = "_" + std::to_string(I);
    E.Sizes.push_back(emitParameter(A.Dims[I].Size, Name + "size" + Suffix));
    E.Bases.push_back(emitParameter(A.Dims[I].Base, Name + "base" + Suffix));
  }
  return E;
}

/// The sum saturates: an old size that is not representable is large, and a new
/// one keeps the code from running anyway.
Value *NodeBuilder::emitGainCheck(uint64_t MinBytes) {
  std::vector<bool> Changed = changedArrays(Plan, Scop.Arrays.size());
  Value *Gain = Builder.getInt64(0);
  for (unsigned I = 0; I < Scop.Arrays.size(); ++I) {
    if (!Changed[I])
      continue;
    StorageArray Old = accessedBox(Scop.K, I);
    auto [Bytes, Overflow] =
        bytesOf(emitSizes(Old, "old" + std::to_string(I)), Old.ElementBytes);
    Value *Known = Builder.CreateSelect(
        Overflow, Builder.getInt64(std::numeric_limits<int64_t>::max()), Bytes);
    Gain = Builder.CreateBinaryIntrinsic(Intrinsic::sadd_sat, Gain, Known);
  }
  for (Value *Bytes : NewBytes)
    Gain = Builder.CreateBinaryIntrinsic(Intrinsic::ssub_sat, Gain, Bytes);
  return Builder.CreateICmpSGE(Gain, Builder.getInt64(MinBytes));
}

void NodeBuilder::emitArray(const StorageArray &A, GeneratedScop &G) {
  std::string Name = "smolly" + std::to_string(Arrays.size());
  EmittedArray E = emitSizes(A, Name);
  auto [Bytes, Overflow] = bytesOf(E, A.ElementBytes);
  G.Overflow = Builder.CreateOr(G.Overflow, Overflow);
  NewBytes.push_back(Bytes);
  Function &F = S.getFunction();
  Value *Pointer;
  if (auto *Constant = dyn_cast<ConstantInt>(Bytes);
      Constant && Constant->getSExtValue() >= 0 &&
      Constant->getZExtValue() <= MaxStackBytes) {
    IRBuilder<> Entry(&F.getEntryBlock(), F.getEntryBlock().begin());
    AllocaInst *Alloca = Entry.CreateAlloca(
        ArrayType::get(Entry.getInt8Ty(), Constant->getZExtValue()));
    Alloca->setAlignment(Align(64));
    Pointer = Alloca;
  } else {
    FunctionCallee Malloc = F.getParent()->getOrInsertFunction(
        "malloc", Builder.getPtrTy(), Builder.getInt64Ty());
    CallInst *Call = Builder.CreateCall(Malloc, Bytes);
    Call->addRetAttr(Attribute::NoAlias);
    G.Allocations.push_back(Call);
    Pointer = Call;
  }
  E.SAI = describe(Pointer, A.Array, Name);
  Arrays.push_back(std::move(E));
}

void NodeBuilder::emitArrays(GeneratedScop &G) {
  G.Overflow = Builder.getFalse();
  for (const StorageArray &A : Plan.Arrays)
    emitArray(A, G);
}

/// A constant that every read of an element still zero from its allocation
/// goes to.
const polly::ScopArrayInfo *NodeBuilder::zeroCell(unsigned Array) {
  const polly::ScopArrayInfo *&SAI = ZeroCells[Array];
  if (SAI)
    return SAI;
  Type *T = Scop.Arrays[Array].SAI->getElementType();
  auto *Zero = new GlobalVariable(
      *S.getFunction().getParent(), T, /*isConstant=*/true,
      GlobalValue::PrivateLinkage, Constant::getNullValue(T), "smolly.zero");
  Zero->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return SAI = describe(Zero, Array, "smollyzero" + std::to_string(Array));
}

/// A stack cell that is written and never read, which LLVM removes.
const polly::ScopArrayInfo *NodeBuilder::unreadCell(unsigned Array) {
  const polly::ScopArrayInfo *&SAI = UnreadCells[Array];
  if (SAI)
    return SAI;
  BasicBlock &Entry = S.getFunction().getEntryBlock();
  IRBuilder<> B(&Entry, Entry.begin());
  Value *Cell = B.CreateAlloca(Scop.Arrays[Array].SAI->getElementType());
  return SAI = describe(Cell, Array, "smollyunread" + std::to_string(Array));
}

/// The linear index of a cell; \p Index is { [iterators] -> Cell[] }.
isl::ast_expr NodeBuilder::cellIndex(const isl::ast_build &Build,
                                     isl::pw_multi_aff Index, unsigned Target) {
  const StorageArray &A = Plan.Arrays[Target];
  const EmittedArray &E = Arrays[Target];
  isl::ast_expr Linear = isl::ast_expr::from_val(isl::val::zero(S.getIslCtx()));
  for (unsigned I = 0; I < A.Dims.size(); ++I) {
    isl::pw_aff Row = Index.at(I);
    isl::pw_aff Base = A.Dims[I].Base;
    bool SimpleBase = Base.n_piece().release() == 1;
    if (SimpleBase)
      Row = Row.sub(Base.insert_domain(Row.get_domain_space())).coalesce();
    isl::ast_expr Term = Build.expr_from(Row);
    if (!SimpleBase)
      Term = isl::manage(isl_ast_expr_sub(Term.release(), E.Bases[I].copy()));
    if (A.Dims[I].NeedsModulo)
      Term =
          isl::manage(isl_ast_expr_pdiv_r(Term.release(), E.Sizes[I].copy()));
    Linear = I == 0 ? Term : Linear.mul(E.Sizes[I]).add(Term);
  }
  return Linear;
}

/// The element that an access with placement \p P touches. \p Instance is
/// { [iterators] -> Domain[] }.
isl::ast_expr NodeBuilder::accessExpr(const isl::ast_build &Build,
                                      const Placement &P,
                                      isl::pw_multi_aff Instance,
                                      unsigned Array) {
  const polly::ScopArrayInfo *SAI = nullptr;
  isl::ast_expr Index = isl::ast_expr::from_val(isl::val::zero(S.getIslCtx()));
  switch (P.Where) {
  case Placement::Kind::Original:
    return isl::ast_expr();
  case Placement::Kind::Zero:
    SAI = zeroCell(Array);
    break;
  case Placement::Kind::Nowhere:
    SAI = unreadCell(Array);
    break;
  case Placement::Kind::Mapped:
    SAI = Arrays[P.Target].SAI;
    Index = cellIndex(Build, P.Index.pullback(Instance), P.Target);
  }
  Failed |= Index.is_null();
  isl_ast_expr_list *Indices = isl_ast_expr_list_from_ast_expr(Index.release());
  isl_ast_expr *Base = isl_ast_expr_from_id(SAI->getBasePtrId().release());
  return isl::manage(isl_ast_expr_access(Base, Indices));
}

/// The accesses of a statement copy that leave the original array.
isl::id_to_ast_expr NodeBuilder::newAccesses(const isl::ast_build &Build,
                                             PieceRef Ref) {
  isl::id_to_ast_expr Result = isl::id_to_ast_expr::alloc(S.getIslCtx(), 0);
  const StatementPlacement &SP = Places.Statements[Ref.Stmt];
  const StatementPiece &Piece = SP.Pieces[Ref.Piece];
  isl::map Schedule = isl::map::from_union_map(Build.get_schedule());
  isl::id Domain = Scop.K.Statements[Ref.Stmt].Domain.get_tuple_id();
  isl::pw_multi_aff Instance =
      Schedule.reverse().set_tuple_id(isl::dim::out, Domain).as_pw_multi_aff();
  for (unsigned A = 0; A < SP.Accesses.size(); ++A) {
    const Placement &P = SP.Accesses[A][Piece.Choice[A]];
    unsigned Array = Scop.K.Statements[Ref.Stmt].Accesses[A].Array;
    isl::ast_expr Expr = accessExpr(Build, P, Instance, Array);
    if (!Expr.is_null())
      Result = Result.set(Scop.Accesses[Ref.Stmt][A]->getId(), Expr);
  }
  return Result;
}

void NodeBuilder::createUser(isl_ast_node *Node) {
  isl::ast_node User = isl::manage(Node);
  isl::ast_expr Call = isl::manage(isl_ast_node_user_get_expr(User.get()));
  isl::ast_expr Callee = isl::manage(isl_ast_expr_get_op_arg(Call.get(), 0));
  isl::id Id = isl::manage(isl_ast_expr_get_id(Callee.get()));
  auto *Stmt = static_cast<polly::ScopStmt *>(Id.get_user());
  isl::ast_build Build = polly::IslAstInfo::getBuild(User);
  Stmt->setAstBuild(Build);
  isl::id_to_ast_expr Accesses = newAccesses(Build, Ast.Pieces.at(Id.get()));
  if (Failed)
    return;
  polly::LoopToScevMapT LTS;
  LTS.insert(OutsideLoopIterations.begin(), OutsideLoopIterations.end());
  createSubstitutions(Call.release(), Stmt, LTS);
  if (Stmt->isBlockStmt())
    BlockGen.copyStmt(*Stmt, LTS, Accesses.get());
  else
    RegionGen.copyStmt(*Stmt, LTS, Accesses.get());
}

/// Neither copied nor kept consistent between the two versions: markers go.
static void removeLifetimeMarkers(const Region &R) {
  for (BasicBlock *BB : R.blocks())
    for (Instruction &I : make_early_inc_range(*BB))
      if (I.isLifetimeStartOrEnd())
        I.eraseFromParent();
}

/// Blocks that code generation added belong to the parent region: Polly does
/// not build regions for them, but asks for them.
static void adoptNewBlocks(Function &F, Region &Parent, RegionInfo &RI) {
  for (BasicBlock &BB : F)
    if (!RI.getRegionFor(&BB))
      RI.setRegionFor(&BB, &Parent);
}

/// What is known of an access to the old place need not hold at the new one:
/// alignment beyond the element's own, and that two accesses do not overlap.
static void weakenAccesses(const ImportedScop &Scop, const StoragePlan &Plan) {
  std::vector<bool> Changed = changedArrays(Plan, Scop.Arrays.size());
  for (unsigned A = 0; A < Scop.Arrays.size(); ++A) {
    if (!Changed[A])
      continue;
    for (Instruction *I : Scop.Arrays[A].Object.Accesses) {
      const DataLayout &DL = I->getDataLayout();
      Align Natural = DL.getABITypeAlign(getLoadStoreType(I));
      Align Weak = std::min(getLoadStoreAlignment(I), Natural);
      if (auto *Load = dyn_cast<LoadInst>(I))
        Load->setAlignment(Weak);
      else
        cast<StoreInst>(I)->setAlignment(Weak);
      for (unsigned Kind :
           {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias,
            LLVMContext::MD_invariant_load, LLVMContext::MD_invariant_group,
            LLVMContext::MD_access_group})
        I->setMetadata(Kind, nullptr);
    }
  }
}

static void collectReplaced(const ImportedScop &Scop, const AccessPlan &Places,
                            GeneratedScop &G) {
  for (unsigned I = 0; I < Scop.Arrays.size(); ++I) {
    const ImportedArray &A = Scop.Arrays[I];
    if (!Places.LeavesOriginal[I] || A.Object.Kind != ObjectKind::Heap)
      continue;
    bool AllInside = all_of(A.Object.Accesses, [&](const Instruction *Access) {
      return Scop.S->contains(Access);
    });
    if (!AllInside)
      continue;
    G.Replaced.push_back(cast<CallBase>(A.Object.Base));
    G.ZeroFills.append(A.Object.ZeroFills);
  }
}

Expected<GeneratedScop> smolly::generateScop(PollySession &Session,
                                             ImportedScop &Scop,
                                             const StoragePlan &Plan,
                                             const AccessPlan &Places,
                                             uint64_t MinGainBytes) {
  polly::Scop &S = *Scop.S;
  ScopAst Ast;
  {
    polly::IslMaxOperationsGuard Budget(S.getIslCtx().get(), MaxAstOperations);
    Ast = buildScopAst(Scop, Places);
  }
  if (Ast.Root.is_null() || Ast.RunCondition.is_null())
    return createStringError("generating its loops takes too long");

  GeneratedScop G;
  collectReplaced(Scop, Places, G);
  weakenAccesses(Scop, Plan);
  Function &F = S.getFunction();
  Region *R = &S.getRegion();
  polly::simplifyRegion(R, &Session.DT, &Session.LI, &Session.RI);
  BasicBlock *Entering = S.getEnteringBlock();
  polly::ScopAnnotator Annotator;
  polly::PollyIRBuilder Builder(F.getContext(), ConstantFolder(),
                                polly::IRInserter(Annotator));
  Builder.SetInsertPoint(Entering->getTerminator());
  polly::BBPair Blocks =
      polly::executeScopConditionally(S, Builder.getTrue(), Session.DT,
                                      Session.RI, Session.LI)
          .first;
  G.Start = Blocks.first;
  G.Exit = Blocks.second;
  removeLifetimeMarkers(*R);
  G.Branch = cast<BranchInst>(G.Start->getSinglePredecessor()->getTerminator());

  NodeBuilder Nodes(Builder, Annotator, F.getDataLayout(), Session, Scop, Plan,
                    Places, Ast, G.Start);
  Builder.SetInsertPoint(G.Branch);
  if (!Nodes.preloadInvariantLoads())
    return createStringError("a loop bound cannot be loaded in advance");
  Nodes.addParameters(S.getContext().release());
  Value *Condition = Nodes.createRTC(Ast.RunCondition.copy());
  Nodes.emitArrays(G);
  if (MinGainBytes > 0)
    Condition = Builder.CreateAnd(Condition, Nodes.emitGainCheck(MinGainBytes));
  Annotator.buildAliasScopes(S);
  G.Branch = cast<BranchInst>(Builder.GetInsertBlock()->getTerminator());
  G.Branch->setCondition(Condition);

  Builder.SetInsertPoint(G.Start->getTerminator());
  Nodes.create(Ast.Root.release());
  Nodes.finalize();
  adoptNewBlocks(F, *R->getParent(), Session.RI);
  if (Nodes.Failed)
    return createStringError("computing its subscripts takes too long");
  return G;
}
