#include "test.hpp"
#include "pipeline.hpp"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace seeds {
namespace {

constexpr unsigned MostChanges = 40;
// Back ends have code of their own for integers that no register holds; passes of IR hardly differ for these.
constexpr unsigned WidestForPasses = 128, WidestForMachines = 256;

std::unique_ptr<Module> parse(StringRef Text, LLVMContext &Context) {
  SMDiagnostic Error;
  Context.setDiagnosticHandlerCallBack([](const DiagnosticInfo *, void *) {}, nullptr);
  return parseIR(MemoryBufferRef(Text, "seed"), Error, Context);
}

// One change; false if the module is broken afterwards.
bool changeOnce(std::unique_ptr<Module> &M, const Pool &From, const Seed &Of, unsigned Ordinal, unsigned Widest, std::vector<std::string> &Log) {
  if (chance(6)) {
    auto Other = withOtherWidth(*M, Widest);
    if (!Other || verifyModule(*Other) || !Other->getFunction("f")) return true;
    M = std::move(Other);
    Log.push_back("width");
    return true;
  }
  for (unsigned Tries = 0; Tries < 4; Tries++) {
    std::string Kind = Mutator(*M, From, Of.Folder, Ordinal).change();
    if (!M->getFunction("f")) return false;
    if (Kind.empty()) continue;
    Log.push_back(Kind);
    break;
  }
  return !verifyModule(*M);
}

void drawPasses(const Seed &Of, PassesFrom From, Made &To) {
  cgfuzz::scope Passes("passes");
  To.Cpu = below(CpuCount);
  unsigned Way = below(100);
  bool IsLevel = From == PassesFrom::Levels || (From == PassesFrom::Mixed && Way >= 55) || Of.Runs.empty();
  To.Passes = Way >= 90 ? "default<O3>" : "default<O2>";
  if (IsLevel) return;
  const RunLine &Run = Of.Runs[below(Of.Runs.size())];
  if (!optimiserFor(To.Cpu).knows(Run.Passes)) return;
  To.Passes = Run.Passes;
  if (From == PassesFrom::RunLines || chance(50)) To.Options = Run.Options;
}

} // namespace

bool makeByChoices(const Pool &From, std::string &Text, Made &To) {
  const Seed *Of;
  {
    cgfuzz::scope Scope("seed");
    Of = &From.draw();
  }
  drawPasses(*Of, PassesFrom::Mixed, To);
  LLVMContext Context;
  auto M = parse(Of->Text, Context);
  if (!M) return false;
  std::string Whole = textOf(*M);
  for (unsigned Ordinal = 0; Ordinal < MostChanges; Ordinal++) {
    cgfuzz::scope Scope("change");
    if (!cgfuzz_boolean(0.7)) break;
    if (!changeOnce(M, From, *Of, Ordinal, WidestForPasses, To.Changes)) {
      // A change that breaks the function is as if it were not there.
      M = parse(Whole, Context);
      continue;
    }
    Whole = textOf(*M);
  }
  if (!To.Changes.empty()) To.Passes = forChanged(To.Passes);
  Text = "; seed " + Of->name() + "\n" + Whole;
  return true;
}

bool make(const Pool &From, const Recipe &Of, const Settings &How, Made &To) {
  const Seed &Base = From.all()[Of.Seed];
  LLVMContext Context;
  auto M = parse(Base.Text, Context);
  if (!M) return false;
  unsigned Widest = How.Runners.empty() ? WidestForPasses : WidestForMachines;
  for (unsigned Ordinal = 0; Ordinal < Of.Changes.size(); Ordinal++) {
    cgfuzz_seed(Of.Changes[Ordinal]);
    // Names by the change's own number: they stay if other changes go.
    if (!changeOnce(M, From, Base, unsigned(Of.Changes[Ordinal] % 9973), Widest, To.Changes)) return false;
  }
  cgfuzz_seed(Of.Passes);
  drawPasses(Base, How.From, To);
  if (!How.Runners.empty()) {
    To.Machine = drawWay(How.Runners);
    To.Passes = To.Machine.text();
    To.Options.clear();
  } else if (!To.Changes.empty()) To.Passes = forChanged(To.Passes);
  To.Before = bitcodeOf(*M);
  To.Text = textOf(*M);
  return true;
}

unsigned costOf(Module &M) {
  unsigned Sum = 0;
  Function *F = M.getFunction("f");
  if (!F) return 0;
  for (Instruction &I : instructions(F)) {
    if (isa<PHINode>(I) || isa<UnreachableInst>(I)) continue;
    unsigned Each = 1;
    if (isa<CallInst>(I) && !isa<IntrinsicInst>(I)) Each = 4;
    else if (is_contained({Instruction::UDiv, Instruction::SDiv, Instruction::URem, Instruction::SRem, Instruction::FDiv, Instruction::FRem}, I.getOpcode())) Each = 8;
    Sum += Each;
  }
  return Sum;
}

