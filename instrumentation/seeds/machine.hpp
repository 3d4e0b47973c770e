// Machine code of functions: compiled in this process, linked to fixed addresses, and run by another process on the
// memory that the judge drew. The judge says which bits of result and memory are defined.
#pragma once
#include "optimise.hpp"
#include "peer.hpp"
#include "llvm/IR/Module.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace seeds {

// How a function becomes machine code.
struct Way {
  // Empty for none.
  std::string Passes;
  std::string Triple, Cpu;
  unsigned Level = 2;
  std::string text() const;
};

struct Code {
  std::string Bytes;
  uint64_t Entry = 0;
};

// Memory before and after one run, as the judge expects it.
struct Placed {
  std::string Name;
  uint64_t Address;
  std::string Before, After, Mask;
};
struct Awaited {
  std::string Said, Arguments, Result, Mask;
  std::vector<Placed> Objects;
};
struct Expectation {
  std::vector<std::pair<std::string, uint64_t>> Globals;
  std::vector<Awaited> Runs;
  // False if the bytes are none of an expectation.
  bool read(llvm::StringRef Bytes);
};

// A process that runs code, or a command that does, such as qemu's.
class Runner {
public:
  explicit Runner(std::string Command) : Command(std::move(Command)) {}
  ~Runner() { stop(); }
  Runner(const Runner &) = delete;
  Runner &operator=(const Runner &) = delete;
  // The address of a function that compilers call; 0 if it is not there.
  uint64_t addressOf(llvm::StringRef Name);
  // The result and all objects, or nothing if the code crashed or did not end.
  std::optional<std::vector<std::string>> run(const Awaited &How);
  // The code of the runs that follow.
  void load(const Code &Of);

private:
  bool start();
  void stop();
  bool give(llvm::StringRef Bytes);
  std::string Command;
  std::map<std::string, uint64_t> Symbols;
  int Process = 0, To = -1, From = -1;
  const Code *Loaded = nullptr;
  bool HasCode = false;
};

// Triples and commands of their runners.
using Commands = std::vector<std::pair<std::string, std::string>>;

// Drawn for a test.
Way drawWay(const Commands &Runners);

class Machine {
public:
  explicit Machine(const Commands &Runners);
  // Removes attributes that need an environment. Returns the reason if a test cannot be judged.
  static std::string prepare(llvm::Module &M);
  // The code, or nothing and the reason. LLVM may crash.
  std::optional<Code> compile(llvm::Module &M, const Way &How, const Expectation &For, std::string &Why);
  // The first difference, or nothing.
  std::string differenceOf(const Code &Of, const Way &How, const Expectation &For);

private:
  std::vector<std::pair<std::string, std::unique_ptr<Runner>>> Runners;
  Runner &runnerOf(const Way &How);
};

} // namespace seeds
