// Runs the passes that a person names, as opt does: `-mllvm -cgfuzz-passes=module(...)` in the syntax of `opt
// -passes=`.
//
// The passes run where the front end hands the module over. The engine switches the passes of the level off.
#include "pipeline.hpp"
#include "../../coverage/cgfuzz-coverage.h"
#include "compatibility.hpp"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"

using namespace llvm;

namespace cgfuzz {

static cl::opt<std::string> Passes("cgfuzz-passes", cl::Hidden, cl::desc("passes to run in place of the level's passes"));

[[noreturn]] static void refuse(const std::string &Why) {
  const std::string Text = "error: " + Why + "\n";
  cgfuzz_append_text(Text.data(), Text.size());
  cgfuzz_finish(CGFUZZ_REJECTED, 1);
}

void runPassesIfAsked(Module &Of) {
  if (Passes.empty()) return;
  const Triple Machine(Of.getTargetTriple());
  std::string Error;
  const Target *Found = targetFor(Machine, Error);
  if (!Found) refuse(Error);
  // Functions carry their processor and features themselves.
  TargetMachine *Code = Found->createTargetMachine(tripleForMachine(Machine), "", "", TargetOptions(), std::nullopt);
  auto &Calls = *new PassInstrumentationCallbacks();
  auto &Usual = *new StandardInstrumentations(Of.getContext(), false);
  auto &Loops = *new LoopAnalysisManager();
  auto &Functions = *new FunctionAnalysisManager();
  auto &Components = *new CGSCCAnalysisManager();
  auto &Modules = *new ModuleAnalysisManager();
  registerUsual(Usual, Calls, Functions, Modules);
  PassBuilder Builder = makePassBuilder(Of.getContext(), Code, Calls);
  auto &Library = *new TargetLibraryInfoImpl(Machine);
  Functions.registerPass([&] { return TargetLibraryAnalysis(Library); });
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  auto &All = *new ModulePassManager();
  if (auto Wrong = Builder.parsePassPipeline(All, Passes)) refuse(toString(std::move(Wrong)));
  All.addPass(VerifierPass());
  All.run(Of, Modules);
}

} // namespace cgfuzz
