// Differences between the versions of LLVM that the server supports, and one access to a private part of clang.
#pragma once
#include "clang/AST/Decl.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/LangOptions.h"
#include "clang/CodeGen/BackendUtil.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/xxhash.h"
#include "llvm/TargetParser/Triple.h"

#if LLVM_VERSION_MAJOR >= 19
using CgfuzzExternalDecl = clang::DeclaratorDecl;
#else
using CgfuzzExternalDecl = clang::VarDecl;
#endif

// The core of LLVM 22 has names of values for messages even without assertions.
#define CGFUZZ_CORE_LACKS_NAMES (LLVM_VERSION_MAJOR < 22)

// A reference since clang 17, a pointer before.
inline const clang::LangOptions &theOne(const clang::LangOptions &Options) { return Options; }
inline const clang::LangOptions &theOne(const clang::LangOptions *Options) { return *Options; }

// Options of diagnostics are counted references before clang 21, and plain references since. They stay until the
// process ends, which is soon.
inline clang::DiagnosticOptions *makeDiagnosticOptions() {
  auto *Options = new clang::DiagnosticOptions();
#if LLVM_VERSION_MAJOR < 21
  Options->Retain();
#endif
  return Options;
}

#if LLVM_VERSION_MAJOR < 21
using CgfuzzDiagnosticOptions = clang::DiagnosticOptions *;
inline CgfuzzDiagnosticOptions given(clang::DiagnosticOptions *Options) { return Options; }
#else
using CgfuzzDiagnosticOptions = clang::DiagnosticOptions &;
inline CgfuzzDiagnosticOptions given(clang::DiagnosticOptions *Options) { return *Options; }
#endif

// Before clang 22 a compiler gets its files together with the manager of files; since then it gets them earlier.
inline void setFiles(clang::CompilerInstance &Clang, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files) {
#if LLVM_VERSION_MAJOR < 22
  (void)Clang, (void)Files;
#else
  Clang.setVirtualFileSystem(std::move(Files));
#endif
}
inline void makeFileManager(clang::CompilerInstance &Clang, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files) {
#if LLVM_VERSION_MAJOR < 22
  Clang.createFileManager(std::move(Files));
#else
  (void)Files, Clang.createFileManager();
#endif
}

inline void processWarnings(clang::CompilerInstance &Clang) {
#if LLVM_VERSION_MAJOR < 22
  ProcessWarningOptions(Clang.getDiagnostics(), Clang.getDiagnosticOpts());
#else
  ProcessWarningOptions(Clang.getDiagnostics(), Clang.getDiagnosticOpts(), Clang.getVirtualFileSystem());
#endif
}

// The optimisation level, as far as macros show it to a program.
inline std::string levelForParser(clang::CompilerInvocation &Invocation) {
#if LLVM_VERSION_MAJOR < 22
  const clang::LangOptions Language = theOne(Invocation.getLangOpts());
  const bool Optimises = Language.Optimize, Small = Language.OptimizeSize, NoInline = Language.NoInlineDefine;
#else
  const clang::CodeGenOptions &Code = Invocation.getCodeGenOpts();
  const bool Optimises = Code.OptimizationLevel > 0, Small = Code.OptimizeSize > 0;
  const bool NoInline = Code.getInlining() == clang::CodeGenOptions::OnlyAlwaysInlining;
#endif
  return {Optimises ? 'O' : '-', Small ? 's' : '-', NoInline ? 'n' : '-'};
}

// The optimiser without the code generator.
class OptimiseOnlyAction : public clang::CodeGenAction {
public:
  OptimiseOnlyAction() : CodeGenAction(clang::Backend_EmitNothing) {}
};

// Makes the consumer that generates code; used outside of an action, on a finished tree.
template <class Action> class Exposed : public Action {
public:
  using Action::CreateASTConsumer;
};

// LLVM creates a target machine for a triple, which was a text before LLVM 21.
#if LLVM_VERSION_MAJOR < 21
inline std::string tripleForMachine(const llvm::Triple &Machine) { return Machine.str(); }
#else
inline const llvm::Triple &tripleForMachine(const llvm::Triple &Machine) { return Machine; }
#endif

