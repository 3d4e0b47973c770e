/*
 * One compile: GCC's own main, with hooks at the start of the optimiser, at internal errors and at the end.
 *
 * GCC writes its text to standard error, which is a memory file of the child; the server adds the text to the answer.
 */
#include <csignal>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "tree.h"
#include "function.h"
#include "backend.h"
#include "cgraph.h"
#include "rtl.h"
#include "output.h"
#include "toplev.h"
#include "tree-pass.h"
#include "diagnostic-core.h"
#include "../../coverage/cgfuzz-coverage.h"
#include "compile.h"
#include "files.h"

#define CGFUZZ_TEXT_OF(Word) #Word
#define CGFUZZ_TEXT(Word) CGFUZZ_TEXT_OF(Word)

extern char **environ;

/* GCC needs this for precompiled headers, and the server has none. */
extern const unsigned char executable_checksum[16] = {};

namespace cgfuzz {

static Emit Wanted;
static const Translation *Words;
static View Provoked;
static unsigned CurrentSlot;

static void answerWith(int Descriptor) {
  off_t Size = lseek(Descriptor, 0, SEEK_END);
  if (Size <= 0) return;
  cgfuzz_slot *Slot = cgfuzz_slot_at(CurrentSlot);
  void *To = cgfuzz_arena_take(static_cast<size_t>(Size), &Slot->output_offset);
  if (To && pread(Descriptor, To, static_cast<size_t>(Size), 0) == Size) Slot->output_bytes = static_cast<uint64_t>(Size);
}

/* Assembles with the translation's words: names of memory files replace the names of the object and of the assembly. */
static int assemble(int Assembly, int Object) {
  static char *Arguments[4096];
  size_t Count = 0;
  char From[32], To[32];
  nameOfDescriptor(Assembly, From);
  nameOfDescriptor(Object, To);
  View Packed = Words->assembler();
  for (const char *At = Packed.Data, *End = At + Packed.Size; At < End && Count < 4095; At += strlen(At) + 1) {
    bool IsLast = At + strlen(At) + 1 == End;
    Arguments[Count++] = const_cast<char *>(IsLast ? From : !strcmp(At, ObjectName) ? To : At);
  }
  fcntl(Assembly, F_SETFD, 0);
  fcntl(Object, F_SETFD, 0);
  pid_t Child = 0;
  int Status = 1;
  if (!Count || posix_spawnp(&Child, Arguments[0], nullptr, nullptr, Arguments, environ) || waitpid(Child, &Status, 0) < 0) return 1;
  return Status;
}

static void give() {
  int Assembly = assemblyDescriptor();
  if (Assembly < 0 || Wanted == Emit::Nothing) return;
  if (Wanted == Emit::Assembly) return answerWith(Assembly);
  if (Wanted != Emit::Object) return;
  int Object = memfd_create("cgfuzz-object", 0);
  if (assemble(Assembly, Object)) cgfuzz_finish(CGFUZZ_FATAL, 1);
  answerWith(Object);
}

void finishCompile(int ExitCode) {
  fflush(nullptr);
  if (ExitCode == ICE_EXIT_CODE) cgfuzz_crash(CGFUZZ_ASSERTION, nullptr);
  if (ExitCode == SUCCESS_EXIT_CODE) give();
  cgfuzz_finish(ExitCode == SUCCESS_EXIT_CODE ? CGFUZZ_OK : CGFUZZ_REJECTED, ExitCode);
}

void provokeIfAsked() {
  volatile unsigned Spinning = 1;
  if (Provoked.is("assertion")) gcc_assert(!Spinning);
  if (Provoked.is("signal")) *reinterpret_cast<volatile int *>(static_cast<intptr_t>(Spinning - 1)) = 1;
  if (Provoked.is("overflow")) {
    struct Deep {
      static unsigned go(volatile unsigned *At) {
        volatile char Room[4096];
        Room[0] = static_cast<char>(++*At);
        return go(At) + static_cast<unsigned>(Room[0]);
      }
    };
    Deep::go(&Spinning);
  }
  while (Provoked.is("memory")) memset(xmalloc(1 << 20), 1, 1 << 20);
  while (Provoked.is("hang") && Spinning) {}
}

/* Names the pass at work in the report of a fault, as GCC's own handler would. */
static struct sigaction Before[NSIG];
static void onFault(int Number, siginfo_t *Info, void *Context) {
  if (current_pass) {
    char Text[256];
    const char *Kind = current_pass->type == GIMPLE_PASS ? "GIMPLE" : current_pass->type == RTL_PASS ? "RTL" : "IPA";
    int Size = snprintf(Text, sizeof Text, "during %s pass: %s\n", Kind, current_pass->name);
    (void)!write(2, Text, static_cast<size_t>(Size));
  }
  Before[Number].sa_sigaction(Number, Info, Context);
}

static void hearFaults() {
  for (int Number : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
    sigaction(Number, nullptr, &Before[Number]);
    struct sigaction Own = Before[Number];
    Own.sa_sigaction = onFault;
    sigaction(Number, &Own, nullptr);
  }
}

static constexpr size_t MostWords = 4096;

/* Debian has a folder of its own for C++ headers that differ between architectures, by a patch that our GCC lacks. */
static void addHeadersOfMachine(char **Given, size_t &Count, const char *Prefix) {
  static char Folder[4096];
  snprintf(Folder, sizeof Folder, "%s../../../../include/x86_64-linux-gnu/c++/%d", Prefix, CGFUZZ_GCC_VERSION);
  Given[Count++] = const_cast<char *>("-idirafter");
  Given[Count++] = Folder;
}

/* A compiler for another machine was not configured with the places of its headers, so they are given. */
static void addHeaders(char **Given, size_t &Count, const char *Folders) {
  static char Copy[16384];
  snprintf(Copy, sizeof Copy, "%s", Folders);
  Given[Count++] = const_cast<char *>("-nostdinc");
  for (char *Folder = strtok(Copy, ":"); Folder && Count < MostWords - 3; Folder = strtok(nullptr, ":")) {
    Given[Count++] = const_cast<char *>("-isystem");
    Given[Count++] = Folder;
  }
}

void compile(Request &Asked, Emit What, const Translation &Arguments, View Provoke, unsigned Slot) {
  Wanted = What;
  Words = &Arguments;
  Provoked = Provoke;
  CurrentSlot = Slot;
  useFiles(Asked);
  static char *Given[MostWords];
  size_t Count = 0;
  /* GCC's collector would take its limits from the computer's memory, and the features would follow. */
  for (const char *Word : {"cc1", "--param=ggc-min-expand=1000", "--param=ggc-min-heapsize=1000000"}) Given[Count++] = const_cast<char *>(Word);
  View Packed = Arguments.compiler();
  const char *Before = "", *Prefix = "/usr/lib/gcc/x86_64-linux-gnu/" CGFUZZ_TEXT(CGFUZZ_GCC_VERSION) "/";
  for (const char *At = Packed.Data, *End = At + Packed.Size; At < End && Count < MostWords - 3; At += strlen(At) + 1) {
    Given[Count++] = const_cast<char *>(!strcmp(Before, "-o") ? AssemblyName : At);
    if (!strcmp(Before, "-iprefix")) Prefix = At;
    Before = At;
  }
  const char *Own = getenv("CGFUZZ_COMPILER"), *Headers = getenv("CGFUZZ_HEADERS");
  if (Headers) addHeaders(Given, Count, Headers);
  else if (Own && !strcmp(Own, "cc1plus")) addHeadersOfMachine(Given, Count, Prefix);
  hearFaults();
  toplev Compiler(nullptr, false);
  finishCompile(Compiler.main(static_cast<int>(Count), Given));
}

} // namespace cgfuzz

/* Coverage begins here: the front end's work says little about the optimiser. */
extern "C" void __real__ZN12symbol_table25finalize_compilation_unitEv(symbol_table *);
extern "C" void __wrap__ZN12symbol_table25finalize_compilation_unitEv(symbol_table *Table) {
  initialize_rtl();
  cgfuzz_clear();
  cgfuzz_coverage_held = 0;
  cgfuzz::provokeIfAsked();
  __real__ZN12symbol_table25finalize_compilation_unitEv(Table);
}

/* GCC prints its stack at an internal error, by reading all line tables: the runtime's stack is cheaper. */
extern "C" void *__wrap_backtrace_create_state(const char *, int, void *, void *) { cgfuzz::finishCompile(ICE_EXIT_CODE); }

extern "C" void __real_exit(int Code) __attribute__((noreturn));
extern "C" void __wrap_exit(int Code) {
  if (cgfuzz::Words) cgfuzz::finishCompile(Code);
  __real_exit(Code);
}
