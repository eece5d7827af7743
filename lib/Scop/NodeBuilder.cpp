//===- NodeBuilder.cpp - LLVM IR for a rewritten SCoP ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements NodeBuilder.h.
///
//===----------------------------------------------------------------------===//

#include "NodeBuilder.h"
#include "AstNumbers.h"
#include "polly/CodeGen/IslAst.h"
#include "polly/Support/GICHelper.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/Everywhere.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;
using namespace smolly;

isl::ast_expr NodeBuilder::nameValue(Value *V, const std::string &Name) {
  if (auto *Constant = dyn_cast<ConstantInt>(V))
    return isl::ast_expr::from_val(
        isl::val(S.getIslCtx(), Constant->getSExtValue()));
  isl::id Id = isl::id::alloc(S.getIslCtx(), Name, this);
  Names.push_back(Id);
  IDToValue[Id.get()] = V;
  return isl::manage(isl_ast_expr_from_id(Id.copy()));
}

/// Computes \p Expr at the builder's position; fails if that cannot be relied
/// on.
Value *NodeBuilder::emit(isl::ast_expr Expr) {
  Failed |= hasLargeInteger(Expr);
  return ExprBuilder.create(Expr.release());
}

/// Computes \p Function, { [params] -> Z }, at the builder's position.
isl::ast_expr NodeBuilder::emitParameter(isl::pw_aff Function,
                                         const std::string &Name) {
  isl::ast_expr Expr = Ast.Build.expr_from(Function);
  if (Expr.is_null()) {
    Failed = true;
    return nameValue(Builder.getInt64(1), Name);
  }
  Value *V = emit(Expr);
  return nameValue(Builder.CreateSExtOrTrunc(V, Builder.getInt64Ty()), Name);
}

/// \p Size, made at least 1, as a value that is used for remainders only.
isl::ast_expr NodeBuilder::emitModulus(const isl::ast_expr &Size,
                                       const std::string &Name) {
  Value *V = emit(Size);
  if (isa<ConstantInt>(V))
    return Size;
  V = Builder.CreateSExtOrTrunc(V, Builder.getInt64Ty());
  V = Builder.CreateBinaryIntrinsic(Intrinsic::umax, V, Builder.getInt64(1));
  Moduli.push_back(V);
  return nameValue(V, Name);
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
      Row = coalesced(Row.sub(Base.insert_domain(Row.get_domain_space())));
    isl::ast_expr Term = Build.expr_from(everywhere(Row));
    if (!SimpleBase)
      Term = isl::manage(isl_ast_expr_sub(Term.release(), E.Bases[I].copy()));
    if (A.Dims[I].NeedsModulo)
      Term =
          isl::manage(isl_ast_expr_pdiv_r(Term.release(), E.Moduli[I].copy()));
    Linear = I == 0 ? Term : Linear.mul(E.Sizes[I]).add(Term);
  }
  return Linear;
}

isl::ast_expr NodeBuilder::elementOf(const polly::ScopArrayInfo *SAI,
                                     ArrayRef<isl::ast_expr> Indices) {
  isl_ast_expr *Base = isl_ast_expr_from_id(SAI->getBasePtrId().release());
  isl_ast_expr_list *List =
      isl_ast_expr_list_alloc(isl_ast_expr_get_ctx(Base), Indices.size());
  for (const isl::ast_expr &Index : Indices)
    List = isl_ast_expr_list_add(List, Index.copy());
  return isl::manage(isl_ast_expr_access(Base, List));
}

/// The element of \p SAI, which has one.
isl::ast_expr NodeBuilder::onlyElementOf(const polly::ScopArrayInfo *SAI) {
  return elementOf(SAI, isl::ast_expr::from_val(isl::val::zero(S.getIslCtx())));
}

void NodeBuilder::note(const UserCopy &Copy, unsigned Access,
                       AccessedArray Array,
                       std::function<isl::pw_multi_aff()> Element) {
  if (!Copy.LoopDim)
    return Parallel.leave(Copy.Loop);
  const smolly::Access &A = Scop.K.Statements[Copy.Ref.Stmt].Accesses[Access];
  Parallel.add(Copy.Loop, *Copy.LoopDim,
               {Array, A.Kind != AccessKind::Read, std::move(Element)});
}

void NodeBuilder::noteOriginal(const UserCopy &Copy, unsigned Access) {
  const smolly::Access &A = Scop.K.Statements[Copy.Ref.Stmt].Accesses[Access];
  note(Copy, Access, {/*IsNew=*/false, A.Array}, [=] {
    return A.Relation.is_single_valued().is_true()
               ? A.Relation.as_pw_multi_aff().pullback(Copy.Instance)
               : isl::pw_multi_aff();
  });
}

