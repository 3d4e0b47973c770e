// The analyser: clang's parser, which answers with the facts of a program, in a fork for each request.
//
// It speaks the protocol of the compile server and takes the same payload: files, and one configuration whose arguments
// count. The output of its answer is JSON. The analyser parses the directives that a program begins with only once.
#include "../coverage/cgfuzz-coverage.h"
#include "../llvm/server/compile.hpp"
#include "../llvm/server/compatibility.hpp"
#include "../llvm/server/preamble.hpp"
#include "walk.hpp"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;
using namespace clang;

namespace cgfuzz {
namespace {

constexpr const char *Directory = "/cgfuzz", *PreambleName = "cgfuzz-preamble.h";
enum class Part { Whole, Preamble, Rest };

struct Work {
  Request *Asked;
  const Job *Only;
  const Preamble *Begin;
};

std::string Said;

[[noreturn]] void finish(cgfuzz_outcome Outcome) {
  if (Outcome != CGFUZZ_OK) cgfuzz_append_text(Said.data(), std::min<size_t>(Said.size(), 4096));
  cgfuzz_finish(Outcome, Outcome == CGFUZZ_OK ? 0 : 1);
}

// Adds the wanted part of the main file: all of it, its first directives under another name, or the rest at the same
// offsets.
void addMain(vfs::InMemoryFileSystem &To, const File &Main, Part Wanted) {
  std::string Directives, Text = Main.Bytes.str();
  size_t Length = 0;
  if (Wanted != Part::Whole) Length = eachLeadingDirective(Main.Bytes, [&](StringRef Line) { (Directives += Line) += '\n'; });
  if (Wanted != Part::Whole) To.addFile(PreambleName, 0, MemoryBuffer::getMemBufferCopy(Directives, PreambleName));
  if (Wanted == Part::Rest)
    for (size_t At = 0; At < Length; At++)
      if (Text[At] != '\n') Text[At] = ' ';
  if (Wanted != Part::Preamble) To.addFile(Main.Name, 0, MemoryBuffer::getMemBufferCopy(Text, Main.Name));
}

IntrusiveRefCntPtr<vfs::FileSystem> filesOf(Request &Asked, Part Wanted) {
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Memory(new vfs::InMemoryFileSystem());
  Memory->setCurrentWorkingDirectory(Directory);
  Asked.forEachFile([&](uint32_t Index, const File &Each) {
    if (Index == Asked.MainIndex) addMain(*Memory, Each, Wanted);
    else if (!Each.OnDisk) Memory->addFile(Each.Name, 0, MemoryBuffer::getMemBufferCopy(Each.Bytes, Each.Name));
  });
  auto Overlay = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(vfs::getRealFileSystem());
  Overlay->pushOverlay(Memory);
  return Overlay;
}

void prepare(CompilerInstance &Clang, const Job &Wanted, IntrusiveRefCntPtr<vfs::FileSystem> Files) {
  auto Arguments = unpack(Wanted.Arguments->text());
  DiagnosticOptions *Options = makeDiagnosticOptions();
  Options->ShowCarets = false;
  setFiles(Clang, Files);
  Clang.createDiagnostics(new TextDiagnosticPrinter(*new raw_string_ostream(Said), given(Options)), true);
  if (!CompilerInvocation::CreateFromArgs(Clang.getInvocation(), Arguments, Clang.getDiagnostics(), CGFUZZ_CLANG)) finish(CGFUZZ_REJECTED);
  if (Clang.getFrontendOpts().DashX.getFormat() == InputKind::Precompiled) finish(CGFUZZ_REJECTED);
  Clang.getDiagnosticOpts().IgnoreWarnings = true;
  processWarnings(Clang);
  Clang.getFrontendOpts().DisableFree = true;
  Clang.getFrontendOpts().UseTemporary = false;
  Clang.getFileSystemOpts().WorkingDir = Directory;
  Clang.getDependencyOutputOpts() = DependencyOutputOptions();
  makeFileManager(Clang, std::move(Files));
}

class Collector : public ASTConsumer {
  std::vector<Decl *> TopLevel;
  CompilerInstance &Clang;

public:
  explicit Collector(CompilerInstance &C) : Clang(C) {}
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    TopLevel.insert(TopLevel.end(), Group.begin(), Group.end());
    return true;
  }
  void HandleTranslationUnit(ASTContext &Context) override {
    if (Clang.getDiagnostics().hasErrorOccurred()) finish(CGFUZZ_REJECTED);
    std::string Facts = factsOf(Context, TopLevel);
    cgfuzz_slot *Slot = cgfuzz_slot_at(0);
    if (void *To = cgfuzz_arena_take(Facts.size(), &Slot->output_offset)) {
      std::memcpy(To, Facts.data(), Facts.size());
      Slot->output_bytes = Facts.size();
    }
    finish(CGFUZZ_OK);
  }
};

class AnalyseAction : public ASTFrontendAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Clang, StringRef) override { return std::make_unique<Collector>(Clang); }
};

