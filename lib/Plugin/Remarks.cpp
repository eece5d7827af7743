//===- Remarks.cpp - What the user is told --------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Remarks.h.
///
//===----------------------------------------------------------------------===//

#include "Remarks.h"
#include "polly/Support/GICHelper.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Scop/Footprint.h"
#include "smolly/Scop/Names.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/TimeProfiler.h"
#include <set>

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// Where \p I is, for its reader: the innermost place in the file of the
/// function that it was inlined into, so not in a header of std::vector.
static const DILocation *placeOf(const Instruction &I) {
  const DILocation *Innermost = I.getDebugLoc();
  const DISubprogram *Subprogram = I.getFunction()->getSubprogram();
  for (const DILocation *Place = Innermost; Place && Subprogram;
       Place = Place->getInlinedAt())
    if (Place->getFile() == Subprogram->getFile())
      return Place;
  return Innermost;
}

void RemarkList::add(Kind K, std::string Name, const Instruction *Where,
                     std::string Text, const Value *Subject) {
  if (K == Kind::Passed)
    erase_if(Remarks, [&](const Remark &R) {
      return Subject && R.Subject == Subject && R.K == Kind::Missed;
    });
  DiagnosticLocation Location;
  if (const DILocation *Place = Where ? placeOf(*Where) : nullptr)
    Location = DiagnosticLocation(Place);
  // Loops that were inlined twice need not be spoken of twice.
  if (none_of(Remarks, [&](const Remark &R) {
        return R.K == K && R.Text == Text && R.Subject == Subject &&
               R.Location.isValid() && Location.isValid() &&
               R.Location.getLine() == Location.getLine() &&
               R.Location.getColumn() == Location.getColumn();
      }))
    Remarks.push_back({K, std::move(Name), Location, std::move(Text), Subject});
}

void RemarkList::drop(Kind K) {
  erase_if(Remarks, [K](const Remark &R) { return R.K == K; });
}

void RemarkList::emit(Function &F) const {
  OptimizationRemarkEmitter ORE(&F);
  for (const Remark &R : Remarks) {
    DiagnosticLocation Location = R.Location;
    if (!Location.isValid())
      Location = DiagnosticLocation(F.getSubprogram());
    const BasicBlock *Region = &F.getEntryBlock();
    switch (R.K) {
    case Kind::Passed:
      ORE.emit(OptimizationRemark("smolly", R.Name, Location, Region)
               << R.Text);
      break;
    case Kind::Missed:
      ORE.emit(OptimizationRemarkMissed("smolly", R.Name, Location, Region)
               << R.Text);
      break;
    case Kind::Analysis:
      ORE.emit(OptimizationRemarkAnalysis("smolly", R.Name, Location, Region)
               << R.Text);
      break;
    case Kind::Warning:
      // Of the diagnostics that every compiler prints, the one with a place.
      F.getContext().diagnose(
          DiagnosticInfoUnsupported(F, R.Text, Location, DS_Warning));
    }
  }
}

std::string smolly::describeObject(const Value *Base) {
  std::string Name = objectName(Base);
  return Name.empty() ? "this array" : "array '" + Name + "'";
}

std::string smolly::describeLine(const Instruction *I) {
  const DILocation *Place = I ? placeOf(*I) : nullptr;
  if (!Place || Place->getLine() == 0)
    return "";
  return "line " + std::to_string(Place->getLine());
}

/// The source variable that lies at \p Address; empty if unknown.
static std::string variableAt(const Value *Address) {
  for (const DbgVariableRecord *Record :
       findDVRDeclares(const_cast<Value *>(Address)))
    return Record->getVariable()->getName().str();
  return "";
}

