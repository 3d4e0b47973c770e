// The directives that a program begins with, parsed once for all programs that begin with the same.
//
// A generator's programs include the same headers, and parsing those takes longer than all the rest of a small program
// does. A child precompiles them when they are first seen under some front-end arguments: at once, because where things
// lie in memory is seen by what hashes addresses, and the same program is to look the same whatever came before it.
#pragma once
#include "compile.hpp"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cgfuzz {

struct Preamble {
  uint64_t Key;
  int Descriptor; // of a memory file with the precompiled directives; -1 where there is none
};

// Calls for each directive that the source begins with, as far as nothing but comments and space lies between them, and
// says how much of the source they take. Only the characters are looked at.
size_t eachLeadingDirective(llvm::StringRef Source, llvm::function_ref<void(llvm::StringRef)> Do);

// Runs in the server, before a compile: the precompiled directives of its main file, or null.
const Preamble *preambleFor(Request &Asked, const Job &Only, const cgfuzz_limits &Limits);

// Runs in a child and does not return.
[[noreturn]] void precompile(Request &Asked, const Job &Only, const char *Path);

} // namespace cgfuzz
