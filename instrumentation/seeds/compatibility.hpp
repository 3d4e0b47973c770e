// LLVM's interface differs between releases; the differences that matter here.
#pragma once
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/Triple.h"

namespace seeds {

inline const char *const TripleName = "x86_64-unknown-linux-gnu";

#if LLVM_VERSION_MAJOR >= 20
inline void insertBefore(llvm::Instruction *I, llvm::Instruction *At) { I->insertBefore(At->getIterator()); }
inline void insertAfter(llvm::Instruction *I, llvm::Instruction *At) { I->insertAfter(At->getIterator()); }
inline void moveBefore(llvm::Instruction *I, llvm::Instruction *At) { I->moveBefore(At->getIterator()); }
#else
inline void insertBefore(llvm::Instruction *I, llvm::Instruction *At) { I->insertBefore(At); }
inline void insertAfter(llvm::Instruction *I, llvm::Instruction *At) { I->insertAfter(At); }
inline void moveBefore(llvm::Instruction *I, llvm::Instruction *At) { I->moveBefore(At); }
#endif
#if LLVM_VERSION_MAJOR >= 21
inline auto tripleOf(llvm::StringRef Name) { return llvm::Triple(Name); }
#else
inline auto tripleOf(llvm::StringRef Name) { return Name.str(); }
#endif
inline auto theTriple() { return tripleOf(TripleName); }

#if LLVM_VERSION_MAJOR >= 23
inline void removeInlineAsm(llvm::Module &M) { M.removeModuleInlineAsm(); }
#else
inline void removeInlineAsm(llvm::Module &M) { M.setModuleInlineAsm(""); }
#endif

#if LLVM_VERSION_MAJOR >= 24
inline auto builderOf(llvm::TargetMachine &For, const llvm::PipelineTuningOptions &How) {
  // Only defaults of options are read from it.
  static llvm::LLVMContext Context;
  return std::make_unique<llvm::PassBuilder>(Context, &For, How);
}
#else
inline auto builderOf(llvm::TargetMachine &For, const llvm::PipelineTuningOptions &How) { return std::make_unique<llvm::PassBuilder>(&For, How); }
#endif

// Cut to the width, as LLVM once did by itself.
inline llvm::APInt fitting(unsigned Width, uint64_t Value) {
#if LLVM_VERSION_MAJOR >= 20
  return llvm::APInt(Width, Value, false, true);
#else
  return llvm::APInt(Width, Value);
#endif
}

} // namespace seeds
