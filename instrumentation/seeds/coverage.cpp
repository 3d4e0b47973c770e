// Edges that instrumented objects of LLVM reached. Without such objects there are none.
#include "loop.hpp"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <sys/mman.h>

namespace {

struct Region {
  uint8_t *From, *To;
};
std::vector<Region> &regions() {
  static std::vector<Region> All;
  return All;
}
struct Addresses {
  const uintptr_t *From, *To;
};
std::vector<Addresses> &addresses() {
  static std::vector<Addresses> All;
  return All;
}
uint8_t *Reached;

size_t edges() {
  size_t Count = 0;
  for (const Region &Each : regions()) Count += Each.To - Each.From;
  return Count;
}

} // namespace

extern "C" void __sanitizer_cov_8bit_counters_init(uint8_t *From, uint8_t *To) {
  for (const Region &Each : regions())
    if (Each.From == From) return;
  regions().push_back({From, To});
}
extern "C" void __sanitizer_cov_pcs_init(const uintptr_t *From, const uintptr_t *To) {
  for (const Addresses &Each : addresses())
    if (Each.From == From) return;
  addresses().push_back({From, To});
}

namespace seeds {

void startCoverage() {
  if (size_t Count = edges()) Reached = static_cast<uint8_t *>(mmap(nullptr, Count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
}

void noteCoverage() {
  size_t At = 0;
  for (const Region &Each : regions())
    for (uint8_t *Edge = Each.From; Edge < Each.To; Edge++, At++)
      if (*Edge && Reached) Reached[At] = 1;
}

void writeCoverage(const std::string &Path) {
  std::error_code Error;
  if (Path.empty() || !Reached) return;
  llvm::raw_fd_ostream To(Path, Error);
  size_t At = 0;
  for (const Addresses &Each : addresses())
    for (const uintptr_t *Edge = Each.From; Edge < Each.To; Edge += 2, At++) To << llvm::format_hex(Edge[0], 1) << ' ' << unsigned(Reached[At]) << '\n';
}

} // namespace seeds
