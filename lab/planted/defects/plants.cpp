// The options that choose planted defects and tell where they act; without them every one of them is off and unasked.
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

extern "C" int cgfuzz_plants_matter = 0;

using namespace llvm;

static const char *const Known[] = {
    "all",
#include "names.inc"
};

namespace {
struct PlantParser : cl::parser<std::string> {
  using cl::parser<std::string>::parser;
  bool parse(cl::Option &Option, StringRef, StringRef Word, std::string &Name) {
    if (!is_contained(Known, Word))
      return Option.error("there is no planted defect '" + Word + "'");
    Name = Word.str();
    cgfuzz_plants_matter = 1;
    return false;
  }
};
} // namespace

static cl::list<std::string, bool, PlantParser> Chosen("cgfuzz-plant", cl::Hidden, cl::CommaSeparated,
                                                       cl::desc("planted defects that are on, by name, or all"));
static cl::opt<std::string> Report("cgfuzz-plant-report", cl::Hidden, cl::value_desc("file"),
                                   cl::desc("names, once each, the planted defects that act, or would if they were on"),
                                   cl::callback([](const std::string &) { cgfuzz_plants_matter = 1; }));

static cl::opt<std::string> Fixed("cgfuzz-plant-fixed", cl::Hidden, cl::value_desc("file"),
                                  cl::desc("a file with names, one on a line, of planted defects that are off"));

// The file may change between two requests, and not during one.
static std::set<std::string> fixedNames() {
  std::set<std::string> Names;
  if (Fixed.empty())
    return Names;
  if (auto File = MemoryBuffer::getFile(Fixed)) {
    SmallVector<StringRef, 16> Lines;
    (*File)->getBuffer().split(Lines, '\n', -1, false);
    for (StringRef Line : Lines)
      Names.insert(Line.str());
  }
  return Names;
}

// Nobody reads the compile server's standard error, hence the file.
static void report(const char *Name) {
  static std::set<std::string> Told;
  if (!Told.insert(Name).second)
    return;
  std::error_code Failed;
  raw_fd_ostream(Report, Failed, sys::fs::OF_Append) << Name << '\n';
}

extern "C" bool cgfuzz_is_planted(const char *Name) {
  if (!Report.empty())
    report(Name);
  static const std::set<std::string> Off = fixedNames();
  if (Off.count(Name) > 0)
    return false;
  for (const std::string &Each : Chosen)
    if (Each == Name || Each == "all")
      return true;
  return false;
}
