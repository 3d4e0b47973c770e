// Runs clang's driver in a child, once for each list of arguments, and keeps its answer in shared memory.
//
// The driver looks through the file system for headers and tool chains, which costs more than compiling a small
// function. Its answer depends on the arguments and the file's suffix only.
#include "driver.hpp"
#include "../../coverage/cgfuzz-coverage.h"
#include "compatibility.hpp"
#include "request.hpp"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Tool.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace clang;

namespace cgfuzz {

static constexpr size_t StoreBytes = 64 << 20;
struct Store {
  uint64_t Used;
  uint32_t Count;
  uint64_t Offsets[16384];
};
static Store *Known;

void prepareTranslations() {
  Known = static_cast<Store *>(mmap(nullptr, StoreBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  if (Known == MAP_FAILED) _exit(96);
  Known->Used = sizeof(Store);
}

static void keep(uint64_t Key, uint64_t FrontEndKey, bool Refused, StringRef Text) {
  if (Known->Used + sizeof(Translation) + Text.size() + 64 > StoreBytes || Known->Count == 16384) {
    Known->Used = sizeof(Store); // full: forget everything and begin anew
    Known->Count = 0;
  }
  auto *Entry = reinterpret_cast<Translation *>(reinterpret_cast<char *>(Known) + Known->Used);
  Entry->Key = Key;
  Entry->FrontEndKey = FrontEndKey;
  Entry->Refused = Refused;
  Entry->Bytes = static_cast<uint32_t>(Text.size());
  std::memcpy(Entry + 1, Text.data(), Text.size());
  Known->Offsets[Known->Count++] = Known->Used;
  Known->Used = (Known->Used + sizeof(Translation) + Text.size() + 63) & ~uint64_t(63);
}

// Everything that decides the parser's work, without options that only the optimiser and the code generator read.
static uint64_t frontEndKey(ArrayRef<const char *> Cc1) {
  CompilerInvocation Invocation;
  DiagnosticsEngine Diagnostics(new DiagnosticIDs(), given(makeDiagnosticOptions()), new IgnoringDiagConsumer());
  if (!CompilerInvocation::CreateFromArgs(Invocation, Cc1, Diagnostics)) return 0;
  // The parser reads no IR: each configuration compiles such a module alone.
  if (Invocation.getFrontendOpts().DashX.getLanguage() == Language::LLVM_IR) return 0;
  const std::string Level = levelForParser(Invocation);
  Invocation.getCodeGenOpts() = CodeGenOptions();
  Invocation.getFrontendOpts().LLVMArgs.clear();
  std::string Text;
  for (const std::string &Argument : Invocation.getCC1CommandLine()) (Text += Argument) += '\0';
  return hashOfText(Text + Level) | 1;
}

struct Question {
  uint64_t Key;
  StringRef Packed, MainName;
};

static void ask(void *Argument) {
  auto &[Key, Packed, MainName] = *static_cast<Question *>(Argument);
  std::string Text, Name = MainName.str();
  raw_string_ostream Out(Text);
  DiagnosticOptions *Options = makeDiagnosticOptions();
  auto *Printer = new TextDiagnosticPrinter(Out, given(Options));
  DiagnosticsEngine Diagnostics(new DiagnosticIDs(), given(Options), Printer);
  clang::driver::Driver Driver(CGFUZZ_CLANG, sys::getDefaultTargetTriple(), Diagnostics);
  Driver.setCheckInputsExist(false);
  SmallVector<const char *, 64> Arguments{CGFUZZ_CLANG, "-c"};
  Arguments.append(unpack(Packed));
  Arguments.append({"-fintegrated-cc1", "-fno-color-diagnostics", "-o", "-", Name.c_str()});
  std::unique_ptr<clang::driver::Compilation> Compilation(Driver.BuildCompilation(Arguments));
  const clang::driver::Command *Command = nullptr;
  if (Compilation && !Diagnostics.hasErrorOccurred())
    for (const clang::driver::Command &Job : Compilation->getJobs())
      if (StringRef(Job.getCreator().getName()) == "clang") Command = &Job;
  if (!Command || Command->getArguments().empty() || StringRef(Command->getArguments()[0]) != "-cc1") {
    if (!Diagnostics.hasErrorOccurred()) Out << "error: these arguments do not compile one file: nothing for the compile server to do\n";
    keep(Key, 0, true, Out.str());
    cgfuzz_finish(CGFUZZ_OK, 0);
  }
  ArrayRef<const char *> Cc1(Command->getArguments());
  Cc1 = Cc1.drop_front();
  std::string Answer;
  for (const char *Each : Cc1) (Answer += Each) += '\0';
  keep(Key, frontEndKey(Cc1), false, Answer);
  cgfuzz_finish(CGFUZZ_OK, 0);
}

const Translation *translate(StringRef Packed, StringRef MainName) {
  uint64_t Key = hashOfText(Packed) * 31 + hashOfText(MainName);
  for (int Try = 0; Try < 2; Try++) {
    for (uint32_t I = Known->Count; I-- > 0;) {
      auto *Entry = reinterpret_cast<Translation *>(reinterpret_cast<char *>(Known) + Known->Offsets[I]);
      if (Entry->Key == Key) return Entry;
    }
    if (Try) break;
    // The last slot holds no answer of a request. The driver succeeded if it left a translation.
    Question Asked{Key, Packed, MainName};
    cgfuzz_limits Limits{20000, 60000, 0};
    cgfuzz_supervise(cgfuzz_slot_at(CGFUZZ_MAX_SLOTS - 1), &Limits, ask, &Asked);
  }
  return nullptr;
}

} // namespace cgfuzz
