// LLVM's passes in this process: a pass manager for each pipeline and CPU, made once.
#pragma once
#include "pool.hpp"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace seeds {

inline constexpr const char *Cpus[] = {"x86-64", "x86-64-v3", "skylake-avx512"};
inline constexpr unsigned CpuCount = 3;

class Optimiser {
public:
  Optimiser(llvm::StringRef Triple, llvm::StringRef Cpu);
  // False if LLVM does not know the passes.
  bool run(llvm::Module &M, const std::string &Passes);
  bool knows(const std::string &Passes);
  // Adds the classes of the passes and analyses in a pipeline.
  void addClasses(const std::string &Passes, llvm::StringSet<> &To);
  llvm::TargetMachine &machine() { return *Machine; }
  static void start(const std::vector<std::string> &Options);
  static std::string layout();

private:
  std::unique_ptr<llvm::TargetMachine> Machine;
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Graphs;
  llvm::ModuleAnalysisManager Modules;
  std::unique_ptr<llvm::PassBuilder> Builder;
  std::map<std::string, std::optional<llvm::ModulePassManager>> Made;
};

Optimiser &optimiserFor(unsigned Cpu);
Optimiser &optimiserFor(const std::string &Triple, const std::string &Cpu);

// Options of a RUN line that this LLVM has are set while this lives.
class OptionsSet {
public:
  explicit OptionsSet(const std::vector<std::string> &Words);
  ~OptionsSet();

private:
  std::vector<llvm::cl::Option *> Set;
};

std::string bitcodeOf(llvm::Module &M);
std::string textOf(llvm::Module &M);

} // namespace seeds
