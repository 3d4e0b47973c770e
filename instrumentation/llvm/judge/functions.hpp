// The judge of functions: does a function after passes do what it did before? Both forms run on equal arguments, memory
// and globals, which are drawn. A result that is defined less is wrong; a result that is defined more is right.
#pragma once
#include "witness.hpp"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include <string>
#include <utility>
#include <vector>

namespace cgfuzz {

// Numbers that follow from a seed.
struct Numbers {
  explicit Numbers(uint64_t Seed) : State(Seed * 0x9E3779B97F4A7C15ull + 99) {}
  uint64_t next() {
    uint64_t Mixed = (State += 0x9E3779B97F4A7C15ull);
    Mixed = (Mixed ^ (Mixed >> 30)) * 0xBF58476D1CE4E5B9ull;
    Mixed = (Mixed ^ (Mixed >> 27)) * 0x94D049BB133111EBull;
    return Mixed ^ (Mixed >> 31);
  }
  unsigned below(unsigned Count) { return Count < 2 ? 0 : unsigned(next() % Count); }
  bool chance(unsigned Percent) { return below(100) < Percent; }
  uint64_t State;
};

bool holdsPoison(const llvm::ubi::AnyValue &Value);
uint64_t hashOfText(llvm::StringRef Text, uint64_t Start = 1469598103934665603ull);
std::string textOfValue(const llvm::ubi::AnyValue &Value);

using Object = llvm::IntrusiveRefCntPtr<llvm::ubi::MemoryObject>;

// The bytes of all memory that others see.
struct Snapshot {
  std::vector<std::pair<std::string, std::vector<llvm::ubi::Byte>>> Objects;
};

struct Visible {
  std::string Name;
  Object Of;
  // False if no call can see it, such as memory behind a `noalias` argument.
  bool AtCalls;
};

// A call of a function without a body.
struct Event {
  std::string Name;
  std::vector<llvm::ubi::AnyValue> Args;
  Snapshot Memory;
  // Passes join and move calls of functions that only write memory.
  bool OnlyWrites = false;
};

// Answers calls of functions without a body by a hash of name and arguments, and notes them.
class CallWitness : public Witness {
public:
  CallWitness(llvm::ubi::Context &C, const std::vector<Visible> &Seen, const llvm::Module &Source) : Witness(C, true), Ctx(C), Seen(Seen), Source(Source) {}
  std::optional<llvm::ubi::AnyValue> onExternalCall(llvm::CallBase &Site, llvm::Function &Callee, llvm::ArrayRef<llvm::ubi::AnyValue> Args) override;
  bool onInstructionExecuted(llvm::Instruction &I, const llvm::ubi::AnyValue &Result) override;
  void onAccess(const llvm::ubi::Frame &Where, llvm::ubi::MemoryObject &Object, uint64_t Offset, uint64_t Size, bool IsStore) override;
  static Snapshot snapshot(const std::vector<Visible> &Seen, bool AtCall);

  std::vector<Event> Events;
  // Memory that unknown functions return pointers to.
  std::vector<Object> Pool;
  // Arguments that are poison, at least in part.
  std::vector<const llvm::Argument *> PoisonArguments;
  // Some value was chosen anew, as by a `freeze` of poison.
  bool HasChosenAnew = false;
  bool HasPoisonLane = false;
  bool HasReadUnwritten = false;
  // A number was loaded from memory that holds a part of a pointer.
  bool HasReadPointer = false;
  // Some operation made a NaN, whose bits nobody knows.
  bool HasMadeNaN = false;
  // Unknown functions answer by their names alone. Such functions exist, and a poison argument means nothing to them.
  bool IgnoresArguments = false;

private:
  std::optional<llvm::ubi::AnyValue> answer(llvm::Type *Of, uint64_t Hash, bool IsWhole);

  llvm::ubi::Context &Ctx;
  const std::vector<Visible> &Seen;
  // The module before the passes says what a function may do.
  const llvm::Module &Source;
  // Calls that are no events, or that only write, do not count.
  size_t PoolUsed = 0, WholeEvents = 0;
};

// Memory before a run.
struct Placed {
  std::string Name;
  uint64_t Address;
  std::string Bytes;
};

struct Start {
  std::vector<llvm::ubi::AnyValue> Args;
  std::vector<Placed> Objects;
  std::vector<std::pair<std::string, uint64_t>> Globals;
};

struct Outcome {
  enum Kinds { Done, Unsupported, Complained, Limited } Kind = Done;
  std::string Why;
  llvm::ubi::AnyValue Returned;
  std::vector<Event> Events;
  Snapshot End;
  uint64_t Steps = 0;
  // Addresses from here on differ between two forms of a function.
  uint64_t FirstFree = 0;
  std::string Arguments;
  // Some value was chosen anew, and all that follows from it.
  bool HasChosenAnew = false;
  // Some vector was poison in part.
  bool HasPoisonLane = false;
  // For passes, such memory is undef: a branch on it is undefined behaviour.
  bool HasReadUnwritten = false, HasReadPointer = false;
  bool HasMadeNaN = false;
  // Noted if memory begins at a given address.
  cgfuzz::Start Start;
  bool IgnoresArguments = false;
};

// Arguments, memory and globals that follow from a seed.
class Trial {
public:
  // With a base, memory begins at this address, globals first.
  Trial(uint64_t Seed, const std::vector<llvm::APInt> &Constants, uint64_t Base = 0) : Seed(Seed), Constants(Constants), Base(Base) {}
  // Attributes of `Like` say which arguments are allowed; `ChoiceSeed` chooses undefined values.
  Outcome run(llvm::Module &M, llvm::Function &F, llvm::Function &Like, uint32_t ChoiceSeed, uint32_t MaxSteps);
  // Memory behind arguments is larger than most functions need.
  bool IsLarge = false;

private:
  struct Pointee {
    Object Of;
    bool NoAlias;
  };
  struct Running {
    llvm::ubi::Context &Ctx;
    CallWitness &Witness;
    std::vector<Visible> &Seen;
    std::vector<llvm::ubi::AnyValue> Args;
    std::vector<Pointee> Pointers;
  };
  llvm::APInt integer(Numbers &From, unsigned Width);
  llvm::ubi::AnyValue number(Numbers &From, llvm::Type *Of);
  llvm::ubi::AnyValue value(Numbers &From, llvm::Type *Of, bool MayPoison, llvm::ubi::Context &C);
  bool addArgument(Running &To, llvm::Argument &A, Numbers &From, Outcome &Says);
  bool addPointer(Running &To, llvm::Argument &A, Numbers &From, Outcome &Says);
  void fillGlobals(Running &To, llvm::Module &M);
  static void noteStart(Running &To, llvm::Module &M, Start &Of);

  uint64_t Seed;
  const std::vector<llvm::APInt> &Constants;
  uint64_t Base;
};

// Empty if the second outcome refines the first.
std::string differenceOf(const Outcome &Before, const Outcome &After);

// The task of machine code of a function, in bytes that begin with `M`; or `S reason`.
std::string expectFunction(llvm::Module &M, llvm::Function &F, const std::vector<llvm::APInt> &Constants, uint32_t Seed, uint32_t Runs);

// The verdict on two modules, whose functions `f` are compared: `K runs`, `S reason`, or `W difference | args ...`.
// Without a second module, the task of machine code of the function.
std::string judgeFunction(llvm::StringRef Before, llvm::StringRef After, uint32_t Seed, uint32_t Runs);

// Requests and answers on descriptors, until the other side closes.
[[noreturn]] void serveFunctions(int In, int Out);

} // namespace cgfuzz
