#include "smolly/Plugin/SmollyPass.h"
#include "llvm/IR/Module.h"
using namespace llvm;
using namespace smolly;
PreservedAnalyses SmollyPass::run(Module &M, ModuleAnalysisManager &MAM) {
  (void)M;
  (void)MAM;
  return PreservedAnalyses::all();
}
void SmollyPass::printPipeline(
    raw_ostream &OS, function_ref<StringRef(StringRef)> MapClassName) {
  PassInfoMixin<SmollyPass>::printPipeline(OS, MapClassName);
  OS << '<';
  Options.print(OS);
  OS << '>';
}
