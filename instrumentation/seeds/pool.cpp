#include "pool.hpp"
#include "draw.hpp"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace llvm;

namespace seeds {

// A line of names and lengths, a line for each RUN line, and the text of the module with a zero, which LLVM's reader wants.
bool Pool::read(const std::string &Path) {
  auto Read = MemoryBuffer::getFile(Path, false, false);
  if (!Read) return false;
  Bytes = std::move(*Read);
  StringRef Left = Bytes->getBuffer();
  auto Line = [&] {
    auto [Head, Rest] = Left.split('\n');
    Left = Rest;
    return Head;
  };
  if (Line() != "cgfuzz seeds 1") return false;
  while (!Left.empty()) {
    SmallVector<StringRef> Parts;
    Line().split(Parts, '\t');
    unsigned Runs, Length;
    if (Parts.size() != 5 || Parts[3].getAsInteger(10, Runs) || Parts[4].getAsInteger(10, Length)) return false;
    Seed Now{Parts[0], Parts[1], Parts[2], {}, {}, 0};
    for (unsigned I = 0; I < Runs; I++) {
      SmallVector<StringRef> Words;
      Line().split(Words, '\t');
      RunLine Run{Words[0].str(), {}};
      for (size_t K = 1; K < Words.size(); K++) Run.Options.push_back(Words[K].str());
      Now.Runs.push_back(std::move(Run));
    }
    if (Length + 2 > Left.size()) return false;
    Now.Text = Left.take_front(Length);
    Left = Left.drop_front(Length + 2);
    Now.Hash = hashOf(Now.Function, hashOf(Now.File));
    unsigned At = Seeds.size();
    Sorted.push_back({Now.Hash, At});
    ByFolder[Now.Folder.str()].push_back({Now.Hash, At});
    Seeds.push_back(std::move(Now));
  }
  std::sort(Sorted.begin(), Sorted.end());
  for (auto &[Name, List] : ByFolder) {
    std::sort(List.begin(), List.end());
    Folders.push_back(Name);
  }
  return !Seeds.empty();
}

const Seed &Pool::drawOf(const std::vector<std::pair<uint32_t, unsigned>> &From) const {
  uint32_t Drawn = uint32_t(cgfuzz_word(32));
  auto Found = std::lower_bound(From.begin(), From.end(), std::pair<uint32_t, unsigned>(Drawn, 0));
  return Seeds[(Found == From.end() ? From.front() : *Found).second];
}

const Seed &Pool::draw(StringRef Folder) const {
  auto Found = ByFolder.find(Folder.str());
  return drawOf(Found == ByFolder.end() ? Sorted : Found->second);
}

const Seed &Pool::draw() const {
  if (chance(50)) return drawOf(Sorted);
  return draw(Folders[nearest(Folders, [](const std::string &Name) { return hashOf(Name); })]);
}

} // namespace seeds
