// Seeds: functions of LLVM's own tests, changed by choices.
//
//    seeds pack POOL FOLDER...   makes a pool of the tests in folders
//    seeds make POOL             prints a test, made by choices; cgfuzz answers them
//    seeds run --pool POOL ...   makes tests, optimises them in this process, and has them judged; prints lines of JSON
//    seeds variants ...          varies the seeds whose result a change under review changes
//    seeds optimise              the optimiser without the change, for another of these programs
#include "loop.hpp"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;
using namespace seeds;

// A server that is forked for each program reads the pool once, before `main`, when no argument is known but by the kernel.
static Pool *readEarly() {
  auto Line = MemoryBuffer::getFileAsStream("/proc/self/cmdline");
  if (!Line) return nullptr;
  SmallVector<StringRef> Words;
  (*Line)->getBuffer().split(Words, '\0');
  if (Words.size() < 3 || Words[1] != "make") return nullptr;
  auto *Read = new Pool;
  return Read->read(Words[2].str()) ? Read : nullptr;
}
static Pool *Early = readEarly();

static int refuse(const Twine &Why) {
  errs() << Why << "\n";
  return 2;
}

static int makeOne() {
  if (!Early) return refuse("there is no such pool of seeds");
  Optimiser::start({});
  Made Test;
  std::string Text;
  if (!makeByChoices(*Early, Text, Test)) return refuse("a seed cannot be read");
  outs() << "; passes " << Test.Passes << "\n";
  for (const std::string &Each : Test.Options) outs() << "; option " << Each << "\n";
  outs() << Text;
  return 0;
}

static bool readSettings(int Count, char **Words, Settings &To) {
  for (int I = 2; I < Count; I++) {
    StringRef Flag = Words[I];
    if (Flag == "--unmutated") {
      To.Unmutated = true;
      continue;
    }
    if (I + 1 >= Count) return false;
    std::string Value = Words[++I];
    if (Flag == "--pool") To.Pool = Value;
    else if (Flag == "--judge") To.Judge = Value;
    else if (Flag == "--control") To.Control.push_back(Value);
    else if (Flag == "--llvm") To.Options.push_back(Value);
    else if (Flag == "--passes") To.From = Value == "run" ? PassesFrom::RunLines : Value == "levels" ? PassesFrom::Levels : PassesFrom::Mixed;
    else if (Flag == "--machine") To.Runners.push_back({StringRef(Value).split('=').first.str(), StringRef(Value).split('=').second.str()});
    else if (Flag == "--runs") To.Runs = atoi(Value.c_str());
    else if (Flag == "--rounds") To.Rounds = atoi(Value.c_str());
    else if (Flag == "--cpu-seconds") To.CpuSeconds = atof(Value.c_str());
    else if (Flag == "--faults") To.Faults = strtoull(Value.c_str(), nullptr, 10);
    else if (Flag == "--seed") To.Seed = strtoull(Value.c_str(), nullptr, 10);
    else if (Flag == "--only") To.Only.push_back(Value);
    else if (Flag == "--without") To.Without.push_back(Value);
    else if (Flag == "--first") To.First.push_back(Value);
    else if (Flag == "--coverage") To.Coverage = Value;
    else return false;
  }
  return true;
}

int main(int Count, char **Words) {
  pairs::keepMemory();
  StringRef Does = Count > 1 ? Words[1] : "";
  if (Does == "make" && Count >= 3) return makeOne();
  if (Does == "optimise") {
    Optimiser::start({Words + 2, Words + Count});
    serveOptimiser();
  }
  if (Does == "pack" && Count > 3) {
    Optimiser::start({});
    return pack(Words[2], {Words + 3, Words + Count});
  }
  Settings How;
  if ((Does != "run" && Does != "variants") || !readSettings(Count, Words, How)) return refuse("usage: seeds pack|make|run|variants|optimise ...");
  if (!How.Control.empty()) How.Control.push_back("optimise");
  Pool From;
  if (!From.read(How.Pool)) return refuse("no pool of seeds: " + How.Pool);
  Optimiser::start(How.Options);
  startCoverage();
  if (Does == "variants") askVariants(From, How);
  else seeds::Loop(From, How).run();
  outs().flush();
  _exit(0);
}
