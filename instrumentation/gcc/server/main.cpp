/* The compile server of GCC: answers requests on standard input, a fork for each compile. */
#include "../../coverage/cgfuzz-coverage.h"
#include "compile.h"
#include "driver.h"
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

void moveToHugePages();

using namespace cgfuzz;

namespace {

constexpr char ProvokeOption[] = "-cgfuzz-provoke=";
constexpr size_t MostText = 48 * 1024;

/* Standard error of a child. */
int Said = -1;

struct Job {
  Request *Asked;
  Emit What;
  const Translation *Arguments;
  View Provoke;
  unsigned Slot;
};

void run(void *Argument) {
  auto &Each = *static_cast<Job *>(Argument);
  dup2(Said, 2);
  compile(*Each.Asked, Each.What, *Each.Arguments, Each.Provoke, Each.Slot);
}

void say(cgfuzz_slot &Slot, cgfuzz_outcome Outcome, View Text) {
  Slot = cgfuzz_slot{};
  Slot.outcome = Outcome;
  Slot.exit_code = 1;
  if (void *To = cgfuzz_arena_take(Text.Size, &Slot.text_offset)) {
    std::memcpy(To, Text.Data, Text.Size);
    Slot.text_bytes = static_cast<uint32_t>(Text.Size);
  }
}

bool holds(const char *Text, size_t Size, const char *What) { return memmem(Text, Size, What, std::strlen(What)) != nullptr; }

/* Takes GCC's text into the answer; of a long text, the first and the last part. */
void takeWhatWasSaid(cgfuzz_slot &Slot) {
  off_t Size = lseek(Said, 0, SEEK_END);
  if (Size <= 0) return;
  size_t Whole = static_cast<size_t>(Size), First = Whole <= MostText ? Whole : MostText / 2, Last = Whole <= MostText ? 0 : MostText / 2;
  char *To = static_cast<char *>(cgfuzz_arena_take(Slot.text_bytes + First + Last, &Slot.text_offset));
  if (!To) return;
  ssize_t Got = pread(Said, To, First, 0);
  if (Last) Got += pread(Said, To + First, Last, Size - static_cast<off_t>(Last));
  Slot.text_bytes = static_cast<uint32_t>(Got > 0 ? Got : 0);
  if (Slot.outcome == CGFUZZ_REJECTED && (holds(To, Slot.text_bytes, "out of memory allocating") || holds(To, Slot.text_bytes, "memory exhausted")))
    Slot.outcome = CGFUZZ_OUT_OF_MEMORY;
  /* After an earlier error, a compiler without self-checks reports an internal error in these words. */
  if (Slot.outcome == CGFUZZ_ASSERTION && holds(To, Slot.text_bytes, "confused by earlier errors")) Slot.outcome = CGFUZZ_REJECTED;
}

/*
 * Arguments without the server's own option, which the driver does not know. The buffer is valid until the next
 * request.
 */
View withoutProvoke(View Packed, View &Provoke) {
  static char Room[1 << 16];
  size_t Used = 0;
  for (const char *At = Packed.Data, *End = At + Packed.Size; At < End;) {
    size_t Bytes = std::strlen(At) + 1;
    if (!std::strncmp(At, ProvokeOption, sizeof ProvokeOption - 1)) Provoke = {At + sizeof ProvokeOption - 1, Bytes - sizeof ProvokeOption};
    else if (Used + Bytes <= sizeof Room) {
      std::memcpy(Room + Used, At, Bytes);
      Used += Bytes;
    }
    At += Bytes;
  }
  return {Room, Used};
}

void serveOne(Request &Asked, unsigned Index, const cgfuzz_limits *Limits) {
  cgfuzz_slot &Slot = *cgfuzz_slot_at(Index);
  Configuration Wanted = Asked.configuration(Index);
  if (Wanted.What == Emit::IrBefore || Wanted.What == Emit::IrAfter) {
    static constexpr char Refusal[] = "error: gcc emits no intermediate code\n";
    say(Slot, CGFUZZ_REJECTED, {Refusal, sizeof Refusal - 1});
    return;
  }
  View Provoke{"", 0};
  View Packed = withoutProvoke(Wanted.Packed, Provoke);
  const Translation *Arguments = translate(Packed, Asked.file(Asked.MainIndex).Name);
  if (!Arguments) {
    Slot = *cgfuzz_slot_at(CGFUZZ_MAX_SLOTS - 1);
    return;
  }
  if (Arguments->Refused) {
    say(Slot, CGFUZZ_REJECTED, Arguments->compiler());
    return;
  }
  (void)!ftruncate(Said, 0);
  lseek(Said, 0, SEEK_SET);
  Job Each{&Asked, Wanted.What, Arguments, Provoke, Index};
  cgfuzz_supervise(&Slot, Limits, run, &Each);
  takeWhatWasSaid(Slot);
}

} // namespace

extern "C" void cgfuzz_serve(const uint8_t *Payload, size_t Bytes, const cgfuzz_limits *Limits) {
  Request Asked(Payload, Bytes);
  unsigned Count = Asked.ConfigurationCount < CGFUZZ_MAX_SLOTS ? Asked.ConfigurationCount : CGFUZZ_MAX_SLOTS - 1;
  for (unsigned I = 0; I < Count; I++) serveOne(Asked, I, Limits);
  cgfuzz_set_slot_count(Count);
}

int main() {
  int In = fcntl(0, F_DUPFD_CLOEXEC, 100), Out = fcntl(1, F_DUPFD_CLOEXEC, 100), Quiet = open("/dev/null", O_RDWR);
  dup2(Quiet, 0);
  dup2(Quiet, 1);
  Said = memfd_create("cgfuzz-said", MFD_CLOEXEC);
  moveToHugePages();
  prepareTranslations();
  cgfuzz_coverage_held = 1; /* until a compile comes to its passes: compile.cpp */
  cgfuzz_loop(In, Out);
}
