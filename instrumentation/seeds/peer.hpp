// Programs that answer: the judge, and the optimiser without the change under review.
#pragma once
#include "../pairs/pairs.hpp"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace seeds {

// Data of a process; LLVM may map more.
constexpr uint64_t MostMemory = 6ull << 30;

class Peer {
public:
  // Starts the program with these words; its sockets are its standard input and output.
  explicit Peer(const std::vector<std::string> &Words);
  // The program ends when its socket closes.
  ~Peer();
  Peer(const Peer &) = delete;
  // The answer, or one that begins with `D` if the program is gone.
  std::string ask(uint32_t First, uint32_t Second, llvm::StringRef One, llvm::StringRef Other);

private:
  int Socket = -1;
};

// Optimises modules on request, until the other side closes: numbers are a CPU and nothing; texts are passes with
// options, a line each, and bitcode.
[[noreturn]] void serveOptimiser();

} // namespace seeds
