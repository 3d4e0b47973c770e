// The loop over tests: workers make and judge them, and this process looks at each that fails once more, alone.
//
// Invariant: a crash of the compiler or of the judge ends a worker, and no more. Every process that is started here is
// waited for, so that the CPU time of all is counted.
#include "loop.hpp"
#include "pipeline.hpp"
#include "test.hpp"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>
#include <map>
#include <set>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;

namespace seeds {
namespace {

constexpr unsigned TestsOfFirst = 20, TestsOfWorker = 1500, TestsOfReview = 400, MostOthers = 300, LongestOther = 12, MillisecondsOfTest = 5000, MillisecondsAlone = 12000;
constexpr int Hung = 124;

double secondsOf(const rusage &Used) { return Used.ru_utime.tv_sec + Used.ru_stime.tv_sec + (Used.ru_utime.tv_usec + Used.ru_stime.tv_usec) / 1e6; }

double cpuSeconds() {
  rusage Own, Children;
  getrusage(RUSAGE_SELF, &Own);
  getrusage(RUSAGE_CHILDREN, &Children);
  return secondsOf(Own) + secondsOf(Children);
}

void onCrash(int Signal) { _exit(Signal == SIGPROF ? Hung : 128 + Signal); }

std::string errorFile() { return "/tmp/cgfuzz-seeds-" + std::to_string(getpid()) + ".err"; }

void becomeWorker(const std::string &Errors) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  static char Stack[65536];
  stack_t Alternative{Stack, 0, sizeof Stack};
  sigaltstack(&Alternative, nullptr);
  for (int Each : {SIGSEGV, SIGABRT, SIGILL, SIGFPE, SIGBUS, SIGPROF, SIGTRAP}) {
    struct sigaction Action {};
    Action.sa_handler = onCrash;
    Action.sa_flags = SA_ONSTACK | SA_NODEFER;
    sigaction(Each, &Action, nullptr);
  }
  pairs::limitMemory(MostMemory);
  int To = open(Errors.c_str(), O_CREAT | O_TRUNC | O_RDWR | O_APPEND, 0600);
  dup2(To, 2);
  close(To);
}

// The compiler's last words, and how it ended.
Answer endOf(int Status, const std::string &Errors) {
  int Code = WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
  if (Code == Hung) return {"hang", "the passes do not end"};
  if (Code == pairs::NobodyReads || Code == 99) return {"unjudged", "the judge is gone"};
  std::string Why;
  if (auto Read = MemoryBuffer::getFile(Errors)) {
    SmallVector<StringRef> Lines;
    (*Read)->getBuffer().split(Lines, '\n', -1, false);
    static const char *const Telling[] = {"Assertion", "LLVM ERROR", "UNREACHABLE", "fixpoint", "bad_alloc"};
    for (StringRef Line : Lines)
      if (Why.empty() && any_of(Telling, [&](StringRef Word) { return Line.contains(Word); })) Why = Line.take_front(220).str();
    if (Why.empty() && !Lines.empty()) Why = Lines.back().take_front(160).str();
  }
  return {"crash", Why.empty() ? "signal " + std::to_string(Code - 128) : Why};
}

json::Value clean(StringRef Text) { return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text); }

json::Object asJson(const Made &Of, const Answer &Says) {
  json::Object To{{"kind", Says.Kind}, {"why", clean(Says.Why)}, {"passes", clean(Of.Passes)}, {"cpu", Cpus[Of.Cpu]}, {"before", clean(Of.Text)}, {"after", clean(Says.After)}};
  To["options"] = json::Array(Of.Options);
  To["changes"] = json::Array(Of.Changes);
  if (Says.HasCosts) To["cost"] = Says.Cost, To["controlCost"] = Says.ControlCost;
  return To;
}

int endGroup(pid_t Of) {
  int Status;
  waitpid(Of, &Status, 0);
  kill(-Of, SIGKILL);
  for (int Other; waitpid(-1, &Other, 0) > 0;) {}
  return Status;
}

} // namespace

