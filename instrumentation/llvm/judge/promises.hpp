// Watches promises of attributes while a module runs, if no value can show that a promise is broken:
// - a function's use of memory;
// - whether a function returns, and its result;
// - memory that loads call unchanging.
//
// Invariant: the judge keeps silent about doubtful cases. A promise is broken only if the module says it and the run
// breaks it.
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

  // Later objects lie at the address `Next` or above: addresses only grow.
  void enter(llvm::Function &F, llvm::ArrayRef<llvm::ubi::AnyValue> Args, llvm::CallBase *Site, uint64_t Next);
  void leave(llvm::Function &F, const llvm::ubi::AnyValue &Returned);
  void access(const llvm::ubi::Frame &Where, llvm::ubi::MemoryObject &Object, uint64_t Offset, uint64_t Size, bool IsStore);
  // Checks after each instruction, since `access` comes before its store.
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
    // Addresses of the objects that the arguments point to.
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
