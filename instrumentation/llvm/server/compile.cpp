// Runs clang in one process: from -cc1 arguments and files in memory to object code in memory.
//
// It destroys nothing and writes nothing to disk: the child that ran this ends with _exit.
#include "compile.hpp"
#include "../../coverage/cgfuzz-coverage.h"
#include "bisect.hpp"
#include "compatibility.hpp"
#include "preamble.hpp"
#include "provoke.hpp"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclGroup.h"
#include "clang/Basic/Stack.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;
using namespace clang;

namespace cgfuzz {

static constexpr const char *Directory = "/cgfuzz"; // folder that a request's files seem to lie in

// Diagnostics go to the slot at once, so that they survive whatever comes after.
class SlotStream : public raw_ostream {
  uint64_t Written = 0;
  void write_impl(const char *From, size_t Size) override {
    Written += Size;
    cgfuzz_append_text(From, Size);
  }
  uint64_t current_pos() const override { return Written; }

public:
  SlotStream() { SetBufferSize(4096); }
  ~SlotStream() override { flush(); }
};

static SmallVector<char, 0> *Output;
static SlotStream *Diagnostics;
static unsigned CurrentSlot;

[[noreturn]] static void finish(cgfuzz_outcome Outcome, int Code) {
  if (Diagnostics) {
    // Prints the statistics of -mllvm -stats. LLVM would print them at an orderly end, which this process does not
    // have.
    if (AreStatisticsEnabled()) PrintStatistics(*Diagnostics);
    (*Diagnostics << lastPassHeard()).flush();
  }
  if (Output && !Output->empty() && Outcome == CGFUZZ_OK) {
    cgfuzz_slot *Slot = cgfuzz_slot_at(CurrentSlot);
    if (void *To = cgfuzz_arena_take(Output->size(), &Slot->output_offset)) {
      std::memcpy(To, Output->data(), Output->size());
      Slot->output_bytes = Output->size();
    }
  }
  cgfuzz_finish(Outcome, Code);
}

static void onFatalError(void *, const char *Message, bool) {
  if (Diagnostics) Diagnostics->flush();
  cgfuzz_crash(CGFUZZ_FATAL, Message);
}
static void onBadAllocation(void *, const char *Reason, bool) { cgfuzz_crash(CGFUZZ_OUT_OF_MEMORY, Reason); }

static std::string pathOf(const Preamble &Begin) { return "/proc/self/fd/" + std::to_string(Begin.Descriptor); }

// The compiler's view of the main file:
// - all of it;
// - its first directives, under another name;
// - these directives and, apart from them, the rest, whose lines keep their numbers.
enum class Part { Whole, Preamble, Rest };
static constexpr const char *PreambleName = "cgfuzz-preamble.h";

static std::string withoutPreamble(StringRef Source, size_t Length) {
  std::string Result = Source.str();
  for (size_t At = 0; At < Length; At++)
    if (Result[At] != '\n') Result[At] = ' ';
  return Result;
}

static void addMain(vfs::InMemoryFileSystem &To, const File &Main, Part Wanted) {
  std::string Directives;
  size_t Length = 0;
  if (Wanted != Part::Whole) Length = eachLeadingDirective(Main.Bytes, [&](StringRef Line) { (Directives += Line) += '\n'; });
  if (Wanted != Part::Whole) To.addFile(PreambleName, 0, MemoryBuffer::getMemBufferCopy(Directives, PreambleName));
  if (Wanted != Part::Preamble) To.addFile(Main.Name, 0, MemoryBuffer::getMemBufferCopy(withoutPreamble(Main.Bytes, Length), Main.Name));
}

static IntrusiveRefCntPtr<vfs::FileSystem> filesOf(Request &Asked, Part Wanted = Part::Whole) {
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Memory(new vfs::InMemoryFileSystem());
  Memory->setCurrentWorkingDirectory(Directory);
  Asked.forEachFile([&](uint32_t Index, const File &Each) {
    if (Each.OnDisk) return;
    if (Index == Asked.MainIndex) addMain(*Memory, Each, Wanted);
    else Memory->addFile(Each.Name, 0, MemoryBuffer::getMemBufferCopy(Each.Bytes, Each.Name));
  });
  auto Overlay = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(vfs::getRealFileSystem());
  Overlay->pushOverlay(Memory);
  return Overlay;
}

static frontend::ActionKind actionFor(Emit What, frontend::ActionKind Asked) {
  if (Asked != frontend::EmitObj) return Asked; // -fsyntax-only and similar flags keep their meaning
  switch (What) {
  case Emit::Nothing: return frontend::EmitCodeGenOnly;
  case Emit::IrBefore: case Emit::IrAfter: return frontend::EmitLLVM;
  case Emit::Assembly: return frontend::EmitAssembly;
  case Emit::Object: case Emit::DiscardedObject: break;
  }
  return frontend::EmitObj;
}

static std::unique_ptr<CodeGenAction> makeCodeGen(frontend::ActionKind Kind) {
  switch (Kind) {
  case frontend::EmitLLVM: return std::make_unique<EmitLLVMAction>();
  case frontend::EmitAssembly: return std::make_unique<EmitAssemblyAction>();
  case frontend::EmitCodeGenOnly: return std::make_unique<OptimiseOnlyAction>();
  default: return std::make_unique<EmitObjAction>();
  }
}

static std::unique_ptr<FrontendAction> makeAction(frontend::ActionKind Kind) {
  switch (Kind) {
  case frontend::ParseSyntaxOnly: return std::make_unique<SyntaxOnlyAction>();
  case frontend::EmitBC: return std::make_unique<EmitBCAction>();
  case frontend::PrintPreprocessedInput: return std::make_unique<PrintPreprocessedAction>();
  default: return makeCodeGen(Kind);
  }
}

// LLVM's own options belong to the process: the child of the configuration reads them.
static void readLlvmArguments(CompilerInstance &Clang) {
  auto &Given = Clang.getFrontendOpts().LLVMArgs;
  if (Given.empty()) return;
  listenIfBisecting(Given);
  SmallVector<const char *, 16> Arguments{"clang (LLVM option parsing)"};
  for (const std::string &Each : Given) Arguments.push_back(Each.c_str());
  std::string Errors;
  raw_string_ostream ErrorStream(Errors);
  bool Understood = cl::ParseCommandLineOptions(static_cast<int>(Arguments.size()), Arguments.data(), "", &ErrorStream);
  Given.clear();
  if (Understood) return;
  *Diagnostics << "error: " << ErrorStream.str();
  finish(CGFUZZ_REJECTED, 1);
}

static void prepare(CompilerInstance &Clang, const Job &Wanted, IntrusiveRefCntPtr<vfs::FileSystem> Files) {
  auto Arguments = unpack(Wanted.Arguments->text());
  DiagnosticOptions *Options = makeDiagnosticOptions();
  Options->ShowCarets = false; // lines of garbage are long
  setFiles(Clang, Files);
  Clang.createDiagnostics(new TextDiagnosticPrinter(*Diagnostics, given(Options)), true);
  if (!CompilerInvocation::CreateFromArgs(Clang.getInvocation(), Arguments, Clang.getDiagnostics(), CGFUZZ_CLANG)) finish(CGFUZZ_REJECTED, 1);
  if (Clang.getFrontendOpts().DashX.getFormat() == InputKind::Precompiled) finish(CGFUZZ_REJECTED, 1);
  processWarnings(Clang);
  Clang.getFrontendOpts().DisableFree = true;
  Clang.getFrontendOpts().UseTemporary = false;
  Clang.getFileSystemOpts().WorkingDir = Directory;
  Clang.getDependencyOutputOpts() = DependencyOutputOptions();
  Clang.getFrontendOpts().ProgramAction = actionFor(Wanted.What, Clang.getFrontendOpts().ProgramAction);
  if (Wanted.What == Emit::IrBefore) Clang.getCodeGenOpts().DisableLLVMPasses = true;
  Clang.getCodeGenOpts().ClearASTBeforeBackend = false;
  makeFileManager(Clang, std::move(Files));
}

static void setOutput(CompilerInstance &Clang, Emit What) {
  Output = new SmallVector<char, 0>();
  if (What == Emit::Nothing || What == Emit::DiscardedObject) Clang.setOutputStream(std::make_unique<raw_null_ostream>());
  else Clang.setOutputStream(std::make_unique<raw_svector_ostream>(*Output));
}

static void run(Request &Asked, const Job &Wanted, const Preamble *Begin, CompilerInstance &Clang) {
  prepare(Clang, Wanted, filesOf(Asked, Begin ? Part::Rest : Part::Whole));
  if (Begin) {
    Clang.getPreprocessorOpts().ImplicitPCHInclude = pathOf(*Begin);
    // This server made the preamble, under the same arguments.
    Clang.getPreprocessorOpts().DisablePCHOrModuleValidation = DisableValidationForModuleKind::PCH;
  }
  setOutput(Clang, Wanted.What);
  readLlvmArguments(Clang);
  provokeIfAsked();
  auto Action = makeAction(Clang.getFrontendOpts().ProgramAction);
  if (!Clang.ExecuteAction(*Action)) finish(CGFUZZ_REJECTED, 1);
  (void)Action.release();
}

void compileAlone(Request &Asked, const Job &Only, const Preamble *Begin) {
  noteBottomOfStack();
  CurrentSlot = Only.Slot;
  Diagnostics = new SlotStream();
  run(Asked, Only, Begin, *new CompilerInstance());
  finish(CGFUZZ_OK, 0);
}

void precompile(Request &Asked, const Job &Only, const char *Path) {
  noteBottomOfStack();
  CurrentSlot = CGFUZZ_MAX_SLOTS - 1;
  Diagnostics = new SlotStream();
  auto &Clang = *new CompilerInstance();
  prepare(Clang, Only, filesOf(Asked, Part::Preamble));
  auto &Frontend = Clang.getFrontendOpts();
  Frontend.Inputs = {FrontendInputFile(PreambleName, Frontend.Inputs[0].getKind())};
  Frontend.ProgramAction = frontend::GeneratePCH;
  Frontend.OutputFile = Path;
  auto *Action = new GeneratePCHAction();
  if (!Clang.ExecuteAction(*Action)) finish(CGFUZZ_REJECTED, 1);
  finish(CGFUZZ_OK, 0);
}

// ---- several configurations, one front end ----

// Keeps the parser's calls, in order, and repeats them to each code generator.
class Recorder : public ASTConsumer {
  enum class Event { TopLevel, Inline, Tag, RequiredTag, Tentative, External, StaticMember, VTable };
  std::vector<std::pair<Event, void *>> Heard;

public:
  std::function<void(ASTContext &)> AtEnd;
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    Heard.emplace_back(Event::TopLevel, Group.getAsOpaquePtr());
    return true;
  }
  void HandleInlineFunctionDefinition(FunctionDecl *D) override { Heard.emplace_back(Event::Inline, D); }
  void HandleTagDeclDefinition(TagDecl *D) override { Heard.emplace_back(Event::Tag, D); }
  void HandleTagDeclRequiredDefinition(const TagDecl *D) override { Heard.emplace_back(Event::RequiredTag, const_cast<TagDecl *>(D)); }
  void CompleteTentativeDefinition(VarDecl *D) override { Heard.emplace_back(Event::Tentative, D); }
  void CompleteExternalDeclaration(CgfuzzExternalDecl *D) override { Heard.emplace_back(Event::External, D); }
  void HandleCXXStaticMemberVarInstantiation(VarDecl *D) override { Heard.emplace_back(Event::StaticMember, D); }
  void HandleVTable(CXXRecordDecl *D) override { Heard.emplace_back(Event::VTable, D); }
  void HandleTranslationUnit(ASTContext &Context) override { AtEnd(Context); }

