// The judge: runs the bitcode of a program by LLVM's interpreter that knows undefined behaviour. It says what the
// program printed, or which rule of LLVM's language it broke.
//
// As a server it speaks the protocol of the coverage runtime, with a fork for each request. A request is a byte of
// watched rules, a limit of steps, a seed, and the module. As a command it is the test of llvm-reduce; see
// `command.cpp`. Invariant: from an unknown instruction the judge concludes nothing, and says so in an answer of its
// own.
#include "../../coverage/cgfuzz-coverage.h"
#include "judge.hpp"
#include "functions.hpp"
#include "witness.hpp"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;

namespace cgfuzz {
namespace {

constexpr uint64_t MemoryLimit = 256 << 20;
constexpr uint32_t StackDepth = 4096;

// Lets the interpreter know every library function, even if an attribute says that it is none of the library.
void prepare(Module &M) {
  for (Function &F : M) {
    for (StringRef Name : {"no-builtins", "no-builtin-printf", "no-builtin-puts", "no-builtin-putchar", "no-builtin-malloc", "no-builtin-free"}) F.removeFnAttr(Name);
    F.removeFnAttr(Attribute::NoBuiltin);
    for (BasicBlock &Block : F)
      for (Instruction &I : Block)
        if (auto *Call = dyn_cast<CallBase>(&I)) Call->removeFnAttr(Attribute::NoBuiltin);
  }
}

std::vector<Function *> constructorsOf(Module &M) {
  std::vector<std::pair<uint64_t, Function *>> Found;
  GlobalVariable *List = M.getGlobalVariable("llvm.global_ctors");
  auto *Entries = List && List->hasInitializer() ? dyn_cast<ConstantArray>(List->getInitializer()) : nullptr;
  for (unsigned At = 0; Entries && At < Entries->getNumOperands(); At++) {
    auto *Entry = dyn_cast<ConstantStruct>(Entries->getOperand(At));
    auto *Called = Entry ? dyn_cast<Function>(Entry->getOperand(1)->stripPointerCasts()) : nullptr;
    if (Called && !Called->isDeclaration()) Found.push_back({cast<ConstantInt>(Entry->getOperand(0))->getZExtValue(), Called});
  }
  llvm::stable_sort(Found, less_first());
  std::vector<Function *> Order;
  for (auto &[Priority, Called] : Found) Order.push_back(Called);
  return Order;
}

// The arguments of `main`: one name, or zeros if `main` is none of C's.
std::vector<ubi::AnyValue> argumentsOf(Function &Main, ubi::Context &Ctx) {
  std::vector<ubi::AnyValue> Args;
  bool IsUsual = Main.arg_size() == 2 && Main.getArg(0)->getType()->isIntegerTy(32) && Main.getArg(1)->getType()->isPointerTy();
  if (!IsUsual) {
    for (Argument &Each : Main.args()) Args.push_back(ubi::AnyValue::getNullValue(Ctx, Each.getType()));
    return Args;
  }
  const char Name[] = "program";
  uint64_t Slot = Ctx.getDataLayout().getPointerSize();
  auto Text = Ctx.allocate(sizeof Name, 8, "name", 0, ubi::MemInitKind::Zeroed, ubi::MemAllocKind::Global);
  auto List = Ctx.allocate(2 * Slot, 8, "names", 0, ubi::MemInitKind::Zeroed, ubi::MemAllocKind::Global);
  Ctx.storeRawBytes(*Text, 0, Name, sizeof Name);
  Ctx.store(*List, 0, Ctx.deriveFromMemoryObject(Text), Main.getArg(1)->getType());
  Args.push_back(APInt(32, 1));
  Args.push_back(Ctx.deriveFromMemoryObject(List));
  return Args;
}

Judged unreadable(const Twine &Why) {
  Judged Answer;
  Answer.Verdict = "unreadable";
  Answer.Why = Why.str();
  return Answer;
}

} // namespace

Judged judge(StringRef Bytes, const Asked &How) {
  LLVMContext Language;
  SMDiagnostic Said;
  // A copy, since text must end with a zero.
  std::unique_ptr<MemoryBuffer> Copy = MemoryBuffer::getMemBufferCopy(Bytes, "module");
  std::unique_ptr<Module> M = parseIR(Copy->getMemBufferRef(), Said, Language);
  if (!M) return unreadable(Said.getMessage());
  std::string Broken;
  raw_string_ostream To(Broken);
  if (verifyModule(*M, &To)) return unreadable(Broken);
  Function *Main = M->getFunction("main");
  if (Main == nullptr || Main->isDeclaration()) return unreadable("it has no function main");
  prepare(*M);
  ubi::Context Ctx(*M, nullptr);
  Ctx.setMemoryLimit(MemoryLimit);
  Ctx.setMaxStackDepth(StackDepth);
  Ctx.setMaxSteps(How.MaxSteps);
  Ctx.reseed(How.Seed);
  Witness Sees(Ctx, How.WatchesPromises);
  Judged Answer;
  if (!Ctx.initGlobalValues()) {
    Answer.Verdict = "limit";
    Answer.Why = "its global variables are too large";
    return Answer;
  }
  ubi::AnyValue Result;
  std::optional<ubi::ProgramExitInfo> End;
  for (Function *Each : constructorsOf(*M))
    if (!End || End->Kind == ubi::ProgramExitInfo::ProgramExitKind::Returned) End = Ctx.runFunction(*Each, {}, Result, Sees);
  if (!End || End->Kind == ubi::ProgramExitInfo::ProgramExitKind::Returned) End = Ctx.runFunction(*Main, argumentsOf(*Main, Ctx), Result, Sees);
  using Kind = ubi::ProgramExitInfo::ProgramExitKind;
  if (End->Kind == Kind::Exited) Answer.ExitCode = int(End->ExitCode & 0xff);
  if (End->Kind == Kind::Aborted || End->Kind == Kind::Terminated) Answer.ExitCode = 134;
  if (End->Kind == Kind::Returned && Result.isPoison()) Sees.complainOfResult();
  if (End->Kind == Kind::Returned && Result.isInteger()) Answer.ExitCode = int(Result.asInteger().zextOrTrunc(64).getZExtValue() & 0xff);
  static const char *const Names[] = {"ok", "complaint", "limit", "unsupported"};
  // A run that failed without a message has met an unforeseen case.
  if (End->Kind == Kind::Failed && Sees.Is == Verdict::Ok) Sees.Is = Verdict::Unsupported;
  Answer.Verdict = Names[int(Sees.Is)];
  Answer.Why = Sees.Why;
  Answer.Wrong = Sees.Wrong;
  Answer.Printed = Sees.Printed;
  Answer.Steps = Sees.Steps;
  return Answer;
}

std::string asText(const Judged &Answer) {
  json::Object Object{{"verdict", Answer.Verdict}, {"steps", int64_t(Answer.Steps)}, {"exitCode", Answer.ExitCode}};
  auto Clean = [](StringRef Text) { return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text); };
  if (!Answer.Why.empty()) Object["why"] = Clean(Answer.Why);
  if (Answer.Verdict == "complaint") {
    const Complaint &Wrong = Answer.Wrong;
    json::Object Said{{"kind", Wrong.Kind}, {"text", Clean(Wrong.Text)}, {"cause", Clean(Wrong.Cause)}, {"instruction", Clean(Wrong.Instruction)}, {"function", Clean(Wrong.Function)}};
    if (!Wrong.Origin.empty()) Said["origin"] = json::Object{{"instruction", Clean(Wrong.Origin)}, {"function", Clean(Wrong.OriginFunction)}};
    json::Array Stack;
    for (const std::string &Each : Wrong.Stack) Stack.push_back(Clean(Each));
    Said["stack"] = std::move(Stack);
    Object["complaint"] = std::move(Said);
  }
  std::string Text;
  raw_string_ostream(Text) << json::Value(std::move(Object)) << '\n';
  return Text + Answer.Printed;
}

