// Talking to the process that runs code, and reading what the judge expects.
#include "machine.hpp"
#include <sys/wait.h>
#include <signal.h>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;

namespace seeds {
namespace {

struct Reader {
  StringRef Left;
  bool IsRight = true;
  template <typename Number> Number number() {
    Number Value{};
    if (Left.size() < sizeof Value) IsRight = false;
    else {
      memcpy(&Value, Left.data(), sizeof Value);
      Left = Left.drop_front(sizeof Value);
    }
    return Value;
  }
  std::string text() {
    uint32_t Size = number<uint32_t>();
    if (Size > Left.size()) IsRight = false;
    StringRef Text = Left.take_front(IsRight ? Size : 0);
    Left = Left.drop_front(Text.size());
    return Text.str();
  }
};

std::vector<std::string> wordsOf(StringRef Command) {
  SmallVector<StringRef> Parts;
  Command.split(Parts, ' ', -1, false);
  return {Parts.begin(), Parts.end()};
}

} // namespace

bool Expectation::read(StringRef Bytes) {
  if (!Bytes.consume_front("M")) return false;
  Reader From{Bytes};
  for (uint32_t Count = From.number<uint32_t>(); Count > 0 && From.IsRight; Count--) {
    std::string Name = From.text();
    Globals.push_back({Name, From.number<uint64_t>()});
  }
  for (uint32_t Count = From.number<uint32_t>(); Count > 0 && From.IsRight; Count--) {
    Awaited Run;
    for (std::string *Each : {&Run.Said, &Run.Arguments, &Run.Result, &Run.Mask}) *Each = From.text();
    for (uint32_t Objects = From.number<uint32_t>(); Objects > 0 && From.IsRight; Objects--) {
      Placed One;
      One.Name = From.text();
      One.Address = From.number<uint64_t>();
      for (std::string *Each : {&One.Before, &One.After, &One.Mask}) *Each = From.text();
      Run.Objects.push_back(std::move(One));
    }
    Runs.push_back(std::move(Run));
  }
  return From.IsRight;
}

bool Runner::start() {
  if (Process > 0) return true;
  int In[2], Out[2];
  if (pipe2(In, O_CLOEXEC) != 0 || pipe2(Out, O_CLOEXEC) != 0) return false;
  Process = fork();
  if (Process == 0) {
    dup2(In[0], 0);
    dup2(Out[1], 1);
    std::vector<std::string> Words = wordsOf(Command);
    std::vector<char *> Given;
    for (std::string &Each : Words) Given.push_back(Each.data());
    Given.push_back(nullptr);
    for (int Each : {SIGSEGV, SIGABRT, SIGILL, SIGFPE, SIGBUS, SIGPROF, SIGTRAP}) signal(Each, SIG_DFL);
    execvp(Given[0], Given.data());
    _exit(99);
  }
  close(In[0]);
  close(Out[1]);
  To = In[1];
  From = Out[0];
  HasCode = false;
  return true;
}

void Runner::stop() {
  if (Process <= 0) return;
  close(To);
  close(From);
  kill(Process, SIGKILL);
  waitpid(Process, nullptr, 0);
  Process = 0;
  HasCode = false;
}

uint64_t Runner::addressOf(StringRef Name) {
  if (Symbols.empty()) {
    Symbols["-"] = 0;
    FILE *Said = popen((Command + " --symbols").c_str(), "r");
    char Each[128];
    unsigned long Address;
    while (Said && fscanf(Said, "%127s %lu", Each, &Address) == 2) Symbols[Each] = Address;
    if (Said) pclose(Said);
  }
  auto Found = Symbols.find(Name.str());
  return Found == Symbols.end() ? 0 : Found->second;
}

// A process that is gone is seen when it does not answer.
bool Runner::give(StringRef Bytes) {
  while (!Bytes.empty()) {
    ssize_t Wrote = write(To, Bytes.data(), Bytes.size());
    if (Wrote <= 0) return false;
    Bytes = Bytes.drop_front(Wrote);
  }
  return true;
}

void Runner::load(const Code &Of) {
  Loaded = &Of;
  HasCode = false;
}

std::optional<std::vector<std::string>> Runner::run(const Awaited &How) {
  if (!start()) return std::nullopt;
  std::string Request;
  if (!HasCode) {
    Request += 'C';
    pairs::addText(Request, Loaded->Bytes);
    HasCode = true;
  }
  Request += 'R';
  pairs::addNumber(Request, Loaded->Entry);
  pairs::addNumber(Request, uint32_t(How.Arguments.size()));
  pairs::addNumber(Request, uint32_t(How.Result.size()));
  pairs::addNumber(Request, uint32_t(How.Objects.size()));
  Request += How.Arguments;
  for (const Placed &Each : How.Objects) {
    pairs::addNumber(Request, Each.Address);
    pairs::addText(Request, Each.Before);
  }
  pairs::addNumber(Request, uint32_t(How.Objects.size()));
  uint32_t Wanted = How.Result.size(), Size = 0;
  for (const Placed &Each : How.Objects) {
    pairs::addNumber(Request, Each.Address);
    pairs::addNumber(Request, uint32_t(Each.Before.size()));
    Wanted += Each.Before.size();
  }
  std::string Bytes(Wanted, 0);
  if (!give(Request) || !pairs::readAll(From, &Size, sizeof Size) || Size != Wanted || !pairs::readAll(From, Bytes.data(), Wanted)) {
    stop();
    return std::nullopt;
  }
  std::vector<std::string> All;
  size_t At = How.Result.size();
  All.push_back(Bytes.substr(0, At));
  for (const Placed &Each : How.Objects) {
    All.push_back(Bytes.substr(At, Each.Before.size()));
    At += Each.Before.size();
  }
  return All;
}

} // namespace seeds