  void tell(ASTConsumer &To) const {
    for (auto [What, D] : Heard) switch (What) {
      case Event::TopLevel: To.HandleTopLevelDecl(DeclGroupRef::getFromOpaquePtr(D)); break;
      case Event::Inline: To.HandleInlineFunctionDefinition(static_cast<FunctionDecl *>(D)); break;
      case Event::Tag: To.HandleTagDeclDefinition(static_cast<TagDecl *>(D)); break;
      case Event::RequiredTag: To.HandleTagDeclRequiredDefinition(static_cast<TagDecl *>(D)); break;
      case Event::Tentative: To.CompleteTentativeDefinition(static_cast<VarDecl *>(D)); break;
      case Event::External: To.CompleteExternalDeclaration(static_cast<CgfuzzExternalDecl *>(D)); break;
      case Event::StaticMember: To.HandleCXXStaticMemberVarInstantiation(static_cast<VarDecl *>(D)); break;
      case Event::VTable: To.HandleVTable(static_cast<CXXRecordDecl *>(D)); break;
      }
  }
};

class RecordAction : public ASTFrontendAction {
  std::unique_ptr<Recorder> Listening;
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &, StringRef) override { return std::move(Listening); }

public:
  explicit RecordAction(std::unique_ptr<Recorder> R) : Listening(std::move(R)) {}
};

