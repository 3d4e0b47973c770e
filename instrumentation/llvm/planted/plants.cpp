// The option that chooses planted defects; without it every one of them is off.
#include "llvm/Support/CommandLine.h"
#include <cstring>

extern "C" int cgfuzz_plants_chosen = 0;

static llvm::cl::list<std::string> Chosen("cgfuzz-plant", llvm::cl::Hidden, llvm::cl::CommaSeparated, llvm::cl::desc("planted defects that are on"),
                                          llvm::cl::callback([](const std::string &) { cgfuzz_plants_chosen = 1; }));

extern "C" bool cgfuzz_is_planted(const char *Name) {
  for (const std::string &Each : Chosen)
    if (Each == Name) return true;
  return false;
}
