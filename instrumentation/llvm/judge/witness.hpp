// The witness of a run: hears each instruction from the interpreter. At the end it says what the run did, or why the
// run could not continue.
#pragma once
#include "promises.hpp"
#include "llvm/ADT/DenseMap.h"
#include <string>
#include <vector>

namespace cgfuzz {

struct Complaint {
  // `poison`, `undef`, `memory`, `provenance`, `division`, `assumption`, `call`, `unreachable` or `promise`.
  std::string Kind;
  // A sentence with the values of the run.
  std::string Text;
  // Equal for equal bugs: the flag, the attribute or the rule that does not hold.
  std::string Cause;
  std::string Instruction, Function;
  // The instruction whose result became poison first, if that is known.
  std::string Origin, OriginFunction;
  std::vector<std::string> Stack;
};

enum class Verdict { Ok, Complaint, Limit, Unsupported };

class Witness : public llvm::ubi::EventHandler {
public:
  Witness(llvm::ubi::Context &C, bool WatchesPromises) : Ctx(C), IsWatching(WatchesPromises) {}

  bool onInstructionExecuted(llvm::Instruction &I, const llvm::ubi::AnyValue &Result) override;
  void onError(llvm::StringRef Message) override;
  void onUnrecognizedInstruction(llvm::Instruction &I) override;
  void onImmediateUB(llvm::StringRef Message) override;
  void onFailure(const llvm::ubi::Frame *Innermost) override;
  void onAccess(const llvm::ubi::Frame &Where, llvm::ubi::MemoryObject &Object, uint64_t Offset, uint64_t Size, bool IsStore) override;
  bool onBBJump(llvm::Instruction &I, llvm::BasicBlock &To) override;
  bool onFunctionEntry(llvm::Function &F, llvm::ArrayRef<llvm::ubi::AnyValue> Args, llvm::CallBase *Site) override;
  bool onFunctionExit(llvm::Function &F, const llvm::ubi::AnyValue &Returned) override;
  bool onPrint(llvm::StringRef Text) override;

  // Complains because the program's result is poison.
  void complainOfResult();

  Verdict Is = Verdict::Ok;
  Complaint Wrong;
  // The hindrance, if the run concludes nothing.
  std::string Why;
  std::string Printed;
  uint64_t Steps = 0;

protected:
  // The instruction whose result became poison first, if this value is poison now.
  const llvm::Instruction *originOf(const llvm::Value *Used) const;

private:
  bool goesOn(const llvm::Instruction &At);
  const llvm::Instruction *originAmong(const llvm::Instruction &User) const;

  llvm::ubi::Context &Ctx;
  bool IsWatching;
  Promises Kept;
  // For each value that is poison now, the instruction whose result became poison first.
  llvm::DenseMap<const llvm::Value *, const llvm::Instruction *> Origins;
  llvm::DenseMap<uint64_t, const llvm::Instruction *> OriginsInMemory;
  uint64_t LastAddress = 0;
  const llvm::Instruction *LastReturn = nullptr;
  const llvm::Instruction *Failed = nullptr;
  bool IsIncomplete = false;
};

} // namespace cgfuzz
