// Stands for GCC behind our server in a test: its assembly is the source and the arguments that it was given.
#include "../../../instrumentation/coverage/cgfuzz-coverage.h"
#include "../../../instrumentation/gcc/server/compile.h"
#include "../../../instrumentation/gcc/server/files.h"
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

__attribute__((noinline)) static void compileLine(FILE *Out, char *Line) {
  if (std::strstr(Line, "error")) std::fprintf(stderr, "small.c:1: error: a line says so\n");
  std::fprintf(Out, "# %s\n", Line);
}

namespace cgfuzz {

// Words of the driver differ between languages, and are no part of the coverage.
__attribute__((no_sanitize("coverage"))) void compile(Request &Asked, Emit What, const Translation &Arguments, View Provoke, unsigned Slot) {
  useFiles(Asked);
  if (Provoke.is("memory")) {
    std::fprintf(stderr, "cc1: out of memory allocating 1 bytes\n");
    cgfuzz_finish(CGFUZZ_REJECTED, 1);
  }
  cgfuzz_clear();
  cgfuzz_coverage_held = 0;
  View Words = Arguments.compiler();
  const char *Source = "";
  for (const char *At = Words.Data; At < Words.Data + Words.Size; At += std::strlen(At) + 1)
    if (std::strstr(At, ".c") && !std::strchr(At, '/') && At[0] != '-' && !*Source) Source = At;
  FILE *Out = std::fopen(AssemblyName, "w");
  static char Text[4096];
  int In = open(Source, O_RDONLY);
  ssize_t Got = In < 0 ? -1 : read(In, Text, sizeof Text - 1);
  if (Got < 0) std::fprintf(stderr, "error: cannot open %s\n", Source);
  for (char *Line = std::strtok(Text, "\n"); Line; Line = std::strtok(nullptr, "\n")) compileLine(Out, Line);
  for (const char *At = Words.Data; At < Words.Data + Words.Size; At += std::strlen(At) + 1) std::fprintf(Out, "# word %s\n", At);
  std::fflush(Out);
  if (Got < 0) cgfuzz_finish(CGFUZZ_REJECTED, 1);
  off_t Size = lseek(assemblyDescriptor(), 0, SEEK_END);
  cgfuzz_slot *Answer = cgfuzz_slot_at(Slot);
  void *To = cgfuzz_arena_take(static_cast<size_t>(Size), &Answer->output_offset);
  if (What == Emit::Assembly && pread(assemblyDescriptor(), To, static_cast<size_t>(Size), 0) == Size) Answer->output_bytes = static_cast<uint64_t>(Size);
  cgfuzz_finish(std::strstr(Text, "error") ? CGFUZZ_REJECTED : CGFUZZ_OK, 0);
}

} // namespace cgfuzz
