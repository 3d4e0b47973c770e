// Each way is a real bad end, in a compile like any other; the check shows that cgfuzz reports each as its kind.
#undef NDEBUG
#include "provoke.hpp"
#include "llvm/Support/CommandLine.h"
#include <cassert>
#include <cstring>

static llvm::cl::opt<std::string> Provoke("cgfuzz-provoke", llvm::cl::Hidden, llvm::cl::desc("end badly in this way"));

void provokeIfAsked() {
  if (Provoke.empty()) return;
  assert(Provoke != "assertion" && "provoked");
  volatile unsigned Spinning = 1;
  while (Provoke == "hang" && Spinning) {}
  while (Provoke == "memory") {
    char *volatile Eaten = new char[1 << 20];
    std::memset(Eaten, 1, 1 << 20);
  }
}