Loop::Loop(const Pool &From, const Settings &How) : From(From), How(How) {
  auto Begins = [](const std::vector<std::string> &Starts, const Seed &Of) {
    return any_of(Starts, [&](const std::string &Each) { return Of.name() == Each || Of.File == Each || Of.File.starts_with(Each + "/"); });
  };
  for (unsigned I = 0; I < From.all().size(); I++)
    if ((How.Only.empty() || Begins(How.Only, From.all()[I])) && !Begins(How.Without, From.all()[I])) Chosen.push_back(I);
  At = static_cast<volatile uint64_t *>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  ByFolder.clear();
  for (unsigned I : Chosen) ByFolder[From.all()[I].Folder.str()].push_back(I);
  for (auto &Each : ByFolder) Folders.push_back(Each.first);
  std::set<std::string> First(How.First.begin(), How.First.end());
  for (unsigned I : Chosen)
    if (First.contains(From.all()[I].name())) othersBeside(I).push_back({I, {}, 0});
}

std::vector<Recipe> &Loop::othersBeside(unsigned Seed) {
  StringRef Folder = From.all()[Seed].Folder;
  for (auto &Each : Others)
    if (From.all()[Each.front().Seed].Folder == Folder) return Each;
  return Others.emplace_back();
}

// A test whose result differs from the control's is near the change: its children are, too.
void Loop::keep(const Recipe &Of) {
  if (How.Control.empty() || How.Unmutated || Of.Changes.size() > LongestOther) return;
  std::vector<Recipe> &Beside = othersBeside(Of.Seed);
  if (Beside.size() < MostOthers) Beside.push_back(Of);
  else Beside[Of.Passes % MostOthers] = Of;
}

Recipe Loop::recipeOf(uint64_t Number) {
  Recipe Of;
  if (How.Unmutated) {
    Of.Seed = Chosen[Number % Chosen.size()];
    Of.Passes = Number / Chosen.size() * 7919 + Of.Seed;
    return Of;
  }
  cgfuzz_seed(How.Seed * 1000003 + Number);
  bool IsChild = !Others.empty() && chance(70);
  if (IsChild) Of = oneOf(oneOf(Others));
  else Of.Seed = chance(50) ? oneOf(Chosen) : oneOf(ByFolder[oneOf(Folders)]);
  unsigned Count = 1 + below(chance(50) ? 2 : IsChild ? 4 : 8);
  for (unsigned I = 0; I < Count; I++) Of.Changes.push_back(word());
  uint64_t Passes = word();
  if (!IsChild || Of.Passes == 0 || chance(50)) Of.Passes = Passes;
  return Of;
}

std::pair<Made, Answer> Loop::alone(const Recipe &Of) {
  int Ends[2];
  std::string Errors = errorFile();
  if (pipe(Ends) != 0) return {{}, {"unjudged", "no pipe"}};
  Made Again;
  pid_t Child = fork();
  if (Child == 0) {
    close(Ends[0]);
    becomeWorker(Errors);
    Examiner Looks(How);
    pairs::setAlarm(MillisecondsAlone);
    Made Test;
    bool IsMade = make(From, Of, How, Test);
    pairs::writeAll(Ends[1], "M");
    Answer Says = IsMade ? Looks.examine(Test, Of.Passes, true) : Answer{"invalid"};
    std::string Text;
    raw_string_ostream(Text) << json::Value(asJson(Test, Says));
    pairs::writeAll(Ends[1], Text);
    _exit(0);
  }
  close(Ends[1]);
  std::string Got = pairs::readUntilEnd(Ends[0]);
  int Status = endGroup(Child);
  // A crash before the passes is one of the mutator, and would end this process, too.
  if (!StringRef(Got).starts_with("M")) {
    unlink(Errors.c_str());
    return {{}, {"unjudged", "the change cannot be made"}};
  }
  Got.erase(0, 1);
  make(From, Of, How, Again);
  if (!WIFEXITED(Status) || WEXITSTATUS(Status) != 0) {
    Answer Ended = endOf(Status, Errors);
    unlink(Errors.c_str());
    return {Again, Ended};
  }
  unlink(Errors.c_str());
  auto Parsed = json::parse(Got);
  if (!Parsed) {
    consumeError(Parsed.takeError());
    return {Again, {"unjudged", "no answer"}};
  }
  const json::Object &All = *Parsed->getAsObject();
  auto Field = [&](StringRef Name) { return All.getString(Name).value_or("").str(); };
  return {Again, {Field("kind"), Field("why"), Field("after")}};
}

