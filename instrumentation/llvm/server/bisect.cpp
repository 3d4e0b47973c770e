#include "bisect.hpp"
#include "llvm/ADT/StringRef.h"
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cgfuzz {

static int Heard = -1;

void listenIfBisecting(const std::vector<std::string> &LLVMArguments) {
  for (const std::string &Each : LLVMArguments)
    if (Heard < 0 && llvm::StringRef(Each).starts_with("-opt-bisect-limit")) {
      Heard = memfd_create("bisect", MFD_CLOEXEC);
      if (Heard >= 0) dup2(Heard, 2);
    }
}

std::string lastPassHeard() {
  struct stat Status;
  if (Heard < 0 || fstat(Heard, &Status) || Status.st_size == 0) return "";
  void *Text = mmap(nullptr, static_cast<size_t>(Status.st_size), PROT_READ, MAP_PRIVATE, Heard, 0);
  if (Text == MAP_FAILED) return "";
  llvm::StringRef All(static_cast<const char *>(Text), static_cast<size_t>(Status.st_size));
  size_t At = All.rfind("BISECT: running pass (");
  return At == llvm::StringRef::npos ? "" : All.substr(At).split('\n').first.str() + "\n";
}

} // namespace cgfuzz
