// Programs that answer: the judge, and the optimiser without the change under review. A request is four numbers and two
// texts, whose lengths are the last two numbers; an answer is a length and a text.
#pragma once
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace seeds {

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

bool readAll(int From, void *To, size_t Bytes);
// Ends the process if nobody reads.
void writeAll(int To, llvm::StringRef Text);

// Optimises modules on request, until the other side closes: numbers are a CPU and nothing; texts are passes with
// options, a line each, and bitcode.
[[noreturn]] void serveOptimiser();

} // namespace seeds
