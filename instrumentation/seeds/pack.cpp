// Reads tests: which functions are usable as seeds, and a module for each with what it needs.
#include "compatibility.hpp"
#include "optimise.hpp"
#include "pool.hpp"
#include "llvm/ADT/DenseSet.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <set>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace seeds {
namespace {

constexpr unsigned MostInstructions = 300;

bool isScalable(Type *Of) {
  return isa<ScalableVectorType>(Of) || isa<TargetExtType>(Of) || Of->isX86_AMXTy() || (Of->isAggregateType() && any_of(Of->subtypes(), isScalable));
}

bool isForeign(StringRef Intrinsic) {
  static const char *const Starts[] = {"amdgcn", "aarch64", "arm", "nvvm", "coro", "x86", "experimental.gc", "hexagon", "ppc", "riscv", "objc", "seh", "eh", "localescape", "wasm", "s390", "loongarch", "spv", "dx", "swift", "r600", "bpf", "mips"};
  if (!Intrinsic.consume_front("llvm.")) return false;
  return any_of(Starts, [&](StringRef Start) { return Intrinsic.starts_with(Start); });
}

// LLVM once ended lifetimes of other memory than local variables. The judge's reader drops such ends.
bool endsOther(const Instruction &I) {
  auto *Known = dyn_cast<IntrinsicInst>(&I);
  return Known && Known->isLifetimeStartOrEnd() && none_of(Known->args(), [](const Use &Each) { return isa<AllocaInst>(Each->stripPointerCasts()); });
}

bool isUsable(Instruction &I) {
  if (endsOther(I)) return false;
  if (isScalable(I.getType()) || isa<CallBrInst>(I) || isa<FuncletPadInst>(I) || isa<CatchSwitchInst>(I) || I.getType()->isTokenTy()) return false;
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    if (auto *Callee = Call->getCalledFunction(); Callee && Callee->isIntrinsic() && isForeign(Callee->getName())) return false;
    if (Call->isInlineAsm()) return false;
  }
  return none_of(I.operands(), [](Use &Each) { return isScalable(Each->getType()); });
}

bool isUsable(Argument &A) {
  return !isScalable(A.getType()) && !A.hasSwiftErrorAttr() && !A.hasInAllocaAttr() && !A.hasByValAttr() && !A.hasPreallocatedAttr() && !A.getType()->isTokenTy() && !A.getType()->isMetadataTy();
}

bool isUsable(Function &F) {
  if (F.isDeclaration() || F.getInstructionCount() > MostInstructions) return false;
  if (F.getFnAttribute("target-cpu").getValueAsString().starts_with("gfx")) return false;
  if (F.getCallingConv() != CallingConv::C && F.getCallingConv() != CallingConv::Fast) return false;
  if (F.isVarArg() || F.isPresplitCoroutine() || isScalable(F.getReturnType())) return false;
  for (Argument &A : F.args())
    if (!isUsable(A)) return false;
  for (Instruction &I : instructions(F))
    if (!isUsable(I)) return false;
  return true;
}

// Any layout gives way to that of our target. A test stays a function, of other sizes; verifying says if it does not.
bool isUsable(const Module &M, StringRef Text) {
  return M.getDataLayout().getAllocaAddrSpace() == 0 && (!StringRef(M.getDataLayoutStr()).contains("ni:") || !Text.contains("addrspace("));
}

