// A test: a seed, the random seeds of its changes, and of its passes. Making it, optimising it, judging it.
#pragma once
#include "machine.hpp"
#include "mutator.hpp"
#include "optimise.hpp"
#include "peer.hpp"
#include "pool.hpp"
#include <memory>
#include <string>
#include <vector>

namespace seeds {

struct Recipe {
  unsigned Seed = 0;
  std::vector<uint64_t> Changes;
  uint64_t Passes = 0;
};

enum class PassesFrom { Mixed, RunLines, Levels };

struct Settings {
  std::string Pool, Judge, Self;
  // The program without the change under review.
  std::vector<std::string> Control;
  std::vector<std::string> Options;
  PassesFrom From = PassesFrom::Mixed;
  unsigned Runs = 8;
  double CpuSeconds = 60;
  // The loop ends after so many faults.
  uint64_t Faults = UINT64_MAX;
  uint64_t Seed = 1;
  bool Unmutated = false;
  // How often each seed is tried unmutated, with other passes.
  unsigned Rounds = 1;
  // Folders and files whose seeds are used; all if empty.
  std::vector<std::string> Only;
  std::vector<std::string> Without;
  // Names of seeds whose results the change under review alters: many tests begin with these.
  std::vector<std::string> First;
  std::string Coverage;
  // Machine code is judged, and not passes, if there is a runner.
  Commands Runners;
};

// A test that is made.
struct Made {
  std::string Passes;
  std::vector<std::string> Options;
  unsigned Cpu = 0;
  std::vector<std::string> Changes;
  // If machine code is judged.
  Way Machine;
  // Bitcode and text before the passes.
  std::string Before, Text;
};

struct Answer {
  // `kept`, `wrong`, `broken`, `unjudged`, `unchanged`, `equal` (to the control), `invalid` or `refused`.
  std::string Kind;
  std::string Why;
  std::string After;
  // Costs with and without the change under review.
  unsigned Cost = 0, ControlCost = 0;
  bool HasCosts = false;
};

// Draws by an engine or a generator: the seed's text after some changes. False if it is invalid.
bool makeByChoices(const Pool &From, std::string &Text, Made &To);
bool make(const Pool &From, const Recipe &Of, const Settings &How, Made &To);

class Examiner {
public:
  explicit Examiner(const Settings &How);
  Answer examine(const Made &Of, uint64_t JudgeSeed, bool NeedsText);
  // True if the module's result differs from the control's, and both texts.
  bool fires(const std::string &Bitcode, const Made &How, std::string &After, std::string &Control);

private:
  Answer examineMachine(const Made &Of, uint64_t JudgeSeed, bool NeedsText);

  const Settings &How;
  std::unique_ptr<Peer> Judge, Control;
  std::unique_ptr<Machine> Runs;
};

unsigned costOf(llvm::Module &M);

} // namespace seeds
