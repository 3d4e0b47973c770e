#pragma once
#include "witness.hpp"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace cgfuzz {

struct Asked {
  // Promises of attributes, too.
  bool WatchesPromises = true;
  uint32_t MaxSteps = 3'000'000;
  uint32_t Seed = 1;
};

struct Judged {
  // `ok`, `complaint`, `limit`, `unsupported` or `unreadable`.
  std::string Verdict;
  std::string Why;
  Complaint Wrong;
  std::string Printed;
  uint64_t Steps = 0;
  int ExitCode = 0;
};

// Bitcode, or text.
Judged judge(llvm::StringRef Bytes, const Asked &How);

// One line of JSON, and the program's output.
std::string asText(const Judged &Answer);

int runCommand(int Count, char **Words);

} // namespace cgfuzz