// The globals that a function needs, and the function itself; nothing if the function cannot be taken out.
DenseSet<const GlobalValue *> neededBy(const Function &F) {
  DenseSet<const GlobalValue *> Needed;
  SmallVector<const Constant *> Work;
  DenseSet<const Constant *> Seen;
  auto Push = [&](const Value *Each) {
    auto *C = dyn_cast<Constant>(Each);
    if (C && (isa<GlobalValue, BlockAddress>(C) || C->getNumOperands() > 0) && Seen.insert(C).second) Work.push_back(C);
  };
  Push(&F);
  // A function that runs before `main` does so as a seed, too.
  auto *Constructors = F.getParent()->getNamedGlobal("llvm.global_ctors");
  if (Constructors && Constructors->hasInitializer() && any_of(Constructors->getInitializer()->operands(), [&](const Use &Each) { return is_contained(cast<Constant>(Each)->operand_values(), &F); })) Push(Constructors);
  // The pass that polls for the collector finds this function by its name.
  if (const Function *Poll = F.hasGC() ? F.getParent()->getFunction("gc.safepoint_poll") : nullptr) Push(Poll);
  while (!Work.empty()) {
    const Constant *C = Work.pop_back_val();
    if (auto *Global = dyn_cast<GlobalValue>(C)) Needed.insert(Global);
    // LLVM 23 cannot clone the address of a block of another function.
    if (auto *Address = dyn_cast<BlockAddress>(C); Address && Address->getFunction() != &F) return {};
    if (auto *Callee = dyn_cast<Function>(C)) {
      if (Callee != &F && Callee->getInstructionCount() > MostInstructions) continue;
      for (const Instruction &I : instructions(Callee))
        for (const Use &Each : I.operands()) Push(Each.get());
    }
    for (const Use &Each : C->operands()) Push(Each.get());
  }
  return Needed;
}

void eraseUnused(Module &M, const Function *Kept) {
  for (int Round = 0; Round < 2; Round++) {
    for (auto &Each : make_early_inc_range(M.functions()))
      if (&Each != Kept && Each.isDeclaration() && Each.use_empty()) Each.eraseFromParent();
    for (auto &Each : make_early_inc_range(M.globals())) {
      Each.removeDeadConstantUsers();
      if (Each.use_empty() && Each.isDeclaration()) Each.eraseFromParent();
    }
    for (auto &Each : make_early_inc_range(M.aliases()))
      if (Each.use_empty()) Each.eraseFromParent();
  }
}

// A call of another type than its function has is undefined: it gets a function of its own.
void redeclare(Function &F) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    auto *Callee = Call ? dyn_cast<Function>(Call->getCalledOperand()) : nullptr;
    if (!Callee || !Callee->isDeclaration() || Callee->isIntrinsic() || Callee->getFunctionType() == Call->getFunctionType()) continue;
    Call->setCalledOperand(Function::Create(Call->getFunctionType(), GlobalValue::ExternalLinkage, Callee->getName() + ".other", F.getParent()));
  }
}

// Values without a name get one, so that changes can name them.
void nameAll(Function &F) {
  unsigned Count = 0;
  for (Argument &Each : F.args())
    if (!Each.hasName()) Each.setName("a" + Twine(Count++));
  for (BasicBlock &Block : F) {
    if (!Block.hasName()) Block.setName("b" + Twine(Count++));
    for (Instruction &I : Block)
      if (!I.getType()->isVoidTy() && !I.hasName()) I.setName("v" + Twine(Count++));
  }
}

std::unique_ptr<Module> extract(Function &From, const std::string &Layout) {
  DenseSet<const GlobalValue *> Needed = neededBy(From);
  if (Needed.empty()) return nullptr;
  ValueToValueMapTy Map;
  auto M = CloneModule(*From.getParent(), Map, [&](const GlobalValue *Each) { return Needed.contains(Each); });
  removeInlineAsm(*M);
  for (auto &Each : make_early_inc_range(M->named_metadata())) M->eraseNamedMetadata(&Each);
  auto *F = cast<Function>(Map[&From]);
  if (!F->hasExternalLinkage()) F->setLinkage(GlobalValue::ExternalLinkage);
  F->setVisibility(GlobalValue::DefaultVisibility);
  F->setComdat(nullptr);
  redeclare(*F);
  eraseUnused(*M, F);
  M->setTargetTriple(theTriple());
  M->setDataLayout(Layout);
  M->setSourceFileName("seed");
  M->setModuleIdentifier("seed");
  for (Function &Each : *M) {
    for (StringRef Kind : {"target-cpu", "target-features", "tune-cpu"}) Each.removeFnAttr(Kind);
    Each.removeFnAttr(Attribute::OptimizeNone);
  }
  if (F->getName() != "f") {
    if (auto *Other = M->getNamedValue("f")) Other->setName("f.other");
    F->setName("f");
  }
  nameAll(*F);
  return M;
}