static bool isFault(const Answer &Says) { return Says.Kind == "wrong" || Says.Kind == "crash" || Says.Kind == "hang" || Says.Kind == "broken"; }

// A message without the numbers of nodes and registers.
static std::string withoutNumbers(StringRef Of) {
  std::string Text;
  for (char Each : Of)
    if (!isDigit(Each)) Text += Each;
  return Text;
}

void Loop::report(Recipe Of) {
  auto [Test, Says] = alone(Of);
  if (!isFault(Says)) {
    Unrepeated++;
    return;
  }
  if (!How.Control.empty() && Says.Kind != "wrong" && controlFails(Test)) {
    Known++;
    return;
  }
  std::string Name = From.all()[Of.Seed].name(), Key = Says.Kind == "wrong" ? Name : Says.Kind + withoutNumbers(Says.Why);
  // Without a message only the seed tells crashes apart.
  if (StringRef(Says.Why).starts_with("signal")) Key += Name;
  if (!Reported.insert(Key).second) {
    Repeated++;
    return;
  }
  // Fewest changes.
  for (size_t I = 0; I < Of.Changes.size();) {
    Recipe Less = Of;
    Less.Changes.erase(Less.Changes.begin() + I);
    auto [Smaller, Still] = alone(Less);
    if (Still.Kind == Says.Kind && (Says.Kind == "wrong" || Still.Why == Says.Why)) Of = Less, Test = Smaller, Says = Still;
    else I++;
  }
  json::Object To = asJson(Test, Says);
  To["type"] = "fault";
  // A line for llc is no pipeline.
  if (How.Runners.empty()) To["noLevelRuns"] = json::Array(passesOfNoLevel(Test.Passes));
  To["seed"] = clean(From.all()[Of.Seed].name());
  To["cpuSeconds"] = cpuSeconds();
  outs() << json::Value(std::move(To)) << "\n";
  outs().flush();
}

bool Loop::controlFails(const Made &Test) {
  Peer Asked(How.Control);
  std::string Lines = Test.Passes;
  for (const std::string &Each : Test.Options) Lines += "\n" + Each;
  return Asked.ask(Test.Cpu, 0, Lines, Test.Before)[0] != 'O';
}

void Loop::work(uint64_t First, uint64_t End, int To) {
  becomeWorker(errorFile());
  Examiner Looks(How);
  for (uint64_t Number = First; Number < End; Number++) {
    *At = Number;
    Recipe Of = recipeOf(Number);
    Made Test;
    pairs::setAlarm(MillisecondsOfTest);
    Answer Says = make(From, Of, How, Test) ? Looks.examine(Test, Of.Passes, false) : Answer{"invalid"};
    pairs::setAlarm(0);
    json::Object Line{{"number", int64_t(Number)}, {"kind", Says.Kind}, {"why", clean(StringRef(Says.Why).take_front(120))}};
    if (Says.HasCosts) Line["cost"] = Says.Cost, Line["controlCost"] = Says.ControlCost;
    std::string Text;
    raw_string_ostream(Text) << json::Value(std::move(Line)) << "\n";
    pairs::writeAll(To, Text);
    if (isFault(Says)) break;
  }
  noteCoverage();
  _exit(0);
}

// The reason without what belongs to one test.
static std::string reasonOf(StringRef Why) {
  if (Why.starts_with("undefined:")) return "undefined behaviour before the passes";
  if (size_t At = Why.find("@llvm."); At != StringRef::npos) return ("call of " + Why.substr(At + 1).split('(').first.take_until([](char Each) { return Each == ' '; })).str();
  if (size_t At = Why.find("call "); At != StringRef::npos) return "a call that is not known";
  return Why.split('%').first.take_front(60).trim().str();
}

void Loop::count(const Recipe &Of, const json::Object &Line) {
  StringRef Kind = *Line.getString("kind");
  Kinds[Kind.str()]++;
  PerFolder[From.all()[Of.Seed].Folder.str()][Kind.str()]++;
  if (Kind == "unjudged") Reasons[reasonOf(Line.getString("why").value_or(""))]++;
  auto Cost = Line.getInteger("cost"), Before = Line.getInteger("controlCost");
  if (!How.Unmutated || !Cost || !Before) return;
  json::Object To{{"type", "changed"}, {"seed", clean(From.all()[Of.Seed].name())}, {"cost", *Cost}, {"controlCost", *Before}};
  outs() << json::Value(std::move(To)) << "\n";
}