/// `(steps / 2)`, or `(steps mod 2)`, for what \p V is of a variable that is
/// not negative; empty if it is nothing of the kind.
static std::string partName(const Value *V) {
  Value *Whole;
  const APInt *Number;
  bool IsQuotient = true;
  APInt Divisor;
  if (match(V, m_UDiv(m_Value(Whole), m_APInt(Number))))
    Divisor = *Number;
  else if (match(V, m_LShr(m_Value(Whole), m_APInt(Number))))
    Divisor =
        APInt::getOneBitSet(Number->getBitWidth(),
                            Number->getLimitedValue(Number->getBitWidth() - 1));
  else if (match(V, m_URem(m_Value(Whole), m_APInt(Number)))) {
    Divisor = *Number;
    IsQuotient = false;
  } else if (match(V, m_And(m_Value(Whole), m_APInt(Number))) &&
             Number->isMask()) {
    Divisor = *Number + 1;
    IsQuotient = false;
  } else {
    return "";
  }
  match(Whole, m_SMax(m_Value(Whole), m_Zero()));
  match(Whole, m_ZExtOrSExtOrSelf(m_Value(Whole)));
  std::string Name = objectName(Whole);
  return Name.empty() ? ""
                      : "(" + Name + (IsQuotient ? " / " : " mod ") +
                            toString(Divisor, 10, /*Signed=*/false) + ")";
}

std::string smolly::parameterName(const isl::id &Id) {
  const auto *Expr = static_cast<const SCEV *>(Id.get_user());
  const Value *V = nullptr;
  if (const auto *Unknown = dyn_cast_or_null<SCEVUnknown>(Expr))
    V = Unknown->getValue();
  if (const auto *Frozen = dyn_cast_or_null<FreezeInst>(V))
    V = Frozen->getOperand(0);
  if (const auto *Cast = dyn_cast_or_null<CastInst>(V))
    V = Cast->getOperand(0);
  std::string Name = V ? objectName(V) : "";
  if (V && Name.empty())
    Name = partName(V);
  if (const auto *Load = dyn_cast_or_null<LoadInst>(V); Load && Name.empty())
    Name = variableAt(Load->getPointerOperand());
  return Name.empty() ? Id.get_name() : Name;
}

std::string smolly::withSourceNames(std::string Text, const isl::set &Context) {
  unsigned Count = Context.dim(isl::dim::param).release();
  for (unsigned I = Count; I-- > 0;) {
    isl::id Id = Context.get_dim_id(isl::dim::param, I);
    std::string Old = Id.get_name(), New = parameterName(Id);
    auto IsPart = [](char C) { return isAlnum(C) || C == '_'; };
    for (size_t At = 0; (At = Text.find(Old, At)) != std::string::npos;) {
      size_t End = At + Old.size();
      // isl writes 3n for three times n.
      size_t Before = StringRef(Text).take_front(At).rtrim("0123456789").size();
      bool Whole = (Before == 0 || !IsPart(Text[Before - 1])) &&
                   (End == Text.size() || !IsPart(Text[End]));
      if (Whole)
        Text.replace(At, Old.size(), New);
      At += Whole ? New.size() : Old.size();
    }
  }
  return Text;
}

void smolly::addNotes(RemarkList &Remarks, RemarkList::Kind K,
                      const std::string &Name, const ImportedScop &Scop,
                      const std::vector<ArrayNote> &Notes) {
  for (const ArrayNote &N : Notes) {
    const Value *Base = Scop.Arrays[N.Array].Object.Base;
    Remarks.add(K, Name, dyn_cast<Instruction>(Base),
                describeObject(Base) + ": " + N.Text, nullptr);
  }
}

/// The size as it is for parameters that are not degenerate, where that is one
/// expression: "n + 1" instead of "n <= 0 ? 1 : n + 1".
static StorageDim typicalSize(StorageDim Dim) {
  isl::set Typical = isl::set::universe(Dim.Size.domain().get_space());
  unsigned Count = Typical.dim(isl::dim::param).release();
  constexpr int Small = 8;
  for (unsigned I = 0; I < Count; ++I)
    Typical = Typical.lower_bound_si(isl::dim::param, I, Small);
  isl::pw_aff Size =
      coalesced(Dim.Size.intersect_params(Typical).gist(Typical));
  if (Size.n_piece().release() == 1)
    Dim.Size = Size;
  return Dim;
}

