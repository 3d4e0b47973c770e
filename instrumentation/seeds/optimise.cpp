#include "optimise.hpp"
#include "compatibility.hpp"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace seeds {

Optimiser::Optimiser(StringRef Triple, StringRef Cpu) {
  std::string Error;
  auto Names = tripleOf(Triple);
  auto *Target = TargetRegistry::lookupTarget(Names, Error);
  Machine.reset(Target->createTargetMachine(Names, Cpu, "", TargetOptions(), Reloc::PIC_));
  PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = Tuning.SLPVectorization = Tuning.LoopInterleaving = Tuning.LoopUnrolling = true;
  Builder = builderOf(*Machine, Tuning);
  Builder->registerModuleAnalyses(Modules);
  Builder->registerCGSCCAnalyses(Graphs);
  Builder->registerFunctionAnalyses(Functions);
  Builder->registerLoopAnalyses(Loops);
  Builder->crossRegisterProxies(Loops, Functions, Graphs, Modules);
}

bool Optimiser::knows(const std::string &Passes) {
  auto Found = Made.find(Passes);
  if (Found != Made.end()) return Found->second.has_value();
  ModulePassManager Manager;
  Error Refused = Builder->parsePassPipeline(Manager, Passes);
  bool IsKnown = !Refused;
  consumeError(std::move(Refused));
  if (IsKnown) Made.emplace(Passes, std::move(Manager));
  else Made.emplace(Passes, std::nullopt);
  return IsKnown;
}

void Optimiser::addClasses(const std::string &Passes, StringSet<> &To) {
  if (!knows(Passes)) return;
  Made.find(Passes)->second->printPipeline(nulls(), [&](StringRef Class) {
    To.insert(Class);
    return Class;
  });
}

bool Optimiser::run(Module &M, const std::string &Passes) {
  if (!knows(Passes)) return false;
  Made.find(Passes)->second->run(M, Modules);
  // The wrapper of the inliner moves its passes away when it runs.
  StringRef Name = Passes;
  if (Name.contains("default<") || Name.contains("inline") || Name.contains("lto")) Made.erase(Passes);
  Modules.clear();
  Graphs.clear();
  Functions.clear();
  Loops.clear();
  return true;
}

void Optimiser::start(const std::vector<std::string> &Options) {
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
  InitializeAllAsmPrinters();
  std::vector<const char *> Words{"seeds"};
  for (const std::string &Each : Options) Words.push_back(Each.c_str());
  cl::ParseCommandLineOptions(Words.size(), Words.data());
}

Optimiser &optimiserFor(unsigned Cpu) {
  static std::unique_ptr<Optimiser> All[CpuCount];
  if (!All[Cpu]) All[Cpu] = std::make_unique<Optimiser>(TripleName, Cpus[Cpu]);
  return *All[Cpu];
}

Optimiser &optimiserFor(const std::string &Triple, const std::string &Cpu) {
  static std::map<std::string, std::unique_ptr<Optimiser>> All;
  auto &Of = All[Triple + " " + Cpu];
  if (!Of) Of = std::make_unique<Optimiser>(Triple, Cpu);
  return *Of;
}

std::string Optimiser::layout() { return optimiserFor(0).Machine->createDataLayout().getStringRepresentation(); }

namespace {

// Options that print, or that belong to `opt`.
bool isForOpt(StringRef Name) {
  static const StringSet<> Known{"stats", "S", "o", "f", "passes", "disable-output", "mtriple", "mcpu", "mattr", "data-layout", "march", "verify-each", "time-passes", "p", "aa-pipeline", "load", "opt-bisect-limit", "info-output-file", "stats-json"};
  static const char *const Starts[] = {"print", "pass-remarks", "debug", "verify", "view", "cgfuzz", "dot", "time", "track"};
  return Known.contains(Name) || any_of(Starts, [&](StringRef Start) { return Name.starts_with(Start); });
}

} // namespace

OptionsSet::OptionsSet(const std::vector<std::string> &Words) {
  auto &Known = cl::getRegisteredOptions();
  for (const std::string &Word : Words) {
    auto [Name, Value] = StringRef(Word).split('=');
    auto Found = Known.find(Name);
    if (Found == Known.end() || isForOpt(Name)) continue;
    cl::Option *Option = Found->second;
    if (Option->getNumOccurrencesFlag() != cl::Optional) continue;
    bool HasValue = StringRef(Word).contains('=');
    if (!HasValue && Option->getValueExpectedFlag() == cl::ValueRequired) continue;
    if (Option->addOccurrence(0, Name, HasValue ? Value : "")) continue;
    Set.push_back(Option);
  }
}

OptionsSet::~OptionsSet() {
  for (cl::Option *Each : Set) {
    Each->setDefault();
    Each->reset();
  }
}

std::string bitcodeOf(Module &M) {
  std::string Bytes;
  raw_string_ostream To(Bytes);
  WriteBitcodeToFile(M, To);
  return Bytes;
}

std::string textOf(Module &M) {
  std::string Text;
  raw_string_ostream(Text) << M;
  return Text;
}

} // namespace seeds