// The CPU time of the judge is known when its worker has ended. So a worker gets as many tests as fit into the time that
// is left, by the cost so far. The passes of a level and a judgement cost up to a hundred times one pass.
uint64_t Loop::mostOfWorker(double Used, uint64_t Tests) const {
  if (Tests == 0) return TestsOfFirst;
  double Fit = (How.CpuSeconds - Used) * Tests / std::max(Used, 0.01);
  return std::min<uint64_t>(How.Control.empty() ? TestsOfWorker : TestsOfReview, std::max(1.0, Fit));
}

void Loop::run() {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  signal(SIGPIPE, SIG_IGN);
  double Began = cpuSeconds();
  uint64_t Next = 0, End = How.Unmutated ? Chosen.size() * How.Rounds : UINT64_MAX;
  while (!Chosen.empty() && Next < End && cpuSeconds() - Began < How.CpuSeconds && Reported.size() < How.Faults) {
    int Ends[2];
    if (pipe(Ends) != 0) break;
    uint64_t Most = mostOfWorker(cpuSeconds() - Began, Next);
    pid_t Worker = fork();
    if (Worker == 0) {
      close(Ends[0]);
      work(Next, std::min<uint64_t>(End, Next + Most), Ends[1]);
    }
    close(Ends[1]);
    std::string Got = pairs::readUntilEnd(Ends[0]);
    int Status = endGroup(Worker);
    SmallVector<StringRef> Lines;
    StringRef(Got).split(Lines, '\n', -1, false);
    std::optional<Answer> Fault;
    std::vector<Recipe> Different;
    for (StringRef Line : Lines) {
      auto Parsed = json::parse(Line);
      if (!Parsed) {
        consumeError(Parsed.takeError());
        continue;
      }
      const json::Object &Object = *Parsed->getAsObject();
      uint64_t Number = *Object.getInteger("number");
      Recipe Of = recipeOf(Number);
      count(Of, Object);
      Next = Number + 1;
      Answer Says{Object.getString("kind")->str(), Object.getString("why").value_or("").str()};
      if (isFault(Says)) Fault = Says;
      if (is_contained({"kept", "unjudged", "unchanged"}, Says.Kind)) Different.push_back(std::move(Of));
    }
    if (!WIFEXITED(Status) || WEXITSTATUS(Status) != 0) {
      Next = *At + 1;
      Fault = endOf(Status, errorFileOf(Worker));
      Kinds[Fault->Kind]++;
      PerFolder[From.all()[recipeOf(*At).Seed].Folder.str()][Fault->Kind]++;
    }
    unlink(errorFileOf(Worker).c_str());
    if (Fault && isFault(*Fault)) report(recipeOf(Next - 1));
    for (const Recipe &Each : Different) keep(Each);
  }
  finish(cpuSeconds() - Began);
}

std::string Loop::errorFileOf(int Process) { return "/tmp/cgfuzz-seeds-" + std::to_string(Process) + ".err"; }

static json::Object counted(const std::map<std::string, uint64_t> &Of) {
  json::Object To;
  for (auto &[Name, Count] : Of) To[json::isUTF8(Name) ? Name : json::fixUTF8(Name)] = int64_t(Count);
  return To;
}

void Loop::finish(double Seconds) {
  json::Object Of{{"type", "done"}, {"cpuSeconds", Seconds}, {"seeds", int64_t(Chosen.size())}, {"unrepeated", int64_t(Unrepeated)}, {"known", int64_t(Known)}, {"repeated", int64_t(Repeated)}};
  Of["kinds"] = counted(Kinds);
  Of["reasons"] = counted(Reasons);
  json::Object All;
  for (auto &[Name, Counts] : PerFolder) All[Name] = counted(Counts);
  Of["folders"] = std::move(All);
  outs() << json::Value(std::move(Of)) << "\n";
  outs().flush();
  writeCoverage(How.Coverage);
}

} // namespace seeds