Examiner::Examiner(const Settings &How) : How(How) {
  if (!How.Judge.empty()) Judge = std::make_unique<Peer>(std::vector<std::string>{How.Judge, "--functions"});
  if (!How.Control.empty()) Control = std::make_unique<Peer>(How.Control);
  if (!How.Runners.empty()) Runs = std::make_unique<Machine>(How.Runners);
}

static std::string linesFor(const Made &Of) {
  std::string Lines = Of.Passes;
  for (const std::string &Each : Of.Options) Lines += "\n" + Each;
  return Lines;
}

Answer Examiner::examineMachine(const Made &Of, uint64_t JudgeSeed, bool NeedsText) {
  LLVMContext Context;
  auto M = parse(Of.Before, Context);
  if (!M) return {"invalid"};
  std::string Why = Machine::prepare(*M);
  if (!Why.empty()) return {"unjudged", Why};
  std::string Said = Judge->ask(uint32_t(JudgeSeed), How.Runs, bitcodeOf(*M), "");
  Expectation For;
  bool IsJudged = For.read(Said);
  // Functions that nobody can judge are compiled, too: a crash is a fault.
  auto Made = Runs->compile(*M, Of.Machine, For, Why);
  Answer Says{"unjudged", !IsJudged ? StringRef(Said).drop_front().trim().str() : Why};
  if (NeedsText) Says.After = textOf(*M);
  if (!Made || !IsJudged) return Says;
  Says.Why = Runs->differenceOf(*Made, Of.Machine, For);
  Says.Kind = Says.Why.empty() ? "kept" : "wrong";
  return Says;
}

// Passes that add calls or move memory by design: only a crash, a hang or a broken module is a fault of theirs.
static bool changesByDesign(StringRef Passes) {
  static const char *const Names[] = {"ee-instrument", "safe-stack", "atomic-expand", "hipstdpar", "place-safepoints"};
  return any_of(Names, [&](StringRef Each) { return Passes.contains(Each); });
}

Answer Examiner::examine(const Made &Of, uint64_t JudgeSeed, bool NeedsText) {
  if (Runs && Judge) return examineMachine(Of, JudgeSeed, NeedsText);
  LLVMContext Context;
  auto M = parse(Of.Before, Context);
  if (!M) return {"invalid"};
  {
    OptionsSet Set(Of.Options);
    if (!optimiserFor(Of.Cpu).run(*M, Of.Passes)) return {"refused"};
  }
  std::string Why;
  raw_string_ostream To(Why);
  if (verifyModule(*M, &To)) return {"broken", Why, NeedsText ? textOf(*M) : ""};
  std::string After = bitcodeOf(*M), ByControl;
  Answer Says{"unchanged"};
  if (NeedsText) Says.After = textOf(*M);
  if (Control) {
    ByControl = Control->ask(Of.Cpu, 0, linesFor(Of), Of.Before);
    if (ByControl == "O" + After) return {"equal"};
    Says.HasCosts = ByControl[0] == 'O';
    Says.Cost = costOf(*M);
    LLVMContext Other;
    if (auto Before = Says.HasCosts ? parse(StringRef(ByControl).drop_front(), Other) : nullptr) Says.ControlCost = costOf(*Before);
  }
  if (Of.Before == After || !Judge) return Says;
  if (changesByDesign(Of.Passes)) {
    Says.Kind = "unjudged", Says.Why = "a pass that adds calls";
    return Says;
  }
  std::string Said = Judge->ask(uint32_t(JudgeSeed), How.Runs, Of.Before, After);
  bool IsOld = Said[0] == 'W' && Says.HasCosts && Judge->ask(uint32_t(JudgeSeed), How.Runs, Of.Before, StringRef(ByControl).drop_front())[0] == 'W';
  Says.Kind = Said[0] == 'W' ? IsOld ? "known" : "wrong" : Said[0] == 'K' ? "kept" : "unjudged";
  Says.Why = StringRef(Said).drop_front().trim().str();
  return Says;
}

bool Examiner::fires(const std::string &Bitcode, const Made &Of, std::string &After, std::string &ByControl) {
  LLVMContext Context;
  auto M = parse(Bitcode, Context);
  if (!M || !Control) return false;
  OptionsSet Set(Of.Options);
  if (!optimiserFor(Of.Cpu).run(*M, Of.Passes)) return false;
  std::string Said = Control->ask(Of.Cpu, 0, linesFor(Of), Bitcode);
  if (Said == "O" + bitcodeOf(*M)) return false;
  After = textOf(*M);
  LLVMContext Other;
  if (auto Before = Said[0] == 'O' ? parse(StringRef(Said).drop_front(), Other) : nullptr) ByControl = textOf(*Before);
  return true;
}

} // namespace seeds
