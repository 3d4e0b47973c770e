// The compile server: an optimising clang that answers requests on standard input, a fork for each compile.
#include "../../coverage/cgfuzz-coverage.h"
#include "compile.hpp"
#include "driver.hpp"
#include "preamble.hpp"
#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

void moveToHugePages();

using namespace cgfuzz;

namespace {
struct Together {
  Request *Asked;
  const Job *Jobs;
  unsigned Count;
  const cgfuzz_limits *Limits;
  const Preamble *Begin;
};

void runAlone(void *Argument) {
  auto &All = *static_cast<Together *>(Argument);
  compileAlone(*All.Asked, All.Jobs[0], All.Begin);
}
void runTogether(void *Argument) {
  auto &All = *static_cast<Together *>(Argument);
  compileTogether(*All.Asked, {All.Jobs, All.Count}, *All.Limits);
}

void say(cgfuzz_slot &Slot, uint8_t Outcome, llvm::StringRef Text) {
  Slot = cgfuzz_slot{};
  Slot.outcome = Outcome;
  if (void *To = cgfuzz_arena_take(Text.size(), &Slot.text_offset)) {
    std::memcpy(To, Text.data(), Text.size());
    Slot.text_bytes = static_cast<uint32_t>(Text.size());
  }
}

// The front end's child answers in the last slot. If it did not reach the end, its outcome counts for every
// configuration.
void runGroup(Together &All) {
  if (All.Count == 1) {
    All.Begin = preambleFor(*All.Asked, All.Jobs[0], *All.Limits);
    cgfuzz_supervise(cgfuzz_slot_at(All.Jobs[0].Slot), All.Limits, runAlone, &All);
    return;
  }
  for (unsigned I = 0; I < All.Count; I++) *cgfuzz_slot_at(All.Jobs[I].Slot) = cgfuzz_slot{};
  cgfuzz_slot &Parser = *cgfuzz_slot_at(CGFUZZ_MAX_SLOTS - 1);
  cgfuzz_limits Sum = *All.Limits;
  Sum.wall_ms *= All.Count + 1;
  cgfuzz_supervise(&Parser, &Sum, runTogether, &All);
  // The parser's process waited for the others, so its time includes theirs.
  uint32_t Own = Parser.cpu_us;
  for (unsigned I = 0; I < All.Count; I++) Own -= std::min(Own, cgfuzz_slot_at(All.Jobs[I].Slot)->cpu_us);
  for (unsigned I = 0; I < All.Count; I++) {
    cgfuzz_slot &Slot = *cgfuzz_slot_at(All.Jobs[I].Slot);
    if (Slot.outcome == CGFUZZ_UNSET) Slot = Parser;
    else Slot.shared_cpu_us = Own;
  }
}
} // namespace

extern "C" void cgfuzz_serve(const uint8_t *Payload, size_t Bytes, const cgfuzz_limits *Limits) {
  Request Asked(Payload, Bytes);
  static Job Jobs[CGFUZZ_MAX_SLOTS], Group[CGFUZZ_MAX_SLOTS];
  unsigned Count = Asked.ConfigurationCount < CGFUZZ_MAX_SLOTS ? Asked.ConfigurationCount : CGFUZZ_MAX_SLOTS - 1;
  llvm::StringRef MainName;
  Asked.forEachFile([&](uint32_t Index, const File &Each) {
    if (Index == Asked.MainIndex) MainName = Each.Name;
  });
  for (unsigned I = 0; I < Count; I++) {
    Configuration Wanted = Asked.configuration(I);
    Jobs[I] = {Wanted.What, translate(Wanted.Packed, MainName), I};
  }
  static bool Done[CGFUZZ_MAX_SLOTS];
  for (unsigned I = 0; I < Count; I++) Done[I] = false;
  for (unsigned I = 0; I < Count; I++) {
    if (Done[I]) continue;
    const Translation *Arguments = Jobs[I].Arguments;
    if (!Arguments || Arguments->Refused) {
      if (Arguments) say(*cgfuzz_slot_at(I), CGFUZZ_REJECTED, Arguments->text());
      else *cgfuzz_slot_at(I) = *cgfuzz_slot_at(CGFUZZ_MAX_SLOTS - 1);
      continue;
    }
    Together All{&Asked, Group, 0, Limits, nullptr};
    for (unsigned J = I; J < Count; J++) {
      if (J != I && (!Jobs[J].Arguments || !Arguments->FrontEndKey || Jobs[J].Arguments->FrontEndKey != Arguments->FrontEndKey)) continue;
      Group[All.Count++] = Jobs[J];
      Done[J] = true;
    }
    runGroup(All);
  }
  cgfuzz_set_slot_count(Count);
}

int main() {
  int In = fcntl(0, F_DUPFD_CLOEXEC, 100), Out = fcntl(1, F_DUPFD_CLOEXEC, 100), Quiet = open("/dev/null", O_RDWR);
  dup2(Quiet, 0);
  dup2(Quiet, 1);
  moveToHugePages();
  prepareTranslations();
  warmUp();
  cgfuzz_coverage_held = 1; // until a compile comes to its passes: backend-start.cpp
  cgfuzz_loop(In, Out);
}
