// Programs that answer about two texts: the judge of functions, and the optimiser of seeds. A request is four numbers and
// two texts, whose lengths are the last two numbers; an answer is a length and a text.
//
// Invariant: a request that kills or hangs the process that answers gets an answer, too, and so does the next request.
#pragma once
#include <cerrno>
#include <climits>
#include <cstdint>
#include <malloc.h>
#include <signal.h>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pairs {

// The exit code of a process whose reader is gone.
constexpr int NobodyReads = 77;

inline bool readAll(int From, void *To, size_t Bytes) {
  for (char *At = static_cast<char *>(To); Bytes > 0;) {
    ssize_t Got = read(From, At, Bytes);
    if (Got < 0 && errno == EINTR) continue;
    if (Got <= 0) return false;
    At += Got;
    Bytes -= Got;
  }
  return true;
}

inline std::string readUntilEnd(int From) {
  std::string All;
  char Buffer[65536];
  for (ssize_t Got; (Got = read(From, Buffer, sizeof Buffer)) > 0 || (Got < 0 && errno == EINTR);)
    if (Got > 0) All.append(Buffer, Got);
  close(From);
  return All;
}

// Ends the process if nobody reads.
inline void writeAll(int To, std::string_view Text) {
  while (!Text.empty()) {
    ssize_t Wrote = write(To, Text.data(), Text.size());
    if (Wrote < 0 && errno == EINTR) continue;
    if (Wrote <= 0) _exit(NobodyReads);
    Text.remove_prefix(Wrote);
  }
}

template <typename Number> void addNumber(std::string &To, Number Value) { To.append(reinterpret_cast<const char *>(&Value), sizeof Value); }

inline void addText(std::string &To, std::string_view Of) {
  addNumber(To, uint32_t(Of.size()));
  To += Of;
}

inline void sendAnswer(int To, std::string_view Text) {
  std::string Frame;
  addText(Frame, Text);
  writeAll(To, Frame);
}

// A pair of modules needs as much memory as the pair before: giving it back costs a fifth of the time.
inline void keepMemory() {
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
}

inline void limitMemory(uint64_t Bytes) {
  rlimit Memory{Bytes, Bytes}, NoCore{0, 0};
  setrlimit(RLIMIT_DATA, &Memory);
  setrlimit(RLIMIT_CORE, &NoCore);
}

// CPU time after which this process gets SIGPROF; 0 turns it off.
inline void setAlarm(unsigned Milliseconds) {
  itimerval Timer{};
  Timer.it_value.tv_sec = Milliseconds / 1000;
  Timer.it_value.tv_usec = Milliseconds % 1000 * 1000;
  setitimer(ITIMER_PROF, &Timer, nullptr);
}

struct Limits {
  unsigned Milliseconds;
  uint64_t MemoryBytes;
  // A fresh process gets the memory back after so many requests.
  unsigned Requests = UINT_MAX;
};

// Serves until the other side closes. `Answer` gets both numbers and both texts; `Fallen` gets whether time was up.
template <typename Answer, typename Fallen> [[noreturn]] void serve(int In, int Out, const Limits &Most, Answer &&Says, Fallen &&Explains) {
  constexpr int WantsFreshProcess = 42;
  auto *IsBusy = static_cast<volatile int *>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  for (;;) {
    *IsBusy = 0;
    pid_t Child = fork();
    if (Child == 0) {
      signal(SIGPROF, SIG_DFL);
      limitMemory(Most.MemoryBytes);
      for (unsigned Count = 0; Count < Most.Requests; Count++) {
        uint32_t Head[4];
        if (!readAll(In, Head, sizeof Head)) _exit(0);
        std::string One(Head[2], 0), Other(Head[3], 0);
        if (!readAll(In, One.data(), One.size()) || !readAll(In, Other.data(), Other.size())) _exit(0);
        *IsBusy = 1;
        setAlarm(Most.Milliseconds);
        std::string Text = Says(Head[0], Head[1], One, Other);
        setAlarm(0);
        *IsBusy = 0;
        sendAnswer(Out, Text);
      }
      _exit(WantsFreshProcess);
    }
    int Status;
    waitpid(Child, &Status, 0);
    if (WIFEXITED(Status) && WEXITSTATUS(Status) == 0) _exit(0);
    if (WIFEXITED(Status) && WEXITSTATUS(Status) == WantsFreshProcess) continue;
    if (!*IsBusy) _exit(1);
    sendAnswer(Out, Explains(WIFSIGNALED(Status) && WTERMSIG(Status) == SIGPROF));
  }
}

} // namespace pairs
