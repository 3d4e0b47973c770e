#pragma once
#include "test.hpp"
#include "llvm/Support/JSON.h"
#include <map>
#include <set>

namespace seeds {

class Loop {
public:
  Loop(const Pool &From, const Settings &How);
  // Prints a line of JSON for each fault, and one at the end.
  void run();

private:
  Recipe recipeOf(uint64_t Number);
  std::vector<Recipe> &othersBeside(unsigned Seed);
  void keep(const Recipe &Of);
  [[noreturn]] void work(uint64_t First, uint64_t End, int To);
  std::pair<Made, Answer> alone(const Recipe &Of);
  uint64_t mostOfWorker(double Used, uint64_t Tests) const;
  void report(Recipe Of);
  bool controlFails(const Made &Test);
  void count(const Recipe &Of, const llvm::json::Object &Line);
  void finish(double Seconds);
  static std::string errorFileOf(int Process);

  const Pool &From;
  const Settings &How;
  std::vector<unsigned> Chosen;
  std::map<std::string, std::vector<unsigned>> ByFolder;
  std::vector<std::string> Folders;
  // Tests that the change under review compiles to something else, by folder: many changes in one folder leave room for
  // the others. They change between two workers only.
  std::vector<std::vector<Recipe>> Others;
  // The test that a worker has at hand.
  volatile uint64_t *At;
  std::map<std::string, uint64_t> Kinds, Reasons;
  std::map<std::string, std::map<std::string, uint64_t>> PerFolder;
  std::set<std::string> Reported;
  uint64_t Unrepeated = 0, Known = 0, Repeated = 0;
};

// Called before workers start.
void startCoverage();
// Adds the edges of instrumented objects that this process reached to the edges of all workers.
void noteCoverage();
// A line for each edge: its address, and 1 if it was reached. Nothing is written without a path.
void writeCoverage(const std::string &To);

// Asks of each seed whose result the change under review changes: does it still if the seed is varied?
void askVariants(const Pool &From, const Settings &How);

} // namespace seeds