std::string cleaned(StringRef Name) {
  std::string Text = Name.str();
  for (char &Each : Text)
    if (Each == '\t' || Each == '\n') Each = ' ';
  return Text;
}

struct Counts {
  unsigned Files = 0, Unusable = 0, Functions = 0;
};

// The path below `test/Transforms` or `test/CodeGen`, or below the folder that was named; the first part is the folder of
// a seed.
std::string relativeName(StringRef Path, StringRef Root) {
  for (StringRef Suite : {"test/Transforms/", "test/CodeGen/"})
    if (size_t At = Path.find(Suite); At != StringRef::npos) return Path.substr(At + Suite.size()).str();
  StringRef Inside = Path.substr(Root.size()).ltrim('/');
  return Inside.empty() ? sys::path::filename(Path).str() : Inside.str();
}

void packFile(raw_ostream &To, StringRef Path, StringRef Root, const std::string &Layout, Counts &Count) {
  auto Read = MemoryBuffer::getFile(Path);
  if (!Read) return;
  Count.Files++;
  LLVMContext Context;
  Context.setDiagnosticHandlerCallBack([](const DiagnosticInfo *, void *) {}, nullptr);
  SMDiagnostic Error;
  auto M = parseIR((*Read)->getMemBufferRef(), Error, Context);
  if (!M || !isUsable(*M, (*Read)->getBuffer()) || verifyModule(*M)) {
    Count.Unusable++;
    return;
  }
  StripDebugInfo(*M);
  std::vector<RunLine> Runs = runLinesIn((*Read)->getBuffer());
  std::string Name = cleaned(relativeName(Path, Root)), Folder = StringRef(Name).contains('/') ? StringRef(Name).split('/').first.str() : "tests";
  for (Function &F : *M) {
    if (!isUsable(F)) continue;
    std::string Function = cleaned(F.getName()), Text;
    auto Alone = extract(F, Layout);
    if (!Alone || verifyModule(*Alone)) continue;
    raw_string_ostream(Text) << *Alone;
    // Some constants that are printed cannot be read again.
    if (!parseIR(MemoryBufferRef(Text, "seed"), Error, Context)) continue;
    To << Folder << '\t' << Name << '\t' << Function << '\t' << Runs.size() << '\t' << Text.size() << '\n';
    for (const RunLine &Run : Runs) {
      To << Run.Passes;
      for (const std::string &Each : Run.Options) To << '\t' << Each;
      To << '\n';
    }
    To << Text << '\0' << '\n';
    Count.Functions++;
  }
}

// Passes are said as `-passes=NAMES`, `-p NAMES`, `-O2`, or as `-NAME` alone.
RunLine runLineOf(ArrayRef<std::string> Words) {
  RunLine Now;
  bool IsNext = false;
  for (StringRef Word : Words) {
    if (std::exchange(IsNext, false)) Now.Passes = Word.str();
    if (!Word.consume_front("--") && !Word.consume_front("-")) continue;
    if (Word == "p" || Word == "passes") IsNext = true;
    else if (Word.consume_front("passes=") || Word.consume_front("p=")) Now.Passes = Word.str();
    else if (Word.size() == 2 && Word[0] == 'O') Now.Passes = ("default<" + Word + ">").str();
    else if (!Word.empty()) Now.Options.push_back(Word.str());
  }
  // Names of files, for a shell of the suite.
  if (any_of(Now.Options, [](const std::string &Each) { return Each.find('%') != std::string::npos; })) return {};
  if (Now.Passes == "function-import") return {};
  if (!Now.Passes.empty()) return Now;
  // Without a profile and a summary, these two end the process.
  auto IsPass = [](const std::string &Word) { return Word != "codegenprepare" && Word != "function-import" && optimiserFor(0).knows(Word); };
  if (auto Found = find_if(Now.Options, IsPass); Found != Now.Options.end()) {
    Now.Passes = *Found;
    Now.Options.erase(Found);
  }
  return Now;
}

} // namespace

