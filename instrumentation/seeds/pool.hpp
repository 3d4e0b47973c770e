// A pool of seeds: functions of a compiler's own tests, each a module with what the function needs.
#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace seeds {

// The passes and options of a RUN line.
struct RunLine {
  std::string Passes;
  std::vector<std::string> Options;
};

struct Seed {
  // Folder and file as the tests name them, and the function.
  llvm::StringRef Folder, File, Function;
  std::vector<RunLine> Runs;
  llvm::StringRef Text;
  uint32_t Hash = 0;
  std::string name() const { return (File + ":" + Function).str(); }
};

class Pool {
public:
  // False if the file is missing or no pool.
  bool read(const std::string &Path);
  const std::vector<Seed> &all() const { return Seeds; }
  // Draws a seed by its name: from the folder, if there is such a folder, or from all.
  const Seed &draw(llvm::StringRef Folder) const;
  const Seed &draw() const;

private:
  const Seed &drawOf(const std::vector<std::pair<uint32_t, unsigned>> &Sorted) const;

  std::unique_ptr<llvm::MemoryBuffer> Bytes;
  std::vector<Seed> Seeds;
  // By the hash of the name, in order.
  std::vector<std::pair<uint32_t, unsigned>> Sorted;
  std::map<std::string, std::vector<std::pair<uint32_t, unsigned>>> ByFolder;
  std::vector<std::string> Folders;
};

// Makes a pool of the tests in a folder, and prints a sentence.
int pack(const std::string &To, const std::vector<std::string> &Folders);

// The RUN lines of a test.
std::vector<RunLine> runLinesIn(llvm::StringRef Text);

} // namespace seeds
