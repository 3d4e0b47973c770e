/*
 * Fresh draws: xoroshiro128+ in 32-bit halves. The engine seeds it, and has the same generator and the same ways to use
 * it (pure-rand, src/choice/engine/fresh.ts). So a test draws the same choices in both.
 */
#ifndef CGFUZZ_RANDOM_H
#define CGFUZZ_RANDOM_H

#include <stdint.h>

struct cgfuzz_rng {
  uint32_t s01, s00, s11, s10;
};

static inline void rng_start(struct cgfuzz_rng *rng, const uint32_t state[4]) {
  *rng = (struct cgfuzz_rng){state[0], state[1], state[2], state[3]};
}

static inline uint32_t rng_next(struct cgfuzz_rng *rng) {
  uint32_t s00 = rng->s00, s01 = rng->s01, s10 = rng->s10, s11 = rng->s11;
  uint32_t out = s00 + s10;
  uint32_t a0 = s10 ^ s00, a1 = s11 ^ s01;
  rng->s00 = s00 << 24 ^ s01 >> 8 ^ a0 ^ a0 << 16;
  rng->s01 = s01 << 24 ^ s00 >> 8 ^ a1 ^ (a1 << 16 | a0 >> 16);
  rng->s10 = a1 << 5 ^ a0 >> 27;
  rng->s11 = a0 << 5 ^ a1 >> 27;
  return out;
}

static inline double rng_unit(struct cgfuzz_rng *rng) { return rng_next(rng) / 4294967296.0; }

/* Below `count`, which is at most 2^32. */
static inline uint32_t rng_below(struct cgfuzz_rng *rng, uint64_t count) {
  if (count <= 65536) return (uint32_t)(((uint64_t)rng_next(rng) * count) >> 32);
  uint64_t allowed = (UINT64_C(4294967296) / count) * count;
  for (;;) {
    uint32_t value = rng_next(rng) + UINT32_C(2147483648);
    if (value < allowed) return (uint32_t)(value % count);
  }
}

/* At most `last`, which may be 2^64 - 1. For few values it draws as the function above does, in whatever form
 * the choice is recorded. */
static inline uint64_t rng_up_to(struct cgfuzz_rng *rng, uint64_t last) {
  if (last <= UINT32_MAX) return rng_below(rng, last + 1);
  int bits = last == 0 ? 1 : 64 - __builtin_clzll(last);
  uint64_t mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
  for (;;) {
    uint64_t high = rng_next(rng);
    uint64_t value = (high << 32 | rng_next(rng)) & mask;
    if (value <= last) return value;
  }
}

#endif