/// The element that access number \p Access of a statement copy touches with
/// placement \p P; null for one that stays in the original array.
isl::ast_expr NodeBuilder::accessExpr(const UserCopy &Copy, unsigned Access,
                                      const Placement &P) {
  const smolly::Access &A = Scop.K.Statements[Copy.Ref.Stmt].Accesses[Access];
  const polly::ScopArrayInfo *SAI = nullptr;
  isl::ast_expr Index = isl::ast_expr::from_val(isl::val::zero(S.getIslCtx()));
  isl::pw_multi_aff Element;
  switch (P.Where) {
  case Placement::Kind::Absent:
    llvm_unreachable("a read that does not happen");
  case Placement::Kind::Original:
    if (!A.InPlaceOf)
      return isl::ast_expr();
    if (!Scop.Arrays[A.Array].Constant)
      return forwardedExpr(Copy, Access);
    SAI = constantCell(
        Scop.K.Statements[Copy.Ref.Stmt].Accesses[*A.InPlaceOf].Array,
        Scop.Arrays[A.Array].Constant);
    break;
  case Placement::Kind::Zero:
    SAI = zeroCell(A.Array);
    break;
  case Placement::Kind::Nowhere:
    SAI = unreadCell(A.Array);
    break;
  case Placement::Kind::Mapped:
    SAI = Arrays[P.Target].SAI;
    Element = P.Index.pullback(Copy.Instance);
    note(Copy, Access, {/*IsNew=*/true, P.Target}, [=] { return Element; });
    Index = cellIndex(Copy.Build, Element, P.Target);
    break;
  case Placement::Kind::Packed: {
    const StatementPiece &Piece =
        Places.Statements[Copy.Ref.Stmt].Pieces[Copy.Ref.Piece];
    const TileVersion &Version = Places.Versions[*Piece.Version];
    SAI = Arrays[Version.Slices[P.Target].Array].SAI;
    Parallel.leave(Copy.Loop);
    Index = packedIndex(Copy, P, Version);
  }
  }
  Failed |= Index.is_null();
  return elementOf(SAI, Index);
}

/// The element of the original array that a forwarded read finds its value in.
isl::ast_expr NodeBuilder::forwardedExpr(const UserCopy &Copy,
                                         unsigned Access) {
  const smolly::Access &A = Scop.K.Statements[Copy.Ref.Stmt].Accesses[Access];
  const ImportedArray &From = Scop.Arrays[A.Array];
  isl::pw_multi_aff Element = A.Relation.as_pw_multi_aff();
  if (!From.ToSai.is_null())
    Element = isl::pw_multi_aff(From.ToSai).pullback(Element);
  Element = isl::manage(isl_pw_multi_aff_set_tuple_id(
      Element.pullback(Copy.Instance).release(), isl_dim_out,
      From.SAI->getBasePtrId().release()));
  isl::ast_expr Expr = Copy.Build.access_from(Element);
  Failed |= Expr.is_null();
  return Expr;
}

/// The element of the original array, as Polly understands the access.
isl::ast_expr NodeBuilder::originalExpr(const UserCopy &Copy, unsigned Access) {
  const polly::MemoryAccess *MA = Scop.Accesses[Copy.Ref.Stmt][Access];
  isl::pw_multi_aff Element = MA->getAddressFunction().as_pw_multi_aff();
  isl::pw_multi_aff Instance = isl::manage(isl_pw_multi_aff_set_tuple_id(
      isl_pw_multi_aff_drop_dims(Copy.Instance.copy(), isl_dim_out, 0,
                                 tileDims(Copy.Ref.Stmt)),
      isl_dim_out, MA->getStatement()->getDomainId().release()));
  isl::ast_expr Expr = Copy.Build.access_from(Element.pullback(Instance));
  Failed |= Expr.is_null();
  return Expr;
}

Value *NodeBuilder::addressOf(const UserCopy &Copy, unsigned Access,
                              const Placement &P) {
  isl::ast_expr Expr = accessExpr(Copy, Access, P);
  if (Expr.is_null() && !Failed)
    Expr = originalExpr(Copy, Access);
  return Failed ? nullptr : emit(Expr.address_of());
}

