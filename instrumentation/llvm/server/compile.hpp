// One compile, or several that share their front end, in this process.
#pragma once
#include "driver.hpp"
#include "request.hpp"

struct cgfuzz_limits;

namespace cgfuzz {

struct Preamble;

struct Job {
  Emit What;
  const Translation *Arguments;
  unsigned Slot;
};

// Runs in the server before the first request: does all set-up that is done once, for all children.
void warmUp();
// Runs in a child and does not return: compiles and finishes the child's slot.
[[noreturn]] void compileAlone(Request &Asked, const Job &Only, const Preamble *Begin);
// Runs in a child: parses once, then supervises a child of its own for each job.
void compileTogether(Request &Asked, llvm::ArrayRef<Job> Jobs, const cgfuzz_limits &Limits);

} // namespace cgfuzz
