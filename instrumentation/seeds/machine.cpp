#include "machine.hpp"
#include "compatibility.hpp"
#include "draw.hpp"
#include "wrapper.hpp"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/ExecutionEngine/RuntimeDyld.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

using namespace llvm;

namespace seeds {
namespace {

constexpr uint64_t CodeBase = 0x42000000, MostCode = 4 << 20;

// Memory for sections, one after another; each gets the address that it has in the runner.
class Arena : public RuntimeDyld::MemoryManager {
public:
  Arena() : Bytes(MostCode, 0) {}
  uint8_t *allocateCodeSection(uintptr_t Size, unsigned Alignment, unsigned, StringRef) override { return allocate(Size, Alignment); }
  uint8_t *allocateDataSection(uintptr_t Size, unsigned Alignment, unsigned, StringRef, bool) override { return allocate(Size, Alignment); }
  void registerEHFrames(uint8_t *, uint64_t, size_t) override {}
  void deregisterEHFrames() override {}
  bool finalizeMemory(std::string *) override { return false; }
  uint8_t *allocate(uint64_t Size, unsigned Alignment) {
    Used = alignTo(Used, std::max(Alignment, 64u));
    Sections.push_back(Used);
    Used += Size;
    IsFull |= Used > MostCode;
    return reinterpret_cast<uint8_t *>(Bytes.data()) + (IsFull ? 0 : Sections.back());
  }
  std::string Bytes;
  std::vector<uint64_t> Sections;
  uint64_t Used = 0;
  bool IsFull = false;
};

class Resolver : public JITSymbolResolver {
public:
  Resolver(Runner &By, const Expectation &For) : By(By), For(For) {}
  void lookup(const LookupSet &Names, OnResolvedFunction Then) override {
    LookupResult Found;
    for (StringRef Name : Names) {
      uint64_t Address = By.addressOf(Name);
      for (auto &[Global, At] : For.Globals)
        if (Global == Name) Address = At;
      // The linker ends the process if an address is missing.
      if (!Address) Missing = Name.str(), Address = CodeBase;
      Found[Name] = JITEvaluatedSymbol(Address, JITSymbolFlags::Exported);
    }
    Then(std::move(Found));
  }
  Expected<LookupSet> getResponsibilitySet(const LookupSet &) override { return LookupSet(); }
  std::string Missing;

private:
  Runner &By;
  const Expectation &For;
};

// The judge holds globals at known addresses, and writes them before each run.
void declareGlobals(Module &M) {
  unsigned Count = 0;
  for (GlobalVariable &G : M.globals()) {
    if (!G.hasName()) G.setName("cgfuzz.global." + Twine(Count++));
    if (!G.isDeclaration()) {
      G.setInitializer(nullptr);
      G.setLinkage(GlobalValue::ExternalLinkage);
      G.setVisibility(GlobalValue::DefaultVisibility);
      G.setComdat(nullptr);
    }
    G.setDSOLocal(true);
  }
}

TargetMachine &machineOf(const Way &How) {
  static std::map<std::string, std::unique_ptr<TargetMachine>> All;
  auto &Of = All[How.Triple + How.Cpu + char('0' + How.Level)];
  if (Of) return *Of;
  std::string Error;
  auto Names = tripleOf(How.Triple);
  auto *Target = TargetRegistry::lookupTarget(Names, Error);
  Of.reset(Target->createTargetMachine(Names, How.Cpu, "", TargetOptions(), Reloc::Static, CodeModel::Small, CodeGenOptLevel(How.Level)));
  return *Of;
}

bool holdsX87(const Module &M) {
  auto IsX87 = [](Type *Of) { return Of->getScalarType()->isX86_FP80Ty(); };
  for (const Function &F : M) {
    if (IsX87(F.getReturnType()) || any_of(F.args(), [&](const Argument &Each) { return IsX87(Each.getType()); })) return true;
    for (const BasicBlock &Block : F)
      for (const Instruction &I : Block)
        if (IsX87(I.getType()) || any_of(I.operands(), [&](const Use &Each) { return IsX87(Each->getType()); })) return true;
  }
  return false;
}

// Other machines have conventions and collectors of garbage of their own.
std::string foreignIn(const Function &F) {
  if (F.hasGC()) return "garbage collector";
  for (const Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call) continue;
    if (!is_contained({CallingConv::C, CallingConv::Fast}, Call->getCallingConv())) return "calling convention";
    if (Call->getIntrinsicID() == Intrinsic::vscale) return "length of scalable vectors";
    auto *Callee = Call->getCalledFunction();
    if (Call->getOperandBundle(LLVMContext::OB_ptrauth) || (Callee && Callee->getName().starts_with("llvm.ptrauth."))) return "signed pointers";
  }
  return "";
}

} // namespace

std::string Way::text() const { return (Passes.empty() ? "" : "opt -passes='" + Passes + "' | ") + "llc -O" + std::to_string(Level) + " -mtriple=" + Triple + " -mcpu=" + Cpu; }

Machine::Machine(const Commands &Given) {
  for (auto &[Triple, Command] : Given) Runners.push_back({Triple, std::make_unique<Runner>(Command)});
}

Runner &Machine::runnerOf(const Way &How) {
  for (auto &[Triple, Each] : Runners)
    if (Triple == How.Triple) return *Each;
  return *Runners[0].second;
}

