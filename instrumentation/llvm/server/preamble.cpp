#include "preamble.hpp"
#include "../../coverage/cgfuzz-coverage.h"
#include "compatibility.hpp"
#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;

namespace cgfuzz {

// More than any generator needs, but few: a generator whose programs all begin differently gains nothing and costs
// little.
static constexpr unsigned MaxKnown = 64;
static Preamble Known[MaxKnown];
static unsigned KnownCount;

// The end of space and comments; npos if a comment does not end.
static size_t skipSpace(StringRef Source, size_t At) {
  for (;;) {
    At = Source.find_first_not_of(" \t\r\n", At);
    if (At == StringRef::npos) return Source.size();
    StringRef Rest = Source.substr(At);
    if (Rest.starts_with("//")) At = Source.find('\n', At);
    else if (Rest.starts_with("/*")) {
      size_t End = Source.find("*/", At + 2);
      At = End == StringRef::npos ? End : End + 2;
    } else return At;
    if (At == StringRef::npos) return At;
  }
}

// True for a directive that ends with its line.
static bool isSimpleDirective(StringRef Line) {
  if (!Line.consume_front("#")) return false;
  Line = Line.ltrim(" \t");
  bool Known = Line.starts_with("include ") || Line.starts_with("define ") || Line.starts_with("undef ");
  return Known && Line.find("/*") == StringRef::npos && !Line.rtrim().ends_with("\\");
}

size_t eachLeadingDirective(StringRef Source, function_ref<void(StringRef)> Do) {
  size_t Length = 0;
  for (size_t At = skipSpace(Source, 0); At < Source.size(); At = skipSpace(Source, At)) {
    size_t End = Source.find('\n', At);
    if (End == StringRef::npos) break;
    StringRef Line = Source.slice(At, End);
    if (!isSimpleDirective(Line)) break;
    Do(Line);
    Length = At = End + 1;
  }
  return Length;
}

static const Preamble *find(uint64_t Key) {
  for (unsigned I = KnownCount; I-- > 0;)
    if (Known[I].Key == Key) return &Known[I];
  return nullptr;
}

struct Making {
  Request *Asked;
  const Job *Only;
  const char *Path;
};

static void make(void *Argument) {
  auto &[Asked, Only, Path] = *static_cast<Making *>(Argument);
  precompile(*Asked, *Only, Path);
}

// The descriptor of the precompiled directives, or -1.
static int precompiled(Request &Asked, const Job &Only, const cgfuzz_limits &Limits) {
  int Low = memfd_create("cgfuzz-preamble", MFD_CLOEXEC);
  // Always three digits, so that each path takes the same memory.
  int Descriptor = Low < 0 ? -1 : fcntl(Low, F_DUPFD_CLOEXEC, 200);
  if (Low >= 0) close(Low);
  if (Descriptor < 0) return -1;
  char Path[64];
  std::snprintf(Path, sizeof Path, "/proc/self/fd/%d", Descriptor);
  Making Wish{&Asked, &Only, Path};
  cgfuzz_slot *Slot = cgfuzz_slot_at(CGFUZZ_MAX_SLOTS - 1);
  cgfuzz_supervise(Slot, &Limits, make, &Wish);
  if (Slot->outcome == CGFUZZ_OK) return Descriptor;
  close(Descriptor);
  return -1;
}

const Preamble *preambleFor(Request &Asked, const Job &Only, const cgfuzz_limits &Limits) {
  // Directives may include the request's other files, which differ the next time.
  if (Asked.FileCount != 1 || !Only.Arguments->FrontEndKey) return nullptr;
  uint64_t Key = Only.Arguments->FrontEndKey;
  size_t Length = 0;
  Asked.forEachFile([&](uint32_t, const File &Main) {
    Length = eachLeadingDirective(Main.Bytes, [&](StringRef Line) { Key = (Key ^ hashOfText(Line)) * 0x9e3779b97f4a7c15; });
  });
  if (!Length) return nullptr;
  const Preamble *Found = find(Key);
  if (!Found) {
    if (KnownCount == MaxKnown) return nullptr;
    int Descriptor = precompiled(Asked, Only, Limits);
    Known[KnownCount] = {Key, Descriptor};
    Found = &Known[KnownCount++];
  }
  return Found->Descriptor >= 0 ? Found : nullptr;
}

} // namespace cgfuzz