/// The same for all dimensions of \p A.
static StorageArray typicalSize(StorageArray A) {
  for (StorageDim &Dim : A.Dims)
    Dim = typicalSize(Dim);
  return A;
}

/// Adds the size of the row \p A to one of \p Rows if that is an expression
/// without cases.
static bool addToRow(const StorageArray &A, std::vector<StorageArray> &Rows) {
  if (A.Dims.size() != 1 || A.Dims[0].Size.n_piece().release() != 1)
    return false;
  for (StorageArray &Row : Rows) {
    if (Row.Dims.size() != 1)
      continue;
    isl::pw_aff Sum = Row.Dims[0].Size.add(A.Dims[0].Size);
    if (Sum.n_piece().release() != 1)
      continue;
    Row.Dims[0].Size = Sum;
    return true;
  }
  return false;
}

/// "2 * (m + 1) + 10" over the storage arrays that replace array \p Index and
/// are accounted for there: each is so for the first array that it replaces. If
/// there are none, "no".
static std::string newCells(unsigned Index, const StoragePlan &Plan,
                            const isl::set &Context) {
  StorageDim One;
  One.Size = isl::pw_aff(isl::set::universe(Context.get_space()),
                         isl::val::one(Context.ctx()));
  std::vector<StorageArray> Sizes;
  for (const StorageArray &A : Plan.Arrays) {
    if (A.Array != Index)
      continue;
    StorageArray Size = typicalSize(A);
    if (Size.Dims.empty())
      Size.Dims.push_back(One);
    if (!addToRow(Size, Sizes))
      Sizes.push_back(std::move(Size));
  }
  SmallVector<std::pair<std::string, unsigned>, 4> Terms;
  for (const StorageArray &Size : Sizes) {
    std::string Text = cellsAsString(Size);
    auto It = find_if(Terms, [&](const auto &T) { return T.first == Text; });
    if (It == Terms.end())
      Terms.push_back({Text, 1});
    else
      ++It->second;
  }
  std::string Sum;
  ListSeparator Plus(" + ");
  for (const auto &[Term, Times] : Terms) {
    Sum += StringRef(Plus);
    Sum += (Times > 1 ? std::to_string(Times) + " * " : "") + Term;
  }
  return Sum.empty() ? "no" : Sum;
}

/// "'a'", "'a' and 'c'": the names of \p Arrays for people.
static std::string listOfNames(const ImportedScop &Scop,
                               const std::set<unsigned> &Arrays) {
  std::vector<std::string> Words;
  unsigned Unnamed = 0;
  for (unsigned A : Arrays) {
    std::string Name = objectName(Scop.Arrays[A].Object.Base);
    if (Name.empty())
      ++Unnamed;
    else
      Words.push_back("'" + Name + "'");
  }
  if (Unnamed)
    Words.push_back(Unnamed == 1 ? "another array"
                                 : std::to_string(Unnamed) + " other arrays");
  std::string List;
  for (unsigned I = 0; I < Words.size(); ++I)
    List += (I == 0 ? "" : I + 1 < Words.size() ? ", " : " and ") + Words[I];
  return List;
}

/// ", shares the storage of 'a'" when cells of other arrays, that the remark
/// for those has counted, hold values of array \p Index, and ", which also hold
/// the values of 'b'" when cells of its own hold others.
static std::string sharedStorage(const ImportedScop &Scop, unsigned Index,
                                 const StoragePlan &Plan) {
  std::set<unsigned> Hosts, Guests;
  for (const StorageArray &A : Plan.Arrays)
    if (A.Array == Index)
      Guests.insert(A.Sharing.begin(), A.Sharing.end());
    else if (is_contained(A.Sharing, Index))
      Hosts.insert(A.Array);
  Guests.erase(Index);
  std::string Text;
  if (!Guests.empty())
    Text += ", which also hold the values of " + listOfNames(Scop, Guests);
  if (!Hosts.empty())
    Text += ", shares the storage of " + listOfNames(Scop, Hosts);
  return Text;
}

