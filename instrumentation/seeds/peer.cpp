#include "peer.hpp"
#include "optimise.hpp"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace llvm;

namespace seeds {

using pairs::readAll, pairs::writeAll;

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

constexpr unsigned MillisecondsOfModule = 5000, RequestsOfProcess = 5000;

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

} // namespace

void serveOptimiser() {
  dup2(0, 3);
  dup2(1, 4);
  int Quiet = open("/dev/null", O_RDWR);
  for (int Each : {0, 1, 2}) dup2(Quiet, Each);
  auto Answer = [](uint32_t Cpu, uint32_t, StringRef How, StringRef Bitcode) { return optimised(Cpu, How, Bitcode); };
  pairs::serve(3, 4, {MillisecondsOfModule, MostMemory, RequestsOfProcess}, Answer, [](bool) { return "C"; });
}

} // namespace seeds
