// The place where the front end hands over to the passes. Coverage starts here: earlier, the parser and the driver
// use LLVM too, which says nothing about the program's way through the optimiser. If their coverage counted, the same
// compile would look different alone and together with other configurations.
#include "../../coverage/cgfuzz-coverage.h"
#include "compatibility.hpp"
#include "pipeline.hpp"

extern "C" void cgfuzz_before_backend(llvm::Module *Of) {
  if (cgfuzz_coverage_held) {
    cgfuzz_coverage_held = 0;
    cgfuzz_clear();
  }
  cgfuzz::runPassesIfAsked(*Of);
}

// Linked with --wrap: every argument passes unchanged, whatever the version's signature is.
asm(".text\n.globl __wrap_" CGFUZZ_BACKEND "\n__wrap_" CGFUZZ_BACKEND ":\n"
    "push %rdi\npush %rsi\npush %rdx\npush %rcx\npush %r8\npush %r9\nsub $8, %rsp\n"
    "mov %" CGFUZZ_MODULE ", %rdi\ncall cgfuzz_before_backend\n"
    "add $8, %rsp\npop %r9\npop %r8\npop %rcx\npop %rdx\npop %rsi\npop %rdi\n"
    "jmp __real_" CGFUZZ_BACKEND "\n");
