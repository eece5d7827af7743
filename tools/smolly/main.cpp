//===- main.cpp - The command-line tool -----------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// smolly COMMAND [options] FILE...: the analyses of the library on kernel
/// files, without a compiler.
///
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "smolly/Kernel/KernelFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/ctx.h"
#include "isl/options.h"

using namespace smolly;
using namespace smolly::tool;
using llvm::StringRef;

int tool::fail(ExitStatus Status, const llvm::Twine &Message) {
  llvm::errs() << "smolly: " << Message << '\n';
  return Status;
}

llvm::Expected<std::string> tool::readInput(StringRef File) {
  auto Buffer = llvm::MemoryBuffer::getFileOrSTDIN(File, /*IsText=*/true);
  if (!Buffer)
    return llvm::createStringError(Buffer.getError().message());
  return (*Buffer)->getBuffer().str();
}

llvm::Expected<std::map<std::string, long>>
tool::parseAssignments(StringRef Text) {
  std::map<std::string, long> Result;
  while (!Text.empty()) {
    StringRef Item;
    std::tie(Item, Text) = Text.split(',');
    auto [Name, Value] = Item.split('=');
    long Number;
    if (Name.empty() || Value.getAsInteger(10, Number))
      return llvm::createStringError("'" + Item +
                                     "' is not NAME=NUMBER, as in N=1000");
    Result[Name.trim().str()] = Number;
  }
  return Result;
}

int tool::runOnFiles(llvm::ArrayRef<StringRef> Files,
                     llvm::function_ref<int(StringRef)> Run) {
  if (Files.empty())
    return fail(WrongUsage, "no kernel file given; - is standard input");
  int Worst = Done;
  for (StringRef File : Files)
    Worst = std::max(Worst, Run(File));
  return Worst;
}

ExitStatus tool::statusOf(const llvm::Error &Err) {
  ExitStatus Status = WrongInput;
  llvm::visitErrors(Err, [&](const llvm::ErrorInfoBase &Info) {
    if (Info.convertToErrorCode() == std::errc::value_too_large)
      Status = LimitHit;
  });
  return Status;
}

/// The kernel in \p File; prints an error and sets \p Status if there is none.
static std::optional<Kernel> readKernel(const Context &Ctx, StringRef File,
                                        Domains Allowed, int &Status) {
  auto Fail = [&](ExitStatus Why, llvm::Error Err) {
    Status = fail(Why, File + ": " + llvm::toString(std::move(Err)));
    return std::nullopt;
  };
  auto Text = readInput(File);
  if (!Text)
    return Fail(WrongInput, Text.takeError());
  auto K = parseKernel(Ctx.get(), *Text, Allowed);
  if (!K) {
    llvm::Error Err = K.takeError();
    ExitStatus Why = statusOf(Err);
    return Fail(Why, std::move(Err));
  }
  return std::move(*K);
}

int tool::runOnKernel(
    StringRef File,
    llvm::function_ref<llvm::Error(const Context &, Kernel &)> Run,
    Domains Allowed) {
  Context Ctx;
  int Status = Done;
  auto K = readKernel(Ctx, File, Allowed, Status);
  if (!K)
    return Status;
  llvm::Error Err = Run(Ctx, *K);
  if (!Err)
    return Done;
  ExitStatus Why = statusOf(Err);
  return fail(Why, File + ": " + llvm::toString(std::move(Err)));
}

llvm::Expected<std::vector<long>> tool::parseSizes(StringRef Name,
                                                   StringRef Text) {
  std::vector<long> Sizes;
  do {
    StringRef Item;
    std::tie(Item, Text) = Text.split(',');
    long Size;
    if (Item.getAsInteger(10, Size) || Size < 1)
      return llvm::createStringError(Name + ": '" + Item +
                                     "' is not a whole number, at least 1");
    Sizes.push_back(Size);
  } while (!Text.empty());
  return Sizes;
}

llvm::Error
tool::writePicture(StringRef File,
                   llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Draw) {
  std::string Text;
  llvm::raw_string_ostream Picture(Text);
  if (llvm::Error Err = Draw(Picture))
    return Err;
  std::error_code Code;
  llvm::raw_fd_ostream OS(File, Code, llvm::sys::fs::OF_Text);
  if (Code)
    return llvm::createStringError("'" + File + "': " + Code.message());
  OS << Text;
  return llvm::Error::success();
}

Context::Context() : Ctx(isl_ctx_alloc()) {
  isl_options_set_on_error(Ctx, ISL_ON_ERROR_CONTINUE);
}

Context::~Context() { isl_ctx_free(Ctx); }

namespace {

const Command *const Commands[] = {&DeadCommand, &MarsCommand, &SdbmCommand,
                                   &StorageCommand, &VolumesCommand};

void printHelp() {
  llvm::outs() << R"(usage: smolly COMMAND [options] FILE...

Analyses loop programs that are given as sets and maps in isl's notation,
without a compiler. FILE is a kernel file (JSON: arrays, and statements with
their domains, schedules and accesses) or a .jscop file that Polly has exported,
for sdbm a list of sets; - is standard input.

Commands (smolly COMMAND --help says more):
)";
  for (const Command *C : Commands)
    llvm::outs() << llvm::formatv("  {0,-10} {1}\n", C->Name, C->Summary);
  llvm::outs() << R"(
--help prints this, --version the version.
Exit status: 0 done, 1 wrong input, 2 wrong usage, 3 a limit was hit.
)";
}

void printHelp(const Command &C) {
  llvm::outs() << "usage: smolly " << C.Name << " [options] FILE...\n\n"
               << C.Help;
}

const Command *findCommand(StringRef Name) {
  for (const Command *C : Commands)
    if (C->Name == Name)
      return C;
  return nullptr;
}

} // namespace

int main(int Argc, char **Argv) {
  std::vector<StringRef> Arguments(Argv + 1, Argv + Argc);
  if (Arguments.empty())
    return fail(WrongUsage, "no command given; --help lists them");
  const Command *C = findCommand(Arguments.front());
  for (StringRef Argument : Arguments) {
    if (Argument == "--help" || Argument == "-h") {
      C ? printHelp(*C) : printHelp();
      return Done;
    }
    if (Argument == "--version") {
      llvm::outs() << "smolly " << SMOLLY_VERSION << '\n';
      return Done;
    }
  }
  if (C)
    return C->Run(llvm::ArrayRef(Arguments).drop_front());
  return fail(WrongUsage,
              "unknown command '" + Arguments.front() + "'; --help lists them");
}
