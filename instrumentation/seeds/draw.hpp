// Draws of the mutator. An engine of cgfuzz answers them if it runs this program; otherwise a seeded generator does.
#pragma once
#include "cgfuzz.hpp"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace seeds {

inline unsigned below(unsigned Count) { return Count < 2 ? 0 : cgfuzz_pick(Count); }
inline bool chance(unsigned Percent) { return cgfuzz_boolean(Percent / 100.0) != 0; }
inline uint64_t word() { return cgfuzz_word(64); }
template <typename List> auto &oneOf(List &All) { return All[below(All.size())]; }

inline uint32_t hashOf(llvm::StringRef Text, uint32_t Hash = 2166136261u) {
  for (char Each : Text) Hash = (Hash ^ uint8_t(Each)) * 16777619u;
  // The last characters of short names must reach the high bits.
  Hash ^= Hash >> 15;
  Hash *= 0x2c1b3c6du;
  return Hash ^ Hash >> 13;
}

// The index of the hash that comes next after a drawn word: another list leaves most choices valid.
template <typename List, typename Hash> size_t nearest(const List &All, Hash &&Of) {
  uint32_t Drawn = uint32_t(cgfuzz_word(32));
  size_t Best = 0;
  uint32_t Least = ~0u;
  for (size_t I = 0; I < All.size(); I++) {
    uint32_t Distance = Of(All[I]) - Drawn;
    if (I == 0 || Distance < Least) Least = Distance, Best = I;
  }
  return Best;
}

} // namespace seeds
