#include "peer.hpp"
#include "optimise.hpp"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace seeds {

bool readAll(int From, void *To, size_t Bytes) {
  for (char *At = static_cast<char *>(To); Bytes > 0;) {
    ssize_t Got = read(From, At, Bytes);
    if (Got < 0 && errno == EINTR) continue;
    if (Got <= 0) return false;
    At += Got;
    Bytes -= Got;
  }
  return true;
}

void writeAll(int To, StringRef Text) {
  while (!Text.empty()) {
    ssize_t Wrote = write(To, Text.data(), Text.size());
    if (Wrote < 0 && errno == EINTR) continue;
    if (Wrote <= 0) _exit(77);
    Text = Text.drop_front(Wrote);
  }
}

Peer::Peer(const std::vector<std::string> &Words) {
  int Ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, Ends) != 0) return;
  if (fork() == 0) {
    dup2(Ends[1], 0);
    dup2(Ends[1], 1);
    for (int Each = 3; Each < 64; Each++) close(Each);
    std::vector<char *> Given;
    for (const std::string &Each : Words) Given.push_back(const_cast<char *>(Each.c_str()));
    Given.push_back(nullptr);
    execv(Given[0], Given.data());
    _exit(99);
  }
  close(Ends[1]);
  Socket = Ends[0];
}

Peer::~Peer() { close(Socket); }

std::string Peer::ask(uint32_t First, uint32_t Second, StringRef One, StringRef Other) {
  uint32_t Head[] = {First, Second, uint32_t(One.size()), uint32_t(Other.size())}, Size;
  writeAll(Socket, StringRef(reinterpret_cast<const char *>(Head), sizeof Head));
  writeAll(Socket, One);
  writeAll(Socket, Other);
  if (!readAll(Socket, &Size, sizeof Size)) return "D";
  std::string Text(Size, 0);
  return readAll(Socket, Text.data(), Size) ? Text : "D";
}

namespace {

constexpr int SecondsOfModule = 5;

std::string optimised(uint32_t Cpu, StringRef How, StringRef Bitcode) {
  LLVMContext Context;
  Context.setDiagnosticHandlerCallBack([](const DiagnosticInfo *, void *) {}, nullptr);
  SMDiagnostic Error;
  auto M = parseIR(MemoryBufferRef(Bitcode, "seed"), Error, Context);
  if (!M || Cpu >= CpuCount) return "R";
  SmallVector<StringRef> Lines;
  How.split(Lines, '\n');
  std::vector<std::string> Options;
  for (size_t I = 1; I < Lines.size(); I++) Options.push_back(Lines[I].str());
  OptionsSet Set(Options);
  if (!optimiserFor(Cpu).run(*M, Lines[0].str())) return "R";
  return verifyModule(*M) ? "B" : "O" + bitcodeOf(*M);
}

void answerRequests(volatile int &IsBusy) {
  signal(SIGPROF, SIG_DFL);
  rlimit Memory{6ull << 30, 6ull << 30}, NoCore{0, 0};
  setrlimit(RLIMIT_DATA, &Memory);
  setrlimit(RLIMIT_CORE, &NoCore);
  for (unsigned Count = 0; Count < 5000; Count++) {
    uint32_t Head[4];
    if (!readAll(3, Head, sizeof Head)) _exit(0);
    IsBusy = 1;
    std::string How(Head[2], 0), Bitcode(Head[3], 0);
    if (!readAll(3, How.data(), How.size()) || !readAll(3, Bitcode.data(), Bitcode.size())) _exit(0);
    itimerval Timer{};
    Timer.it_value.tv_sec = SecondsOfModule;
    setitimer(ITIMER_PROF, &Timer, nullptr);
    std::string Text = optimised(Head[0], How, Bitcode);
    Timer.it_value.tv_sec = 0;
    setitimer(ITIMER_PROF, &Timer, nullptr);
    IsBusy = 0;
    uint32_t Size = Text.size();
    writeAll(4, StringRef(reinterpret_cast<const char *>(&Size), sizeof Size));
    writeAll(4, Text);
  }
  // A fresh process gets the memory back.
  _exit(42);
}

} // namespace

void serveOptimiser() {
  dup2(0, 3);
  dup2(1, 4);
  int Quiet = open("/dev/null", O_RDWR);
  for (int Each : {0, 1, 2}) dup2(Quiet, Each);
  auto *IsBusy = static_cast<volatile int *>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  for (;;) {
    *IsBusy = 0;
    pid_t Child = fork();
    if (Child == 0) answerRequests(*IsBusy);
    int Status;
    waitpid(Child, &Status, 0);
    if (WIFEXITED(Status) && WEXITSTATUS(Status) == 0) _exit(0);
    if (WIFEXITED(Status) && WEXITSTATUS(Status) == 42) continue;
    if (!*IsBusy) _exit(1);
    uint32_t Size = 1;
    writeAll(4, StringRef(reinterpret_cast<const char *>(&Size), sizeof Size));
    writeAll(4, "C");
  }
}

} // namespace seeds