/// "; the copy in line 9 is no longer needed" for each write of array \p Index
/// that found its value in place.
static std::string droppedCopies(const ImportedScop &Scop, unsigned Index,
                                 const AccessPlan &Places) {
  std::string Text;
  for (unsigned S = 0; S < Scop.Stmts.size(); ++S) {
    const StatementPlacement &SP = Places.Statements[S];
    for (unsigned A = 0; SP.PartlyIdle && A < SP.Accesses.size(); ++A) {
      const Access &Write = Scop.K.Statements[S].Accesses[A];
      if (Write.Array != Index || !Write.CopyOf ||
          none_of(SP.Accesses[A], [](const Placement &P) {
            return P.Where == Placement::Kind::Mapped;
          }))
        continue;
      std::string Line =
          describeLine(Scop.Accesses[S][A]->getAccessInstruction());
      bool IsWhole = all_of(
          SP.Pieces, [](const StatementPiece &Piece) { return Piece.Idle; });
      Text += IsWhole ? "; the copy" : "; part of the copy";
      Text += (Line.empty() ? "" : " in " + Line) + " is no longer needed";
    }
  }
  return Text;
}

/// The row \p Row, { Domain[] -> Z }, without its space: "i0 + 1".
static std::string rowText(isl::pw_aff Row) {
  std::string Text = polly::stringFromIslObj(Row);
  size_t Begin = Text.find("-> [("), End = Text.find(")]");
  if (Row.n_piece().release() != 1 || Begin == std::string::npos ||
      End == std::string::npos)
    return Text;
  Begin += strlen("-> [(");
  return Text.substr(Begin, End - Begin);
}

/// "(i0 + 1) mod 2, i1" for the value set \p V in \p A.
static std::string mappingText(const ValueSet &V, const StorageArray &A) {
  std::string Text;
  ListSeparator Comma;
  for (unsigned I = 0; I < A.Dims.size(); ++I) {
    Text += StringRef(Comma);
    std::string Row = rowText(V.Index.at(I));
    StorageArray Modulus;
    Modulus.Dims = {typicalSize(A.Dims[I])};
    Text += A.Dims[I].NeedsModulo
                ? "(" + Row + ") mod (" + cellsAsString(Modulus) + ")"
                : Row;
  }
  return "[" + Text + "]";
}

static std::string mappings(const Kernel &K, unsigned Index,
                            const StoragePlan &Plan) {
  std::string Text;
  ListSeparator Separator("; ");
  for (const ValueSet &V : Plan.Values) {
    if (V.Array != Index || V.Where != ValueSet::Place::Mapped)
      continue;
    std::string Instance = K.Statements[V.Write.Stmt].Name;
    Text += StringRef(Separator);
    Text += Instance + " -> " + Plan.Arrays[V.Target].Name +
            mappingText(V, Plan.Arrays[V.Target]);
  }
  return Text;
}

std::string smolly::describeContraction(const ImportedScop &Scop,
                                        unsigned Index, const StoragePlan &Plan,
                                        const AccessPlan &Places) {
  TimeTraceScope Trace("Smolly describe");
  const Array &A = Scop.K.Arrays[Index];
  std::string Cells = newCells(Index, Plan, Scop.K.Context);
  std::string Text = " contracted from " +
                     cellsAsString(typicalSize(accessedBox(Scop.K, Index))) +
                     " to " + Cells +
                     (Cells == "1" ? " element" : " elements") + " of " +
                     std::to_string(A.ElementBytes) +
                     (A.ElementBytes == 1 ? " byte" : " bytes");
  std::string Mapping = "; mapping: " + mappings(Scop.K, Index, Plan);
  return describeObject(Scop.Arrays[Index].Object.Base) +
         withSourceNames(std::move(Text), Scop.K.Context) +
         sharedStorage(Scop, Index, Plan) + droppedCopies(Scop, Index, Places) +
         withSourceNames(std::move(Mapping), Scop.K.Context);
}
