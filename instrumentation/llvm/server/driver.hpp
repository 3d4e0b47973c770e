// Translates a user's arguments (`-O2 -march=native`) for the compiler proper, once for each list of arguments.
#pragma once
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace cgfuzz {

// An entry lies in memory that the server and its children share; a child writes it, and it never changes.
struct Translation {
  uint64_t Key;
  uint64_t FrontEndKey; // equal keys: the same front-end work can serve both
  uint32_t Bytes;       // of the packed -cc1 arguments that follow
  uint32_t Refused;     // nonzero: Bytes hold the diagnostics instead
  llvm::StringRef text() const { return {reinterpret_cast<const char *>(this + 1), Bytes}; }
};

void prepareTranslations();
// Runs in the server: finds the translation, and asks a child for a new one. Null if that child died.
const Translation *translate(llvm::StringRef Packed, llvm::StringRef MainName);

} // namespace cgfuzz