namespace {

struct Request {
  StringRef Module;
  Asked How;
};

void answer(void *Argument) {
  auto &[Bytes, How] = *static_cast<Request *>(Argument);
  std::string Text = asText(judge(Bytes, How));
  cgfuzz_slot *Slot = cgfuzz_slot_at(0);
  if (void *To = cgfuzz_arena_take(Text.size(), &Slot->output_offset)) {
    std::memcpy(To, Text.data(), Text.size());
    Slot->output_bytes = Text.size();
  }
  cgfuzz_finish(CGFUZZ_OK, 0);
}

uint32_t u32At(const uint8_t *Bytes) {
  uint32_t Value;
  std::memcpy(&Value, Bytes, sizeof Value);
  return Value;
}

} // namespace
} // namespace cgfuzz

using namespace cgfuzz;

extern "C" void cgfuzz_serve(const uint8_t *Payload, size_t Bytes, const cgfuzz_limits *Limits) {
  constexpr size_t Head = 9;
  cgfuzz_slot &Slot = *cgfuzz_slot_at(0);
  if (Bytes < Head) {
    Slot = cgfuzz_slot{};
    Slot.outcome = CGFUZZ_REJECTED;
  } else {
    Request All{StringRef(reinterpret_cast<const char *>(Payload) + Head, Bytes - Head), {Payload[0] != 0, u32At(Payload + 1), u32At(Payload + 5)}};
    cgfuzz_supervise(&Slot, Limits, answer, &All);
  }
  cgfuzz_set_slot_count(1);
}

int main(int Count, char **Words) {
  bool IsOfFunctions = Count == 2 && StringRef(Words[1]) == "--functions";
  if (Count > 1 && !IsOfFunctions) return runCommand(Count, Words);
  int In = fcntl(0, F_DUPFD_CLOEXEC, 100), Out = fcntl(1, F_DUPFD_CLOEXEC, 100), Quiet = open("/dev/null", O_RDWR);
  for (int Each : {0, 1, 2}) dup2(Quiet, Each);
  if (IsOfFunctions) serveFunctions(In, Out);
  cgfuzz_loop(In, Out);
}