/// The places in a copy of what access number \p Access stands for: those of
/// the piece's choices that occur, as the tree may have several copies for one
/// piece, each for a part of it. Also those of the reads in place of it.
NodeBuilder::Choices NodeBuilder::choicesIn(const UserCopy &Copy,
                                            unsigned Access) {
  const StatementPlacement &SP = Places.Statements[Copy.Ref.Stmt];
  const StatementPiece &Piece = SP.Pieces[Copy.Ref.Piece];
  const auto &Accesses = Scop.K.Statements[Copy.Ref.Stmt].Accesses;
  Choices All;
  for (unsigned A = Access; A < Accesses.size(); ++A)
    if (A == Access || Accesses[A].InPlaceOf == Access)
      for (unsigned I : Piece.Choices[A])
        if (SP.Accesses[A][I].Where != Placement::Kind::Absent)
          All.push_back({A, &SP.Accesses[A][I]});
  if (All.size() > 1)
    erase_if(All, [&](const auto &Choice) {
      return isEmpty(Choice.second->Part.preimage(Copy.Instance)).is_true();
    });
  // The place of what may not happen is for all instances, its index is not.
  if (Accesses[Access].Conditional)
    erase_if(All, [&](const auto &Choice) {
      isl::set Happens = Accesses[Choice.first].Relation.domain();
      return isEmpty(Happens.preimage(Copy.Instance)).is_true();
    });
  // An indirect read may not happen at all here, and neither may what is read
  // in an inner block of a statement.
  Failed |=
      All.empty() && !Accesses[Access].Exact && !Accesses[Access].Conditional;
  return All;
}

/// Notes what is known of the access that has the places \p From.
void NodeBuilder::noteChoice(const UserCopy &Copy, const Choices &From) {
  if (From.size() != 1)
    Parallel.leave(Copy.Loop);
  else if (From.front().second->Where == Placement::Kind::Original)
    noteOriginal(Copy, From.front().first);
}

/// \p Address where the copy is in \p Part, { [iterators] }, \p Other
/// elsewhere; null where that cannot be said.
Value *NodeBuilder::addressIn(const UserCopy &Copy, const isl::set &Part,
                              Value *Address, Value *Other) {
  isl::ast_expr Inside = Copy.Build.expr_from(Part);
  Failed |= Inside.is_null() || Address->getType() != Other->getType();
  if (Failed)
    return nullptr;
  Value *Condition = emit(Inside);
  if (!Condition->getType()->isIntegerTy(1))
    Condition = Builder.CreateIsNotNull(Condition);
  return Builder.CreateSelect(Condition, Address, Other, "smolly.address");
}

/// That one of the addresses of the places \p From where the access is. Their
/// parts cover the copy: the last needs no condition.
Value *NodeBuilder::selectAddress(
    const UserCopy &Copy, const Choices &From,
    function_ref<Value *(unsigned, const Placement &)> AddressOf) {
  Value *Address = AddressOf(From.back().first, *From.back().second);
  if (!Address)
    return nullptr;
  for (auto &[Access, Place] : drop_begin(reverse(From))) {
    isl::set Part = Place->Part.preimage(Copy.Instance);
    Value *Other = AddressOf(Access, *Place);
    Failed |= !Other;
    Address = Other ? addressIn(Copy, Part, Other, Address) : nullptr;
    if (!Address)
      return nullptr;
  }
  return Address;
}

/// The element that an access touches which has several places in its copy.
isl::ast_expr NodeBuilder::selectedExpr(const UserCopy &Copy,
                                        const Choices &From) {
  Value *Address =
      selectAddress(Copy, From, [&](unsigned Access, const Placement &P) {
        return addressOf(Copy, Access, P);
      });
  if (!Address)
    return isl::ast_expr();
  // Where the selection was folded, what it was folded to is an array already.
  if (S.getScopArrayInfoOrNull(Address, polly::MemoryKind::Array))
    Address = Builder.CreateFreeze(Address);
  const auto &Accesses = Scop.K.Statements[Copy.Ref.Stmt].Accesses;
  unsigned Access = From.front().first;
  const polly::ScopArrayInfo *SAI = describe(
      Address, Accesses[Accesses[Access].InPlaceOf.value_or(Access)].Array,
      "smollyselected" + std::to_string(Selected++));
  return onlyElementOf(SAI);
}

/// Adds to \p Result the accesses of a statement copy that leave the original
/// array and are not in it. Emits what has to be computed for them at the
/// builder's position.
void NodeBuilder::addNewAccesses(const UserCopy &Copy,
                                 isl::id_to_ast_expr &Result) {
  polly::IslMaxOperationsGuard Budget(S.getIslCtx().get(), MaxUserOperations);
  const std::vector<polly::MemoryAccess *> &Accesses =
      Scop.Accesses[Copy.Ref.Stmt];
  for (unsigned A = 0; A < Accesses.size() && !Failed; ++A) {
    if (isl_id_to_ast_expr_has(Result.get(), Accesses[A]->getId().get()) ==
        isl_bool_true)
      continue;
    Choices From = choicesIn(Copy, A);
    if (Failed)
      break;
    noteChoice(Copy, From);
    if (From.empty())
      continue;
    auto [First, Place] = From.front();
    isl::ast_expr Expr = From.size() == 1 ? accessExpr(Copy, First, *Place)
                                          : selectedExpr(Copy, From);
    if (!Expr.is_null())
      Result = Result.set(Accesses[A]->getId(), Expr);
  }
}

