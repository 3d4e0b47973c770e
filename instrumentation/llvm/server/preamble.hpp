// The directives that a program begins with, parsed once for all programs that begin with the same directives.
//
// A generator's programs include the same headers, and parsing them takes longer than all the rest of a small program.
// A child precompiles them when the server first sees them under some front-end arguments. It does so at once: LLVM
// hashes addresses, and the same program must look the same whatever came before it.
#pragma once
#include "compile.hpp"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cgfuzz {

struct Preamble {
  uint64_t Key;
  int Descriptor; // of a memory file with the precompiled directives; -1 if there is none
};

// Calls `Do` for each directive at the start of the source, with only comments and space between them. Returns the
// length of this start. The function looks at the characters only.
size_t eachLeadingDirective(llvm::StringRef Source, llvm::function_ref<void(llvm::StringRef)> Do);

// Runs in the server, before a compile: the precompiled directives of its main file, or null.
const Preamble *preambleFor(Request &Asked, const Job &Only, const cgfuzz_limits &Limits);

// Runs in a child and does not return.
[[noreturn]] void precompile(Request &Asked, const Job &Only, const char *Path);

} // namespace cgfuzz