struct Branch {
  CompilerInstance *Clang;
  const Job *Wanted;
  const Recorder *Heard;
  ASTContext *Context;
};

template <class Action> static void generate(CompilerInstance &Clang, const Branch &From) {
  auto *Generator = new Exposed<Action>();
  Generator->setCompilerInstance(&Clang);
  Generator->setCurrentInput(Clang.getFrontendOpts().Inputs[0]);
  auto Consumer = Generator->CreateASTConsumer(Clang, Clang.getFrontendOpts().Inputs[0].getFile());
  if (!Consumer) finish(CGFUZZ_REJECTED, 1);
  Consumer->Initialize(*From.Context);
  From.Heard->tell(*Consumer);
  Consumer->HandleTranslationUnit(*From.Context);
  (void)Consumer.release();
}

static void compileBranch(void *Argument) {
  const Branch &From = *static_cast<Branch *>(Argument);
  CurrentSlot = From.Wanted->Slot;
  CompilerInstance &Clang = *From.Clang;
  CompilerInvocation Own;
  auto Arguments = unpack(From.Wanted->Arguments->text());
  if (!CompilerInvocation::CreateFromArgs(Own, Arguments, Clang.getDiagnostics(), CGFUZZ_CLANG)) finish(CGFUZZ_REJECTED, 1);
  Clang.getCodeGenOpts() = Own.getCodeGenOpts();
  Clang.getCodeGenOpts().ClearASTBeforeBackend = false;
  if (From.Wanted->What == Emit::IrBefore) Clang.getCodeGenOpts().DisableLLVMPasses = true;
  Clang.getFrontendOpts().LLVMArgs = Own.getFrontendOpts().LLVMArgs;
  setOutput(Clang, From.Wanted->What);
  readLlvmArguments(Clang);
  provokeIfAsked();
  switch (actionFor(From.Wanted->What, frontend::EmitObj)) {
  case frontend::EmitLLVM: generate<EmitLLVMAction>(Clang, From); break;
  case frontend::EmitAssembly: generate<EmitAssemblyAction>(Clang, From); break;
  case frontend::EmitCodeGenOnly: generate<OptimiseOnlyAction>(Clang, From); break;
  default: generate<EmitObjAction>(Clang, From); break;
  }
  finish(Clang.getDiagnostics().hasErrorOccurred() ? CGFUZZ_REJECTED : CGFUZZ_OK, 0);
}