Way drawWay(const Commands &Runners) {
  static const char *const X86[] = {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"}, *const Arm[] = {"generic", "generic", "apple-m1", "neoverse-v2"};
  cgfuzz::scope Scope("way");
  Way How;
  How.Triple = Runners[below(Runners.size())].first;
  How.Cpu = StringRef(How.Triple).starts_with("x86") ? X86[below(4)] : Arm[below(4)];
  How.Level = below(100) < 20 ? 0 : 1 + below(3);
  static const char *const Pipelines[] = {"", "default<O1>", "default<O2>", "default<O3>"};
  How.Passes = Pipelines[chance(50) ? 0 : How.Level];
  return How;
}

std::string Machine::prepare(Module &M) {
  for (Function &F : M) {
    AttributeMask Gone;
    for (Attribute Each : F.getAttributes().getFnAttrs())
      if (Each.isStringAttribute() && Each.getKindAsString() != "frame-pointer") Gone.addAttribute(Each.getKindAsString());
    for (auto Kind : {Attribute::SanitizeAddress, Attribute::SanitizeMemory, Attribute::SanitizeThread, Attribute::SanitizeHWAddress, Attribute::SafeStack, Attribute::ShadowCallStack}) Gone.addAttribute(Kind);
    // Modes of floating point stay, since the judge refuses them.
    if (F.hasFnAttribute("denormal-fp-math") || F.hasFnAttribute("denormal-fp-math-f32")) return "mode of floating point";
    if (std::string Why = foreignIn(F); !Why.empty()) return Why;
    // A promise about the length of vectors, which the machine that runs the code need not keep.
    Gone.addAttribute(Attribute::VScaleRange);
    F.removeFnAttrs(Gone);
    F.setSection("");
    F.setDSOLocal(true);
    F.setPrefixData(nullptr);
    F.setPrologueData(nullptr);
  }
  for (GlobalVariable &G : M.globals())
    if (!G.hasName()) G.setName("cgfuzz.unnamed");
  return "";
}

std::optional<Code> Machine::compile(Module &M, const Way &How, const Expectation &For, std::string &Why) {
  if (!StringRef(How.Triple).starts_with("x86") && holdsX87(M)) return Why = "x86_fp80", std::nullopt;
  TargetMachine &Target = machineOf(How);
  M.setTargetTriple(tripleOf(How.Triple));
  M.setDataLayout(Target.createDataLayout());
  if (!How.Passes.empty() && !optimiserFor(How.Triple, How.Cpu).run(M, How.Passes)) return Why = "passes", std::nullopt;
  Function *F = M.getFunction("f");
  if (!F || F->isDeclaration()) return Why = "no function", std::nullopt;
  declareGlobals(M);
  addWrapper(M, *F);
  if (verifyModule(M)) return Why = "wrapper", std::nullopt;
  SmallVector<char, 0> Object;
  raw_svector_ostream To(Object);
  bool HasErred = false;
  M.getContext().setDiagnosticHandlerCallBack([](const DiagnosticInfo *Of, void *Said) { *static_cast<bool *>(Said) |= Of->getSeverity() == DS_Error; }, &HasErred);
  legacy::PassManager Passes;
  if (Target.addPassesToEmitFile(Passes, To, nullptr, CodeGenFileType::ObjectFile)) return Why = "no object", std::nullopt;
  Passes.run(M);
  if (HasErred) return Why = "refused by the back end", std::nullopt;
  auto Read = object::ObjectFile::createObjectFile(MemoryBufferRef(StringRef(Object.data(), Object.size()), "code"));
  if (!Read) {
    consumeError(Read.takeError());
    return Why = "object", std::nullopt;
  }
  Arena Memory;
  Resolver Names(runnerOf(How), For);
  RuntimeDyld Linker(Memory, Names);
  auto Info = Linker.loadObject(**Read);
  if (!Info || Linker.hasError() || Memory.IsFull) return Why = "cannot be loaded", std::nullopt;
  for (uint64_t At : Memory.Sections) Linker.mapSectionAddress(Memory.Bytes.data() + At, CodeBase + At);
  Linker.resolveRelocations();
  if (!Names.Missing.empty()) return Why = "needs " + Names.Missing, std::nullopt;
  if (Linker.hasError()) return Why = "cannot be linked", std::nullopt;
  Code Made;
  Made.Entry = Linker.getSymbol("cgfuzz.run").getAddress();
  Made.Bytes = Memory.Bytes.substr(0, Memory.Used);
  return Made;
}

static std::string firstDifference(StringRef Got, StringRef Wanted, StringRef Mask) {
  for (size_t I = 0; I < Mask.size() && I < Got.size(); I++)
    if ((Got[I] ^ Wanted[I]) & Mask[I]) {
      size_t From = I / 16 * 16;
      return "byte " + std::to_string(I) + ": " + toHex(Got.substr(From, 16), true) + " for " + toHex(Wanted.substr(From, 16), true);
    }
  return "";
}

std::string Machine::differenceOf(const Code &Of, const Way &How, const Expectation &For) {
  Runner &By = runnerOf(How);
  By.load(Of);
  for (const Awaited &Run : For.Runs) {
    auto Got = By.run(Run);
    if (!Got) return "it crashes or does not end | args " + Run.Said;
    if (std::string Said = firstDifference((*Got)[0], Run.Result, Run.Mask); !Said.empty()) return "result, " + Said + " | args " + Run.Said;
    for (size_t I = 0; I < Run.Objects.size(); I++)
      if (std::string Said = firstDifference((*Got)[I + 1], Run.Objects[I].After, Run.Objects[I].Mask); !Said.empty()) return Run.Objects[I].Name + ", " + Said + " | args " + Run.Said;
  }
  return "";
}

} // namespace seeds
