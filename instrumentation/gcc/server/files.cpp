/*
 * Files of a compile: the request's files lie in memory, and output does not reach the disk.
 *
 * GCC opens sources with open and writes with fopen: the linker wraps both. Names of files on the disk are whole paths;
 * names of a request's files are relative.
 */
#include "files.h"
#include "driver.h"
#include <cstdarg>
#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

extern "C" int __real_open(const char *Name, int Flags, ...);
extern "C" FILE *__real_fopen(const char *Name, const char *Mode);

namespace cgfuzz {

static Request *Current;
static int Assembly = -1;

void useFiles(Request &Asked) { Current = &Asked; }
int assemblyDescriptor() { return Assembly; }

const char *nameOfDescriptor(int Descriptor, char (&Room)[32]) {
  std::snprintf(Room, sizeof Room, "/proc/self/fd/%d", Descriptor);
  return Room;
}

static const char *withoutDots(const char *Name) {
  while (Name[0] == '.' && Name[1] == '/')
    for (Name += 2; *Name == '/';) Name++;
  return Name;
}

static int memoryFile(const char *Name) { return memfd_create(Name, MFD_CLOEXEC); }

/* -1 if the request has no such file. */
static int openOfRequest(const char *Name) {
  Name = withoutDots(Name);
  for (uint32_t I = 0; Current && I < Current->FileCount; I++) {
    RequestFile Each = Current->file(I);
    if (Each.OnDisk || !Each.Name.is(Name)) continue;
    int Descriptor = memoryFile("cgfuzz-source");
    if (Descriptor < 0) return -1;
    for (size_t Done = 0; Done < Each.Bytes.Size;) {
      ssize_t Put = write(Descriptor, Each.Bytes.Data + Done, Each.Bytes.Size - Done);
      if (Put <= 0) break;
      Done += static_cast<size_t>(Put);
    }
    lseek(Descriptor, 0, SEEK_SET);
    return Descriptor;
  }
  return -1;
}

static bool isSpecial(const char *Name) { return !std::strncmp(Name, "/dev/", 5) || !std::strncmp(Name, "/proc/", 6); }

static int openToWrite(const char *Name) {
  int Descriptor = memoryFile("cgfuzz-written");
  /* Keeps a copy, since GCC closes its own descriptor. */
  if (!std::strcmp(Name, AssemblyName)) Assembly = fcntl(Descriptor, F_DUPFD_CLOEXEC, 0);
  return Descriptor;
}

} // namespace cgfuzz

extern "C" int __wrap_open(const char *Name, int Flags, ...) {
  using namespace cgfuzz;
  va_list Rest;
  va_start(Rest, Flags);
  mode_t Mode = Flags & O_CREAT ? va_arg(Rest, mode_t) : 0;
  va_end(Rest);
  if (Current && !isSpecial(Name)) {
    if ((Flags & O_ACCMODE) != O_RDONLY) return openToWrite(Name);
    if (int Descriptor = openOfRequest(Name); Descriptor >= 0) return Descriptor;
  }
  return __real_open(Name, Flags, Mode);
}

extern "C" FILE *__wrap_fopen(const char *Name, const char *Mode) {
  using namespace cgfuzz;
  if (!Current || isSpecial(Name)) return __real_fopen(Name, Mode);
  if (*Mode == 'r') {
    int Descriptor = openOfRequest(Name);
    return Descriptor < 0 ? __real_fopen(Name, Mode) : fdopen(Descriptor, Mode);
  }
  int Descriptor = openToWrite(Name);
  return Descriptor < 0 ? nullptr : fdopen(Descriptor, "w+");
}