std::vector<RunLine> runLinesIn(StringRef Text) {
  std::vector<RunLine> Found;
  SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  std::string All;
  for (StringRef Line : Lines) {
    size_t At = Line.find("RUN:");
    if (At == StringRef::npos) {
      All.clear();
      continue;
    }
    StringRef Rest = Line.substr(At + 4).trim();
    bool HasMore = Rest.consume_back("\\");
    All += Rest.str() + " ";
    if (HasMore) continue;
    StringRef Command = All;
    std::vector<std::string> Words;
    if (size_t Opt = Command.find("opt "); Opt != StringRef::npos) {
      Command = Command.substr(Opt + 4).split('|').first;
      char Quote = 0;
      std::string Word;
      for (char Each : Command) {
        if (Quote ? Each == Quote : Each == '\'' || Each == '"') Quote = Quote ? 0 : Each;
        else if (Each == ' ' && !Quote) Words.push_back(std::move(Word)), Word.clear();
        else Word += Each == '\t' ? ' ' : Each;
      }
      Words.push_back(Word);
    }
    All.clear();
    RunLine Now = runLineOf(Words);
    if (!Now.Passes.empty() && none_of(Found, [&](RunLine &Each) { return Each.Passes == Now.Passes && Each.Options == Now.Options; })) Found.push_back(std::move(Now));
  }
  return Found;
}

namespace {

// The work of a child that reads tests; the parent sees it after the child's end.
struct Progress {
  size_t Files;
  uint64_t Size;
  Counts Count;
};

constexpr int CannotWrite = 3;

struct Test {
  std::string Path, Root;
};

std::vector<Test> testsIn(const std::vector<std::string> &Folders) {
  std::vector<Test> Found;
  std::error_code Error;
  for (const std::string &Folder : Folders) {
    std::set<std::string> Paths;
    if (StringRef(Folder).ends_with(".ll")) Paths.insert(Folder);
    for (sys::fs::recursive_directory_iterator At(Folder, Error), End; !Error && At != End; At.increment(Error))
      if (StringRef(At->path()).ends_with(".ll")) Paths.insert(At->path());
    for (const std::string &Path : Paths) Found.push_back({Path, Folder});
  }
  return Found;
}

// Reads all tests that are left; LLVM ends the process at a module that it cannot bring up to date.
[[noreturn]] void packRest(const std::vector<Test> &Tests, raw_fd_ostream &Out, const std::string &Layout, Progress &Done) {
  for (; Done.Files < Tests.size(); Done.Files++) {
    packFile(Out, Tests[Done.Files].Path, Tests[Done.Files].Root, Layout, Done.Count);
    Out.flush();
    if (Out.has_error()) _exit(CannotWrite);
    Done.Size = Out.tell();
  }
  _exit(0);
}

} // namespace

int pack(const std::string &To, const std::vector<std::string> &Folders) {
  std::error_code Error;
  raw_fd_ostream Out(To, Error);
  if (Error) {
    errs() << "cannot write " << To << ": " << Error.message() << "\n";
    return 1;
  }
  std::string Layout = Optimiser::layout();
  Out << "cgfuzz seeds 1\n";
  Out.flush();
  std::vector<Test> Tests = testsIn(Folders);
  auto *Done = static_cast<Progress *>(mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  *Done = {0, Out.tell(), {}};
  while (Done->Files < Tests.size()) {
    if (fork() == 0) packRest(Tests, Out, Layout, *Done);
    int Status = 0;
    wait(&Status);
    if (Status == 0) continue;
    if (WIFEXITED(Status) && WEXITSTATUS(Status) == CannotWrite) {
      errs() << "cannot write " << To << ": the disk may be full\n";
      return 1;
    }
    // The test that ended the child is unusable, and what was written of it goes.
    Done->Count.Unusable++;
    Done->Files++;
    Out.seek(Done->Size);
    if (truncate(To.c_str(), off_t(Done->Size))) return 1;
  }
  const Counts &Count = Done->Count;
  outs() << "{\"files\":" << Count.Files << ",\"unusable\":" << Count.Unusable << ",\"functions\":" << Count.Functions << "}\n";
  return 0;
}

} // namespace seeds