void compileTogether(Request &Asked, ArrayRef<Job> Jobs, const cgfuzz_limits &Limits) {
  noteBottomOfStack();
  auto &Clang = *new CompilerInstance();
  Diagnostics = new SlotStream();
  prepare(Clang, Jobs[0], filesOf(Asked));
  Clang.getFrontendOpts().LLVMArgs.clear();
  auto Listening = std::make_unique<Recorder>();
  Recorder *Heard = Listening.get();
  Listening->AtEnd = [&](ASTContext &Context) {
    if (Clang.getDiagnostics().hasErrorOccurred()) return;
    Diagnostics->flush();
    for (const Job &Each : Jobs) {
      Branch From{&Clang, &Each, Heard, &Context};
      cgfuzz_supervise(cgfuzz_slot_at(Each.Slot), &Limits, compileBranch, &From);
    }
  };
  RecordAction Action(std::move(Listening));
  if (!Clang.ExecuteAction(Action)) finish(CGFUZZ_REJECTED, 1);
  finish(CGFUZZ_OK, 0);
}

// ---- once ----

void warmUp() {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  InitializeNativeTargetAsmParser();
  install_fatal_error_handler(onFatalError);
  install_bad_alloc_error_handler(onBadAllocation);
}

} // namespace cgfuzz

// Instrumented passes with assertions come here from an unreachable place, and not to LLVM's own function.
extern "C" [[noreturn]] void __wrap__ZN4llvm25llvm_unreachable_internalEPKcS1_j(const char *Message, const char *File, unsigned Line) {
  char Text[4096];
  std::snprintf(Text, sizeof Text, "%s:%u: UNREACHABLE executed: %s", File ? File : "?", Line, Message ? Message : "");
  cgfuzz_crash(CGFUZZ_ASSERTION, Text);
}
