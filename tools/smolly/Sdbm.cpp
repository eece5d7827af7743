//===- Sdbm.cpp - smolly sdbm ---------------------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command that says which sets are strided difference bound matrices,
/// whether they are empty, and what their normal forms are.
///
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/Nesting.h"
#include "smolly/SDBM/IslQuestions.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace smolly;
using namespace smolly::tool;
using llvm::StringRef;

namespace {

/// For each set.
constexpr unsigned long MaxIslOperations = 10'000'000;
constexpr size_t MaxLength = 100'000;

struct Request {
  std::vector<StringRef> Files;
  bool Json = false;
  /// All of them if none is asked for.
  bool Classify = false, Empty = false, Normalize = false;
};

/// What was found out about one set.
struct Answer {
  std::string Set;
  sdbm::Class Class = sdbm::Class::Other;
  sdbm::Emptiness Empty = sdbm::Emptiness::Unknown;
  /// Empty if there is none.
  std::string NormalForm;
  /// The limit that was hit, if any.
  StringRef Limit;
};

StringRef nameOf(sdbm::Class C) {
  switch (C) {
  case sdbm::Class::Dbm:
    return "dbm";
  case sdbm::Class::Hsdbm:
    return "hsdbm";
  case sdbm::Class::Sdbm:
    return "sdbm";
  case sdbm::Class::Other:
    break;
  }
  return "other";
}

StringRef textOf(sdbm::Emptiness E) {
  if (E == sdbm::Emptiness::Unknown)
    return "unknown";
  return E == sdbm::Emptiness::Empty ? "yes" : "no";
}

std::string textOf(const isl::set &Set) {
  char *Text = isl_set_to_str(Set.get());
  std::string Result = Text ? Text : "";
  free(Text);
  return Result;
}

/// The library's answer, or isl's where that has none.
void decideEmptiness(const isl::set &Set, Answer &A) {
  A.Empty = sdbm::IslQuestions().isEmpty(Set);
  if (A.Empty != sdbm::Emptiness::Unknown)
    return;
  isl::boolean IsEmpty = Set.is_empty();
  if (IsEmpty.is_error())
    A.Limit = "isl's operations for emptiness";
  else
    A.Empty =
        IsEmpty.is_true() ? sdbm::Emptiness::Empty : sdbm::Emptiness::NonEmpty;
}

llvm::Expected<Answer> answer(isl::ctx Ctx, StringRef Line, const Request &R) {
  if (Line.size() > MaxLength)
    return llvm::createStringError("a set of more than " +
                                   llvm::Twine(MaxLength) + " characters");
  // Within quotes, as in a kernel file.
  std::string Quoted = '"' + Line.str() + '"';
  std::replace(Quoted.begin() + 1, Quoted.end() - 1, '"', '_');
  std::replace(Quoted.begin() + 1, Quoted.end() - 1, '\\', '_');
  if (llvm::Error Err = checkNesting(Quoted))
    return Err;
  IslBudget Budget(Ctx, MaxIslOperations);
  isl::set Set(Ctx, Line.str());
  if (Set.is_null())
    return llvm::createStringError(Budget.exceeded()
                                       ? "too much work for isl to read it"
                                       : "not a set in isl's notation, such as "
                                         "\"[N] -> { [i] : 0 <= i < N }\"");
  Answer A;
  A.Set = Line.str();
  A.Class = sdbm::classify(Set);
  if (R.Empty)
    decideEmptiness(Set, A);
  if (R.Normalize && A.Class != sdbm::Class::Other) {
    auto Normal = sdbm::normalForm(Set);
    if (Normal)
      A.NormalForm = textOf(*Normal);
    else
      A.Limit = "steps, or size of numbers, of a normal form";
  }
  return A;
}

void printJson(const std::vector<Answer> &Answers, const Request &R) {
  llvm::json::OStream JOS(llvm::outs(), 2);
  JOS.array([&] {
    for (const Answer &A : Answers)
      JOS.object([&] {
        if (R.Classify)
          JOS.attribute("class", nameOf(A.Class));
        if (R.Empty && A.Empty != sdbm::Emptiness::Unknown)
          JOS.attribute("empty", A.Empty == sdbm::Emptiness::Empty);
        else if (R.Empty)
          JOS.attribute("empty", nullptr);
        if (R.Normalize && !A.NormalForm.empty())
          JOS.attribute("normal_form", A.NormalForm);
        else if (R.Normalize)
          JOS.attribute("normal_form", nullptr);
        JOS.attribute("set", A.Set);
      });
  });
  llvm::outs() << '\n';
}

void printText(const Answer &A, const Request &R) {
  llvm::outs() << A.Set << '\n';
  if (R.Classify)
    llvm::outs() << "  class: " << nameOf(A.Class) << '\n';
  if (R.Empty)
    llvm::outs() << "  empty: " << textOf(A.Empty) << '\n';
  if (R.Normalize)
    llvm::outs() << "  normal form: "
                 << (A.NormalForm.empty() ? "none" : A.NormalForm) << '\n';
}

/// Answers for each line of \p File that is not blank.
int runOnFile(StringRef File, const Request &R, std::vector<Answer> &Answers) {
  auto Text = readInput(File);
  if (!Text)
    return fail(WrongInput, File + ": " + llvm::toString(Text.takeError()));
  llvm::SmallVector<StringRef> Lines;
  StringRef(*Text).split(Lines, '\n');
  int Status = Done;
  for (size_t L = 0; L < Lines.size(); ++L) {
    StringRef Line = Lines[L].trim();
    if (Line.empty())
      continue;
    std::string Place = (File + ": line " + llvm::Twine(L + 1) + ": ").str();
    Context Ctx;
    auto A = answer(Ctx.get(), Line, R);
    if (!A)
      return fail(WrongInput, Place + llvm::toString(A.takeError()));
    if (!A->Limit.empty())
      Status = fail(LimitHit, Place + "limit hit: " + A->Limit);
    Answers.push_back(std::move(*A));
  }
  return Status;
}

/// Reads one argument into \p R. The error says what is wrong with it.
llvm::Error parseArgument(StringRef Argument, Request &R) {
  if (Argument == "-" || !Argument.starts_with("-"))
    R.Files.push_back(Argument);
  else if (Argument == "--json")
    R.Json = true;
  else if (Argument == "--classify")
    R.Classify = true;
  else if (Argument == "--empty")
    R.Empty = true;
  else if (Argument == "--normalize")
    R.Normalize = true;
  else
    return llvm::createStringError("unknown option '" + Argument +
                                   "'; --help lists them");
  return llvm::Error::success();
}

int runSdbm(llvm::ArrayRef<StringRef> Arguments) {
  Request R;
  for (StringRef Argument : Arguments)
    if (llvm::Error Err = parseArgument(Argument, R))
      return fail(WrongUsage, llvm::toString(std::move(Err)));
  if (!R.Classify && !R.Empty && !R.Normalize)
    R.Classify = R.Empty = R.Normalize = true;
  if (R.Files.empty())
    return fail(WrongUsage, "no file of sets given; - is standard input");
  std::vector<Answer> Answers;
  int Worst = Done;
  for (StringRef File : R.Files) {
    int Status = runOnFile(File, R, Answers);
    if (Status == WrongInput)
      return Status;
    Worst = std::max(Worst, Status);
  }
  if (R.Json)
    printJson(Answers, R);
  else
    for (const Answer &A : Answers)
      printText(A, R);
  return Worst;
}

} // namespace

const Command tool::SdbmCommand = {
    "sdbm",
    "finds sets of bounded differences and strides, and normalises them",
    R"(FILE has a set in isl's notation on each line, and no kernel. For each set
it prints

  - its class: "dbm" if its constraints are bounds on variables and differences of
    two variables; "hsdbm" if single variables are congruent to numbers as well,
    modulo divisors that divide each other; "sdbm" if modulo any; "other" if
    it has other constraints, numbers above 2^61, or more than 256 variables;
  - whether it is empty;
  - its normal form, with the tightest bounds and the largest divisors that hold.
    Two sets of one disjunct are equal exactly if their normal forms are. Sets of
    the class "other" have none.

Parameters are variables like others. A union has the class of its largest
disjunct, and each disjunct is normalised.

  --classify               only the class
  --empty                  only emptiness; may be given together, as the next one
  --normalize              only the normal form
  --json                   print JSON for programs

Example: echo '{ [i, j] : i mod 4 = 0 and 3 <= i - j and 1 <= j <= i <= 9 }' |
           smolly sdbm -
)",
    runSdbm};
