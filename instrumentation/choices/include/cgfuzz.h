/*
 * cgfuzz.h: draw random choices that cgfuzz can record, mutate and reduce. For generators in C, or in a language that
 * can call C.
 *
 *     cgfuzz_seed(argument);                  // counts only when no engine answers
 *     cgfuzz_open("statement");               // the draws from here belong together ...
 *     switch (cgfuzz_pick(3)) { ... }
 *     cgfuzz_close();                         // ... until here
 *
 * Without an engine this is a plain seeded generator: ship it as it is. With an engine every answer comes from there,
 * by way of the choice library, which cgfuzz preloads or the generator links. This file needs nothing but cgfuzz-abi.h.
 */
#ifndef CGFUZZ_H
#define CGFUZZ_H

#ifndef CGFUZZ_ABI_H
#define CGFUZZ_ABI_IS_WEAK
#endif
#include <string.h>

#include "cgfuzz-abi.h"

/* A library that is certainly linked has all of its functions, so this file does not ask whether they are there:
   compilers warn about such a question. */
#ifdef CGFUZZ_ABI_IS_WEAK
#define CGFUZZ_HAS(function) ((function) != NULL)
#else
#define CGFUZZ_HAS(function) 1
#endif
/* A draw is no scope of its own, even if functions are instrumented. */
#define CGFUZZ_PLAIN __attribute__((no_instrument_function))

/* One state for the whole program, although every file that includes this has its own copy of the definition. */
#ifdef __cplusplus
extern "C" {
#endif
__attribute__((weak)) uint64_t cgfuzz_state = 0x9e3779b97f4a7c15;
__attribute__((weak)) int cgfuzz_programs = 0;
#ifdef __cplusplus
}
#endif

/* True while an engine answers. */
CGFUZZ_PLAIN static inline int cgfuzz_is_attached(void) {
  return CGFUZZ_HAS(cgfuzz_abi_is_attached) && cgfuzz_abi_is_attached();
}

CGFUZZ_PLAIN static inline void cgfuzz_seed(uint64_t seed) { cgfuzz_state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1; }

/* splitmix64 */
CGFUZZ_PLAIN static inline uint64_t cgfuzz_next_word(void) {
  uint64_t mixed = cgfuzz_state += UINT64_C(0x9e3779b97f4a7c15);
  mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
  return mixed ^ mixed >> 31;
}

CGFUZZ_PLAIN static inline uint64_t cgfuzz_up_to(uint64_t last) {
  if (last == UINT64_MAX) return cgfuzz_next_word();
  uint64_t count = last + 1, allowed = UINT64_MAX - UINT64_MAX % count, word;
  do word = cgfuzz_next_word();
  while (word >= allowed);
  return word % count;
}

/* An index below `count`, which is at least 1. */
CGFUZZ_PLAIN static inline uint32_t cgfuzz_pick(uint32_t count) {
  if (count == 0) return 0;
  return cgfuzz_is_attached() ? cgfuzz_abi_pick(count) : (uint32_t)cgfuzz_up_to(count - 1);
}

/* Index of one of the weights, drawn as often as the weight says. A weight of 0 is never drawn. */
CGFUZZ_PLAIN static inline uint32_t cgfuzz_weighted(const double *weights, uint32_t count) {
  if (count == 0) return 0;
  if (cgfuzz_is_attached()) return cgfuzz_abi_weighted(weights, count);
  double total = 0;
  for (uint32_t i = 0; i < count; i++) total += weights[i];
  double left = (double)(cgfuzz_next_word() >> 11) / 9007199254740992.0 * total;
  uint32_t last = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (weights[i] <= 0) continue;
    if (left < weights[i]) return i;
    left -= weights[i];
    last = i;
  }
  return last;
}

/* A constant from min to max, both included. */
CGFUZZ_PLAIN static inline int64_t cgfuzz_integer(int64_t min, int64_t max) {
  if (max < min) return min;
  if (cgfuzz_is_attached()) return cgfuzz_abi_integer(min, max);
  return (int64_t)((uint64_t)min + cgfuzz_up_to((uint64_t)max - (uint64_t)min));
}

CGFUZZ_PLAIN static inline uint64_t cgfuzz_unsigned(uint64_t min, uint64_t max) {
  if (max < min) return min;
  return cgfuzz_is_attached() ? cgfuzz_abi_unsigned(min, max) : min + cgfuzz_up_to(max - min);
}

CGFUZZ_PLAIN static inline int cgfuzz_boolean(double probability) {
  if (cgfuzz_is_attached()) return cgfuzz_abi_boolean(probability);
  return (double)(cgfuzz_next_word() >> 11) / 9007199254740992.0 < probability;
}

/* Between 1 and 64 random bits. */
CGFUZZ_PLAIN static inline uint64_t cgfuzz_word(unsigned bits) {
  if (bits < 1 || bits > 64) return 0;
  return cgfuzz_is_attached() ? cgfuzz_abi_word(bits) : cgfuzz_next_word() >> (64 - bits);
}

CGFUZZ_PLAIN static inline void cgfuzz_open(const char *label) {
  if (cgfuzz_is_attached()) cgfuzz_abi_open(label, strlen(label));
}

CGFUZZ_PLAIN static inline void cgfuzz_close(void) {
  if (cgfuzz_is_attached()) cgfuzz_abi_close();
}

/*
 * Condition of `while (cgfuzz_next()) { make one program }`: true once without an engine, and as often as an engine
 * asks.
 */
CGFUZZ_PLAIN static inline int cgfuzz_next(void) {
  return CGFUZZ_HAS(cgfuzz_abi_next) ? cgfuzz_abi_next() : cgfuzz_programs++ == 0;
}

/* Arguments for the program at hand, or null; the first is the generator's own name. */
CGFUZZ_PLAIN static inline const char *cgfuzz_argument(unsigned index) {
  return CGFUZZ_HAS(cgfuzz_abi_argument) ? cgfuzz_abi_argument(index) : NULL;
}

#endif
