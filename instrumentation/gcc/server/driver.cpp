/*
 * Runs the driver of an installed gcc, in a child, once for each list of arguments, and keeps its answer in shared
 * memory.
 *
 * With -### the driver names its commands: the compiler, whose words the server uses, and the assembler. The driver
 * knows the places of headers, the program for each option, and the options that it refuses.
 */
#include "driver.h"
#include "../../coverage/cgfuzz-coverage.h"
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <initializer_list>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace cgfuzz {

const char AssemblyName[] = "cgfuzz-output.s";
const char ObjectName[] = "cgfuzz-output.o";

static constexpr size_t StoreBytes = 64 << 20, MostWords = 4096;
struct Store {
  uint64_t Used;
  uint32_t Count;
  uint64_t Offsets[16384];
};
static Store *Known;

void prepareTranslations() {
  Known = static_cast<Store *>(mmap(nullptr, StoreBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  if (Known == MAP_FAILED) _exit(96);
  Known->Used = sizeof(Store);
}

/* Keeps an answer; a full store forgets everything and begins anew. */
static void keep(uint64_t Key, bool Refused, View Compiler, View Assembler) {
  size_t Bytes = sizeof(Translation) + Compiler.Size + Assembler.Size;
  if (Known->Used + Bytes + 64 > StoreBytes || Known->Count == 16384) {
    Known->Used = sizeof(Store);
    Known->Count = 0;
  }
  auto *Entry = reinterpret_cast<Translation *>(reinterpret_cast<char *>(Known) + Known->Used);
  *Entry = {Key, Refused, static_cast<uint32_t>(Compiler.Size), static_cast<uint32_t>(Assembler.Size)};
  char *To = reinterpret_cast<char *>(Entry + 1);
  std::memcpy(To, Compiler.Data, Compiler.Size);
  if (Assembler.Size) std::memcpy(To + Compiler.Size, Assembler.Data, Assembler.Size);
  Known->Offsets[Known->Count++] = Known->Used;
  Known->Used = (Known->Used + Bytes + 63) & ~uint64_t(63);
}

/*
 * Splits a line of -### into words, each ended by a zero byte, without the program's name. Words in quotes have \
 * before " and \.
 */
static size_t splitLine(const char *Line, const char *End, char *To) {
  size_t Bytes = 0;
  bool IsFirst = true;
  while (Line < End) {
    while (Line < End && *Line == ' ') Line++;
    if (Line == End) break;
    char *Word = To + Bytes;
    size_t Size = 0;
    if (*Line == '"') {
      for (Line++; Line < End && *Line != '"'; Line++) {
        if (*Line == '\\' && Line + 1 < End) Line++;
        Word[Size++] = *Line;
      }
      Line++;
    } else
      for (; Line < End && *Line != ' '; Line++) Word[Size++] = *Line;
    Word[Size++] = 0;
    if (!IsFirst) Bytes += Size;
    IsFirst = false;
  }
  return Bytes;
}

/* Finds the line whose program has this name, with or without a path; the line begins with one blank. */
static bool findLine(const char *Text, const char *Program, const char *&From, const char *&To) {
  size_t Length = std::strlen(Program);
  for (const char *Line = Text; Line; Line = std::strchr(Line, '\n') ? std::strchr(Line, '\n') + 1 : nullptr) {
    if (*Line != ' ') continue;
    const char *End = std::strchr(Line, '\n');
    if (!End) End = Line + std::strlen(Line);
    const char *First = Line + 1, *Stop = First;
    while (Stop < End && *Stop != ' ') Stop++;
    if (Stop > First && Stop[-1] == '"') Stop--;
    const char *Name = Stop - Length;
    if (Name >= First && !std::memcmp(Name, Program, Length) && (Name == First || Name[-1] == '/')) {
      From = Line + 1;
      To = End;
      return true;
    }
  }
  return false;
}

struct Question {
  uint64_t Key;
  View Packed, MainName;
};

static void refuse(const Question &Asked, const char *Text) {
  keep(Asked.Key, true, {Text, std::strlen(Text)}, {});
  cgfuzz_finish(CGFUZZ_OK, 0);
}

static bool isOfDriver(const char *Line) {
  return std::strstr(Line, "error: ") || std::strstr(Line, "warning: ") || std::strstr(Line, "note: ") || std::strstr(Line, "did you mean");
}

/* The driver's complaints, without the rest of the -### output. */
static char *complaints(char *Text) {
  char *To = static_cast<char *>(std::calloc(1, std::strlen(Text) + 1)), *End = To;
  for (char *Line = std::strtok(Text, "\n"); Line; Line = std::strtok(nullptr, "\n"))
    if (*Line != ' ' && isOfDriver(Line)) End += std::sprintf(End, "%s\n", Line);
  return To;
}

static char *runDriver(const Question &Asked, int &Status) {
  const char *Program = std::getenv("CGFUZZ_GCC");
  if (!Program) return nullptr;
  char Name[512];
  std::snprintf(Name, sizeof Name, "%.*s", static_cast<int>(Asked.MainName.Size), Asked.MainName.Data);
  static char *Words[MostWords];
  size_t Count = 0;
  for (const char *Word : {Program, "-###", "-c", "-o", ObjectName}) Words[Count++] = const_cast<char *>(Word);
  for (const char *At = Asked.Packed.Data, *End = At + Asked.Packed.Size; At < End && Count < MostWords - 2; At += std::strlen(At) + 1)
    Words[Count++] = const_cast<char *>(At);
  Words[Count++] = Name;
  int Said = memfd_create("cgfuzz-driver", MFD_CLOEXEC), Folder = open("/", O_RDONLY | O_DIRECTORY);
  /* The driver checks that its input is there, and runs no program that reads it. */
  char Place[] = "/dev/shm/cgfuzz-driver-XXXXXX";
  if (!mkdtemp(Place) || chdir(Place)) return nullptr;
  int Input = open(Name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  posix_spawn_file_actions_adddup2(&Actions, Said, 1);
  posix_spawn_file_actions_adddup2(&Actions, Said, 2);
  pid_t Child = 0;
  int Failed = posix_spawn(&Child, Program, &Actions, nullptr, Words, environ);
  if (!Failed) waitpid(Child, &Status, 0);
  if (Input >= 0) unlink(Name);
  (void)!fchdir(Folder);
  rmdir(Place);
  if (Failed) return nullptr;
  size_t Size = static_cast<size_t>(lseek(Said, 0, SEEK_END));
  char *Text = static_cast<char *>(std::calloc(1, Size + 1));
  (void)!pread(Said, Text, Size, 0);
  return Text;
}

static void ask(void *Argument) {
  const Question &Asked = *static_cast<Question *>(Argument);
  int Status = 0;
  char *Text = runDriver(Asked, Status);
  if (!Text) refuse(Asked, "error: the driver of this gcc cannot be run\n");
  const char *From, *To;
  const char *Own = std::getenv("CGFUZZ_COMPILER"), *Cxx = "cc1plus", *C = "cc1";
  bool IsCxx = Own && !std::strcmp(Own, Cxx);
  if (findLine(Text, IsCxx ? C : Cxx, From, To)) refuse(Asked, IsCxx ? "error: this server compiles C++ only\n" : "error: this server compiles C only\n");
  if (!findLine(Text, IsCxx ? Cxx : C, From, To) || !WIFEXITED(Status) || WEXITSTATUS(Status)) {
    char *Said = complaints(Text);
    refuse(Asked, *Said ? Said : "error: these arguments do not compile one file\n");
  }
  size_t Room = std::strlen(Text) * 2 + 64;
  char *Compiler = static_cast<char *>(std::malloc(Room)), *Assembler = static_cast<char *>(std::malloc(Room));
  size_t CompilerBytes = splitLine(From, To, Compiler), AssemblerBytes = 0;
  if (findLine(Text, "as", From, To)) {
    /* The first word here is the program's own name, since the server runs the program. */
    char *Path = static_cast<char *>(std::malloc(Room));
    const char *Stop = From;
    while (Stop < To && *Stop != ' ') Stop++;
    bool Quoted = *From == '"';
    int Length = std::snprintf(Path, Room, "%.*s", static_cast<int>(Stop - From - (Quoted ? 2 : 0)), From + Quoted);
    std::memcpy(Assembler, Path, static_cast<size_t>(Length) + 1);
    AssemblerBytes = static_cast<size_t>(Length) + 1;
    AssemblerBytes += splitLine(From, To, Assembler + AssemblerBytes);
  }
  keep(Asked.Key, false, {Compiler, CompilerBytes}, {Assembler, AssemblerBytes});
  cgfuzz_finish(CGFUZZ_OK, 0);
}

static uint64_t hashOf(View Text, uint64_t Hash) {
  for (size_t I = 0; I < Text.Size; I++) Hash = (Hash ^ static_cast<uint8_t>(Text.Data[I])) * 0x100000001B3ull;
  return Hash ^ Hash >> 31;
}

const Translation *translate(View Packed, View MainName) {
  uint64_t Key = hashOf(MainName, hashOf(Packed, 0xCBF29CE484222325ull));
  for (int Try = 0; Try < 2; Try++) {
    for (uint32_t I = Known->Count; I-- > 0;) {
      auto *Entry = reinterpret_cast<Translation *>(reinterpret_cast<char *>(Known) + Known->Offsets[I]);
      if (Entry->Key == Key) return Entry;
    }
    if (Try) break;
    Question Asked{Key, Packed, MainName};
    cgfuzz_limits Limits{20000, 60000, 0};
    cgfuzz_supervise(cgfuzz_slot_at(CGFUZZ_MAX_SLOTS - 1), &Limits, ask, &Asked);
  }
  return nullptr;
}

} // namespace cgfuzz