void analyse(void *Argument) {
  auto &[Asked, Only, Begin] = *static_cast<Work *>(Argument);
  auto &Clang = *new CompilerInstance();
  prepare(Clang, *Only, filesOf(*Asked, Begin ? Part::Rest : Part::Whole));
  Clang.getFrontendOpts().ProgramAction = frontend::ParseSyntaxOnly;
  if (Begin) {
    Clang.getPreprocessorOpts().ImplicitPCHInclude = "/proc/self/fd/" + std::to_string(Begin->Descriptor);
    Clang.getPreprocessorOpts().DisablePCHOrModuleValidation = DisableValidationForModuleKind::PCH;
  }
  AnalyseAction Action;
  Clang.ExecuteAction(Action);
  finish(CGFUZZ_REJECTED);
}

} // namespace

// The compile server has its own `precompile`, which needs its code generator.
void precompile(Request &Asked, const Job &Only, const char *Path) {
  auto &Clang = *new CompilerInstance();
  prepare(Clang, Only, filesOf(Asked, Part::Preamble));
  FrontendOptions &Frontend = Clang.getFrontendOpts();
  Frontend.Inputs = {FrontendInputFile(PreambleName, Frontend.Inputs[0].getKind())};
  Frontend.ProgramAction = frontend::GeneratePCH;
  Frontend.OutputFile = Path;
  auto *Action = new GeneratePCHAction();
  bool IsDone = Clang.ExecuteAction(*Action);
  cgfuzz_finish(IsDone ? CGFUZZ_OK : CGFUZZ_REJECTED, 0);
}

} // namespace cgfuzz

using namespace cgfuzz;

extern "C" void cgfuzz_serve(const uint8_t *Payload, size_t Bytes, const cgfuzz_limits *Limits) {
  Request Asked(Payload, Bytes);
  StringRef MainName;
  Asked.forEachFile([&](uint32_t Index, const File &Each) {
    if (Index == Asked.MainIndex) MainName = Each.Name;
  });
  cgfuzz_slot &Slot = *cgfuzz_slot_at(0);
  Job Only{Emit::Nothing, translate(Asked.configuration(0).Packed, MainName), 0};
  if (!Only.Arguments || Only.Arguments->Refused) {
    Slot = cgfuzz_slot{};
    Slot.outcome = CGFUZZ_REJECTED;
  } else {
    Work All{&Asked, &Only, preambleFor(Asked, Only, *Limits)};
    cgfuzz_supervise(&Slot, Limits, analyse, &All);
  }
  cgfuzz_set_slot_count(1);
}

int main() {
  int In = fcntl(0, F_DUPFD_CLOEXEC, 100), Out = fcntl(1, F_DUPFD_CLOEXEC, 100), Quiet = open("/dev/null", O_RDWR);
  dup2(Quiet, 0);
  dup2(Quiet, 1);
  prepareTranslations();
  cgfuzz_loop(In, Out);
}
