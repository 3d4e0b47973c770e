/* libc's random functions, answered by the engine. Each has the range of the original. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/random.h>

#include "hooks.h"
#include "scopes.h"
#include "sys.h"

#pragma GCC visibility push(default)

/* The engine's answer, or the real answer, which the engine may want to hear. */
#define ANSWER(what, bits, real) (cgfuzz_is_on ? hook_word(what, bits, HERE) : hook_heard(bits, (uint64_t)(real)))
/* The same for a real function that stores its answer: `heard` is that answer as a word. */
#define ANSWER_INTO(what, bits, to, from_word, heard, real)        \
  do {                                                             \
    if (cgfuzz_is_on) {                                            \
      uint64_t word = hook_word(what, bits, HERE);                 \
      *(to) = from_word;                                           \
      return 0;                                                    \
    }                                                              \
    int status = real;                                             \
    if (status == 0) hook_heard(bits, (uint64_t)(heard));          \
    return status;                                                 \
  } while (0)

static const double UNITS = 281474976710656.0;
static double unit48(uint64_t word) { return (double)word / UNITS; }

int rand(void) { return (int)ANSWER(SEEN_RAND, 31, REAL(rand)()); }

int rand_r(unsigned *seed) { return (int)ANSWER(SEEN_RAND_R, 31, REAL(rand_r)(seed)); }

long random(void) { return (long)ANSWER(SEEN_RANDOM, 31, REAL(random)()); }

int random_r(struct random_data *state, int32_t *result) {
  ANSWER_INTO(SEEN_RANDOM_R, 31, result, (int32_t)word, *result, REAL(random_r)(state, result));
}

double drand48(void) { return unit48(ANSWER(SEEN_RAND48, 48, REAL(drand48)() * UNITS)); }

double erand48(unsigned short state[3]) { return unit48(ANSWER(SEEN_RAND48, 48, REAL(erand48)(state) * UNITS)); }

long lrand48(void) { return (long)ANSWER(SEEN_RAND48, 31, REAL(lrand48)()); }

long nrand48(unsigned short state[3]) { return (long)ANSWER(SEEN_RAND48, 31, REAL(nrand48)(state)); }

long mrand48(void) { return (int32_t)ANSWER(SEEN_RAND48, 32, (uint32_t)REAL(mrand48)()); }

long jrand48(unsigned short state[3]) { return (int32_t)ANSWER(SEEN_RAND48, 32, (uint32_t)REAL(jrand48)(state)); }

int drand48_r(struct drand48_data *state, double *result) {
  ANSWER_INTO(SEEN_RAND48_R, 48, result, unit48(word), *result * UNITS, REAL(drand48_r)(state, result));
}

int erand48_r(unsigned short bits[3], struct drand48_data *state, double *result) {
  ANSWER_INTO(SEEN_RAND48_R, 48, result, unit48(word), *result * UNITS, REAL(erand48_r)(bits, state, result));
}

int lrand48_r(struct drand48_data *state, long *result) {
  ANSWER_INTO(SEEN_RAND48_R, 31, result, (long)word, *result, REAL(lrand48_r)(state, result));
}

int nrand48_r(unsigned short bits[3], struct drand48_data *state, long *result) {
  ANSWER_INTO(SEEN_RAND48_R, 31, result, (long)word, *result, REAL(nrand48_r)(bits, state, result));
}

int mrand48_r(struct drand48_data *state, long *result) {
  ANSWER_INTO(SEEN_RAND48_R, 32, result, (int32_t)word, (uint32_t)*result, REAL(mrand48_r)(state, result));
}

int jrand48_r(unsigned short bits[3], struct drand48_data *state, long *result) {
  ANSWER_INTO(SEEN_RAND48_R, 32, result, (int32_t)word, (uint32_t)*result, REAL(jrand48_r)(bits, state, result));
}

uint32_t arc4random(void) { return (uint32_t)ANSWER(SEEN_ARC4RANDOM, 32, REAL(arc4random)()); }

uint32_t arc4random_uniform(uint32_t bound) {
  /* The library records the real answer as a word, which replays as the same answer below. */
  if (!cgfuzz_is_on) return bound < 2 ? 0 : (uint32_t)hook_heard(32, REAL(arc4random_uniform)(bound));
  player_saw(SEEN_ARC4RANDOM);
  if (bound < 2) return 0;
  hook_lock();
  scopes_sync(HERE);
  uint32_t answer = (uint32_t)player_draw(KIND_PICK, 0, bound - 1, 0);
  hook_unlock();
  return answer;
}

void arc4random_buf(void *to, size_t bytes) {
  if (cgfuzz_is_on) {
    hook_bytes(SEEN_ARC4RANDOM, to, bytes, HERE);
  } else {
    REAL(arc4random_buf)(to, bytes);
    hook_heard_bytes(to, bytes);
  }
}

ssize_t getrandom(void *to, size_t bytes, unsigned flags) {
  if (!cgfuzz_is_on) {
    ssize_t got = REAL(getrandom)(to, bytes, flags);
    if (got > 0) hook_heard_bytes(to, (size_t)got);
    return got;
  }
  hook_bytes(SEEN_GETRANDOM, to, bytes, HERE);
  return (ssize_t)bytes;
}

int getentropy(void *to, size_t bytes) {
  if (!cgfuzz_is_on) {
    int status = REAL(getentropy)(to, bytes);
    if (status == 0) hook_heard_bytes(to, bytes);
    return status;
  }
  if (bytes > 256) {
    errno = EIO;
    return -1;
  }
  hook_bytes(SEEN_GETENTROPY, to, bytes, HERE);
  return 0;
}

/* Some programs call the kernel by number. */
long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a[6];
  for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
  va_end(list);
  if (number == SYS_getrandom && cgfuzz_is_on) {
    hook_bytes(SEEN_GETRANDOM, (void *)a[0], (size_t)a[1], HERE);
    return a[1];
  }
  long result = sys6(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (result < 0 && result > -4096) {
    errno = (int)-result;
    return -1;
  }
  if (number == SYS_getrandom && result > 0) hook_heard_bytes((void *)a[0], (size_t)result);
  return result;
}

/* std::random_device, by the names of its members in libstdc++; the members may use the processor's own instruction. */
#define DEVICE(name)                                                      \
  unsigned name(void *device);                                           \
  unsigned name(void *device) {                                          \
    if (cgfuzz_is_on) return (unsigned)hook_word(SEEN_RANDOM_DEVICE, 32, HERE); \
    /* The real function may call a hook above, which must not record its answer as well. */ \
    int is_listening = cgfuzz_is_listening;                              \
    cgfuzz_is_listening = 0;                                             \
    unsigned answer = REAL(name)(device);                                \
    cgfuzz_is_listening = is_listening;                                  \
    return (unsigned)hook_heard(32, answer);                             \
  }

DEVICE(_ZNSt13random_device9_M_getvalEv)
DEVICE(_ZNSt13random_device16_M_getval_pretr1Ev)
