// Promises of attributes that a value cannot show to be broken, watched while a module runs: what a function does with
// memory, whether it returns, what it returns, and memory that loads say nobody changes.
//
// Invariant: what is doubtful is kept silent about. A promise is broken only if the module says it and the run breaks it.
#pragma once
#include "lib/ExecutorBase.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cgfuzz {

class Promises {
public:
  struct Broken {
    std::string Text, Cause;
  };

  // Objects that come later lie at this address or above: addresses only grow.
  void enter(llvm::Function &F, llvm::ArrayRef<llvm::ubi::AnyValue> Args, llvm::CallBase *Site, uint64_t Next);
  void leave(llvm::Function &F, const llvm::ubi::AnyValue &Returned);
  void access(const llvm::ubi::Frame &Where, llvm::ubi::MemoryObject &Object, uint64_t Offset, uint64_t Size, bool IsStore);
  // After each instruction, since a store is told of before it happens.
  void afterInstruction();
  void jump(llvm::Instruction &Terminator);

  const std::optional<Broken> &broken() const { return First; }

private:
  struct Entered {
    llvm::Function *Callee;
    llvm::MemoryEffects Allowed = llvm::MemoryEffects::unknown();
    bool HasPromise = false;
    uint64_t Next = 0, CallersNext = 0;
    bool IsTailCall = false;
    // Where the objects lie that its arguments lead to.
    std::vector<uint64_t> OfArguments;
    std::vector<llvm::ubi::AnyValue> Args;
  };
  struct Unchanging {
    llvm::IntrusiveRefCntPtr<llvm::ubi::MemoryObject> Object;
    uint64_t Offset;
    std::vector<uint8_t> Bytes;
  };

  void breaks(const llvm::Twine &Text, const llvm::Twine &Cause);
  void checkEffects(llvm::ubi::MemoryObject &Object, bool IsStore);
  void checkUnchanging();

  std::vector<Entered> Stack;
  std::map<std::pair<uint64_t, uint64_t>, Unchanging> Constant;
  std::optional<Unchanging> Touched;
  bool WasStored = false;
  std::optional<Broken> First;
};

} // namespace cgfuzz
