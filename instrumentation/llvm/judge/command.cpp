// The judge as a command, for llvm-reduce and scripts: judges a file, or the result of an `opt` with passes.
//
//    judge FILE           prints the verdict; exit code 0 if nothing is wrong, 1 if something is
//    judge --opt OPT --passes P --expect KIND[:CAUSE] FILE
//                         exit code 0 if FILE is right, and wrong in this way after the passes
//    judge --after AFTER FILE
//                         compares the functions `f` of two modules
//    judge --functions    compares pairs of modules, as frames over pipes
//
// Exit code 2 means that the judge can say nothing. It judges each module in a process of its own, since a reducer's
// module may kill the interpreter. `--expect output` expects another output, or another exit code.
#include "functions.hpp"
#include "judge.hpp"
#include "../../pairs/pairs.hpp"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace cgfuzz {
namespace {

using pairs::writeAll;

enum { Right = 0, Wrong = 1, Unknown = 2 };
constexpr unsigned CpuSeconds = 10;

struct Words {
  std::string Opt, Passes, Expected, After, File;
  Asked How;
};

// The text that `Does` writes in a process of its own; undefined if the process dies.
template <typename Body> std::optional<std::string> inProcess(Body &&Does) {
  int Ends[2];
  if (pipe(Ends) != 0) return std::nullopt;
  pid_t Child = fork();
  if (Child == 0) {
    close(Ends[0]);
    rlimit Cpu{CpuSeconds, CpuSeconds}, NoCore{0, 0};
    setrlimit(RLIMIT_CPU, &Cpu);
    setrlimit(RLIMIT_CORE, &NoCore);
    int Quiet = open("/dev/null", O_RDWR);
    dup2(Quiet, 2);
    Does(Ends[1]);
    _exit(0);
  }
  close(Ends[1]);
  std::string Text = pairs::readUntilEnd(Ends[0]);
  int Status = 0;
  waitpid(Child, &Status, 0);
  return WIFEXITED(Status) && WEXITSTATUS(Status) == 0 ? std::optional(Text) : std::nullopt;
}

// The kind of an answer, and the parts that tell two answers of one kind apart.
struct Short {
  std::string Verdict, Kind, Cause, Does;
};

std::optional<Short> judgedApart(StringRef Bytes, const Asked &How) {
  auto Text = inProcess([&](int To) {
    Judged Answer = judge(Bytes, How);
    std::string Does = std::to_string(Answer.ExitCode) + "\n" + Answer.Printed;
    for (StringRef Each : {StringRef(Answer.Verdict), StringRef(Answer.Wrong.Kind), StringRef(Answer.Wrong.Cause), StringRef(Does)}) writeAll(To, (Each + Twine('\0')).str());
  });
  SmallVector<StringRef> Parts;
  if (!Text) return std::nullopt;
  StringRef(*Text).split(Parts, '\0', 3);
  if (Parts.size() < 4) return std::nullopt;
  return Short{Parts[0].str(), Parts[1].str(), Parts[2].str(), Parts[3].str()};
}

std::optional<std::string> afterPasses(const Words &Given) {
  return inProcess([&](int To) {
    dup2(To, 1);
    std::string Passes = "-passes=" + Given.Passes;
    execl(Given.Opt.c_str(), "opt", Passes.c_str(), "-o", "-", Given.File.c_str(), static_cast<char *>(nullptr));
    _exit(1);
  });
}

bool isExpected(StringRef Expected, const Short &Before, const Short &After) {
  if (Expected == "output") return After.Verdict == "ok" && After.Does != Before.Does;
  if (After.Verdict != "complaint") return false;
  auto [Kind, Cause] = Expected.split(':');
  return After.Kind == Kind && (Cause.empty() || After.Cause == Cause);
}

int checkPasses(const Words &Given, StringRef Bytes) {
  std::optional<Short> Before = judgedApart(Bytes, Given.How);
  if (!Before || Before->Verdict != "ok") return Wrong;
  std::optional<std::string> Optimised = afterPasses(Given);
  if (!Optimised) return Wrong;
  std::optional<Short> After = judgedApart(*Optimised, Given.How);
  if (!After || !isExpected(Given.Expected, *Before, *After)) return Wrong;
  // If the output depends on chance, a difference counts for nothing: both outputs must repeat with another seed.
  if (Given.Expected != "output") return Right;
  Asked Other = Given.How;
  Other.Seed++;
  std::optional<Short> Again = judgedApart(Bytes, Other), AfterAgain = judgedApart(*Optimised, Other);
  return Again && AfterAgain && Again->Does == Before->Does && AfterAgain->Does == After->Does ? Right : Wrong;
}

// Two modules, whose functions `f` are compared.
int compareFunctions(StringRef Before, StringRef After, uint32_t Seed) {
  auto X = MemoryBuffer::getFile(Before), Y = MemoryBuffer::getFile(After);
  if (!X || !Y) return Unknown;
  std::string Text = inProcess([&](int To) { writeAll(To, judgeFunction((*X)->getBuffer(), (*Y)->getBuffer(), Seed, 200)); }).value_or("S the judge died");
  outs() << Text << "\n";
  return StringRef(Text).starts_with("W") ? Wrong : StringRef(Text).starts_with("K") ? Right : Unknown;
}

int usage() {
  errs() << "usage: judge [--no-promises] [--seed N] [--steps N] [--opt OPT --passes P --expect KIND[:CAUSE]] FILE\n";
  return Unknown;
}

} // namespace

int runCommand(int Count, char **Given) {
  struct Words All;
  for (int At = 1; At < Count; At++) {
    StringRef Word = Given[At];
    auto Next = [&]() -> std::string { return At + 1 < Count ? Given[++At] : ""; };
    if (Word == "--no-promises") All.How.WatchesPromises = false;
    else if (Word == "--seed") All.How.Seed = strtoul(Next().c_str(), nullptr, 10);
    else if (Word == "--steps") All.How.MaxSteps = strtoul(Next().c_str(), nullptr, 10);
    else if (Word == "--opt") All.Opt = Next();
    else if (Word == "--passes") All.Passes = Next();
    else if (Word == "--after") All.After = Next();
    else if (Word == "--expect") All.Expected = Next();
    else if (Word.starts_with("-") && Word != "-") return usage();
    else All.File = Word.str();
  }
  if (All.File.empty()) return usage();
  if (!All.After.empty()) return compareFunctions(All.File, All.After, All.How.Seed);
  auto Read = MemoryBuffer::getFileOrSTDIN(All.File);
  if (!Read) {
    errs() << "cannot read " << All.File << "\n";
    return Unknown;
  }
  StringRef Bytes = (*Read)->getBuffer();
  if (!All.Expected.empty()) return checkPasses(All, Bytes);
  auto Text = inProcess([&](int To) { writeAll(To, asText(judge(Bytes, All.How))); });
  if (!Text) {
    outs() << "{\"verdict\":\"unsupported\",\"steps\":0,\"exitCode\":0,\"why\":\"the interpreter died\"}\n";
    return Unknown;
  }
  outs() << *Text;
  StringRef Head = StringRef(*Text).split('\n').first;
  if (Head.contains("\"verdict\":\"ok\"")) return Right;
  return Head.contains("\"verdict\":\"complaint\"") ? Wrong : Unknown;
}

} // namespace cgfuzz