/// The copy of a statement that \p User stands for, at the builder's position.
UserCopy NodeBuilder::copyAt(const isl::ast_node &User, PieceRef Ref) const {
  polly::IslMaxOperationsGuard Budget(S.getIslCtx().get(), MaxUserOperations);
  const NodePayload &Known = payloadOf(User);
  isl::map Schedule = isl::map::from_union_map(Known.Build.get_schedule());
  isl::id Domain = Scop.K.Statements[Ref.Stmt].Domain.get_tuple_id();
  UserCopy Copy = {
      Ref, Known.Build,
      Schedule.reverse().set_tuple_id(isl::dim::out, Domain).as_pw_multi_aff()};
  // Where a loop of the tree became none, counters are those of other loops.
  unsigned Loops =
      LI.getLoopDepth(Builder.GetInsertBlock()) - LI.getLoopDepth(StartBlock);
  if (Loops == 0)
    return Copy;
  Copy.Loop = LI.getLoopFor(Builder.GetInsertBlock());
  if (Loops == Known.Loops)
    Copy.LoopDim = Known.LoopDim;
  return Copy;
}

/// About how often \p Copy is executed, at assumed sizes, and at others: what
/// is for images that are twice as large as others, hardly anything is done in
/// if all are alike.
SmallVector<double, 3> NodeBuilder::iterationsOf(const UserCopy &Copy) const {
  polly::IslMaxOperationsGuard Budget(S.getIslCtx().get(), MaxUserOperations);
  isl::set Instances = Copy.Instance.domain();
  SmallVector<double, 3> Result = {Usual.boxesAround(Instances)};
  for (const ParameterPoint &Sizes : Usual.variations())
    Result.push_back(Sizes.boxesAround(Instances));
  return Result;
}

unsigned NodeBuilder::tileDims(unsigned Stmt) const {
  int All = isl_set_dim(Scop.K.Statements[Stmt].Domain.get(), isl_dim_set);
  return std::max<int>(0, All - Scop.Stmts[Stmt]->getNumIterators());
}

/// \p Call, of a statement's copy, without the first \p Count arguments.
static isl_ast_expr *withoutArguments(const isl::ast_expr &Call,
                                      unsigned Count) {
  isl_ast_expr_list *Left =
      isl_ast_expr_list_alloc(isl_ast_expr_get_ctx(Call.get()), 0);
  for (int I = Count + 1, E = isl_ast_expr_get_op_n_arg(Call.get()); I < E; ++I)
    Left = isl_ast_expr_list_add(Left, isl_ast_expr_get_op_arg(Call.get(), I));
  return isl_ast_expr_call(isl_ast_expr_get_op_arg(Call.get(), 0), Left);
}

void NodeBuilder::createUser(isl_ast_node *Node) {
  isl::ast_node User = isl::manage(Node);
  isl::ast_expr Call = isl::manage(isl_ast_node_user_get_expr(User.get()));
  isl::ast_expr Callee = isl::manage(isl_ast_expr_get_op_arg(Call.get(), 0));
  isl::id Id = isl::manage(isl_ast_expr_get_id(Callee.get()));
  auto *Stmt = static_cast<polly::ScopStmt *>(Id.get_user());
  isl::ast_build Build = polly::IslAstInfo::getBuild(User);
  Stmt->setAstBuild(Build);
  UserCopy Copy = copyAt(User, Ast.Pieces.at(Id.get()));
  if (Shadow.State)
    emitChecks(Copy);
  if (Places.Statements[Copy.Ref.Stmt].Pieces[Copy.Ref.Piece].Idle)
    return;
  isl::id_to_ast_expr Accesses = isl::id_to_ast_expr::alloc(S.getIslCtx(), 0);
  SmallVector<PendingStore, 1> Pending = putOffStores(Copy, Accesses);
  addNewAccesses(Copy, Accesses);
  if (Failed)
    return;
  Copies.push_back({Builder.GetInsertBlock(), Copy.Ref.Stmt,
                    unsigned(Stmt->getNumIterators()), iterationsOf(Copy)});
  useScalarsOfRow(Copy);
  if (Failed)
    return;
  polly::LoopToScevMapT LTS;
  LTS.insert(OutsideLoopIterations.begin(), OutsideLoopIterations.end());
  createSubstitutions(withoutArguments(Call, tileDims(Copy.Ref.Stmt)), Stmt,
                      LTS);
  if (Stmt->isBlockStmt())
    BlockGen.copyStmt(*Stmt, LTS, Accesses.get());
  else
    RegionGen.copyStmt(*Stmt, LTS, Accesses.get());
  for (const PendingStore &Store : Pending)
    finish(Store);
}