// LLVM 23 finds a target by its triple, older ones by the text of the triple.
inline const llvm::Target *targetFor(const llvm::Triple &Machine, std::string &Error) {
#if LLVM_VERSION_MAJOR < 23
  return llvm::TargetRegistry::lookupTarget(Machine.str(), Error);
#else
  return llvm::TargetRegistry::lookupTarget(Machine, Error);
#endif
}

// LLVM 23 has left out the older of its two hashes, and LLVM 16 lacks the newer one.
inline uint64_t hashOfText(llvm::StringRef Text) {
#if LLVM_VERSION_MAJOR < 23
  return llvm::xxHash64(Text);
#else
  return llvm::xxh3_64bits(Text);
#endif
}

// A builder of pipelines reads defaults from the context since LLVM 24.
inline llvm::PassBuilder makePassBuilder(llvm::LLVMContext &Context, llvm::TargetMachine *Machine,
                                         llvm::PassInstrumentationCallbacks &Calls) {
#if LLVM_VERSION_MAJOR < 24
  (void)Context;
  return llvm::PassBuilder(Machine, llvm::PipelineTuningOptions(), std::nullopt, &Calls);
#else
  return llvm::PassBuilder(Context, Machine, std::nullopt, std::nullopt, &Calls);
#endif
}

// The usual callbacks of passes, with bisection among them, take the manager of modules since LLVM 17.
inline void registerUsual(llvm::StandardInstrumentations &Usual, llvm::PassInstrumentationCallbacks &Calls,
                          llvm::FunctionAnalysisManager &Functions, llvm::ModuleAnalysisManager &Modules) {
#if LLVM_VERSION_MAJOR < 17
  (void)Modules, Usual.registerCallbacks(Calls, &Functions);
#else
  (void)Functions, Usual.registerCallbacks(Calls, &Modules);
#endif
}

// The function that hands a module over to the passes, by its name for the linker, and the register of the module.
#define CGFUZZ_BACKEND_COMMON                                                                                       \
  "_ZN5clang17EmitBackendOutputERNS_17DiagnosticsEngineERKNS_19HeaderSearchOptionsERKNS_14CodeGenOptionsERKNS_"     \
  "13TargetOptionsERKNS_11LangOptionsEN4llvm9StringRefEPNSE_6ModuleENS_13BackendActionE"
#if LLVM_VERSION_MAJOR >= 24
#define CGFUZZ_MODULE "rdx"
#define CGFUZZ_BACKEND                                                                                              \
  "_ZN5clang17emitBackendOutputERNS_16CompilerInstanceERNS_14CodeGenOptionsEPN4llvm6ModuleENS_13BackendActionENS4_" \
  "18IntrusiveRefCntPtrINS4_3vfs10FileSystemEEESt10unique_ptrINS4_17raw_pwrite_streamESt14default_deleteISD_EEPNS_"  \
  "15BackendConsumerE"
#elif LLVM_VERSION_MAJOR >= 22
#define CGFUZZ_MODULE "r8"
#define CGFUZZ_BACKEND                                                                                              \
  "_ZN5clang17emitBackendOutputERNS_16CompilerInstanceERNS_14CodeGenOptionsEN4llvm9StringRefEPNS4_6ModuleENS_"      \
  "13BackendActionENS4_18IntrusiveRefCntPtrINS4_3vfs10FileSystemEEESt10unique_ptrINS4_17raw_pwrite_"                \
  "streamESt14default_deleteISE_EEPNS_15BackendConsumerE"
#elif LLVM_VERSION_MAJOR >= 19
#define CGFUZZ_MODULE "r9"
#define CGFUZZ_BACKEND                                                                                              \
  CGFUZZ_BACKEND_COMMON                                                                                             \
  "NSE_18IntrusiveRefCntPtrINSE_3vfs10FileSystemEEESt10unique_ptrINSE_17raw_pwrite_streamESt14default_deleteISO_EEPNS_" \
  "15BackendConsumerE"
#else
#define CGFUZZ_MODULE "r9"
#define CGFUZZ_BACKEND CGFUZZ_BACKEND_COMMON "St10unique_ptrINSE_17raw_pwrite_streamESt14default_deleteISK_EE"
#endif
