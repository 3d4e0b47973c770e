/* Objects of the kernel that several processes share, so that each counts once, by the most that any of them shows. */
#ifndef CGFUZZ_SEEN_H
#define CGFUZZ_SEEN_H

#include <stdint.h>
#include <string.h>

enum { SEEN_PLACES = 1 << 15, SEEN_TRIES = 32 };
static struct {
  uint64_t key, bytes;
} seen[SEEN_PLACES];

static void see_nothing(void) { memset(seen, 0, sizeof seen); }

/* Returns the bytes that the object adds. Without a free place the object counts again, and never too little. */
static uint64_t see(uint64_t key, uint64_t bytes) {
  uint64_t at = (key * 0x9e3779b97f4a7c15u) >> 49;
  for (int tries = 0; tries < SEEN_TRIES; tries++, at = (at + 1) % SEEN_PLACES) {
    if (seen[at].key != 0 && seen[at].key != key + 1) continue;
    uint64_t before = seen[at].bytes, now = bytes > before ? bytes : before;
    seen[at].key = key + 1;
    seen[at].bytes = now;
    return now - before;
  }
  return bytes;
}

#endif
