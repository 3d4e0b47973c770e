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

static double unit48(uint64_t word) { return (double)word / 281474976710656.0; }

int rand(void) { return cgfuzz_is_on ? (int)hook_word(SEEN_RAND, 31, HERE) : REAL(rand)(); }

int rand_r(unsigned *seed) { return cgfuzz_is_on ? (int)hook_word(SEEN_RAND_R, 31, HERE) : REAL(rand_r)(seed); }

long random(void) { return cgfuzz_is_on ? (long)hook_word(SEEN_RANDOM, 31, HERE) : REAL(random)(); }

int random_r(struct random_data *state, int32_t *result) {
  if (!cgfuzz_is_on) return REAL(random_r)(state, result);
  *result = (int32_t)hook_word(SEEN_RANDOM_R, 31, HERE);
  return 0;
}

double drand48(void) { return cgfuzz_is_on ? unit48(hook_word(SEEN_RAND48, 48, HERE)) : REAL(drand48)(); }

double erand48(unsigned short state[3]) {
  return cgfuzz_is_on ? unit48(hook_word(SEEN_RAND48, 48, HERE)) : REAL(erand48)(state);
}

long lrand48(void) { return cgfuzz_is_on ? (long)hook_word(SEEN_RAND48, 31, HERE) : REAL(lrand48)(); }

long nrand48(unsigned short state[3]) {
  return cgfuzz_is_on ? (long)hook_word(SEEN_RAND48, 31, HERE) : REAL(nrand48)(state);
}

long mrand48(void) { return cgfuzz_is_on ? (int32_t)hook_word(SEEN_RAND48, 32, HERE) : REAL(mrand48)(); }

long jrand48(unsigned short state[3]) {
  return cgfuzz_is_on ? (int32_t)hook_word(SEEN_RAND48, 32, HERE) : REAL(jrand48)(state);
}

int drand48_r(struct drand48_data *state, double *result) {
  if (!cgfuzz_is_on) return REAL(drand48_r)(state, result);
  *result = unit48(hook_word(SEEN_RAND48_R, 48, HERE));
  return 0;
}

int erand48_r(unsigned short bits[3], struct drand48_data *state, double *result) {
  if (!cgfuzz_is_on) return REAL(erand48_r)(bits, state, result);
  *result = unit48(hook_word(SEEN_RAND48_R, 48, HERE));
  return 0;
}

int lrand48_r(struct drand48_data *state, long *result) {
  if (!cgfuzz_is_on) return REAL(lrand48_r)(state, result);
  *result = (long)hook_word(SEEN_RAND48_R, 31, HERE);
  return 0;
}

int nrand48_r(unsigned short bits[3], struct drand48_data *state, long *result) {
  if (!cgfuzz_is_on) return REAL(nrand48_r)(bits, state, result);
  *result = (long)hook_word(SEEN_RAND48_R, 31, HERE);
  return 0;
}

int mrand48_r(struct drand48_data *state, long *result) {
  if (!cgfuzz_is_on) return REAL(mrand48_r)(state, result);
  *result = (int32_t)hook_word(SEEN_RAND48_R, 32, HERE);
  return 0;
}

int jrand48_r(unsigned short bits[3], struct drand48_data *state, long *result) {
  if (!cgfuzz_is_on) return REAL(jrand48_r)(bits, state, result);
  *result = (int32_t)hook_word(SEEN_RAND48_R, 32, HERE);
  return 0;
}

uint32_t arc4random(void) {
  return cgfuzz_is_on ? (uint32_t)hook_word(SEEN_ARC4RANDOM, 32, HERE) : REAL(arc4random)();
}

uint32_t arc4random_uniform(uint32_t bound) {
  if (!cgfuzz_is_on) return REAL(arc4random_uniform)(bound);
  player_saw(SEEN_ARC4RANDOM);
  if (bound < 2) return 0;
  hook_lock();
  scopes_sync(HERE);
  uint32_t answer = (uint32_t)player_draw(KIND_PICK, 0, bound - 1, 0);
  hook_unlock();
  return answer;
}

void arc4random_buf(void *to, size_t bytes) {
  if (cgfuzz_is_on)
    hook_bytes(SEEN_ARC4RANDOM, to, bytes, HERE);
  else
    REAL(arc4random_buf)(to, bytes);
}

ssize_t getrandom(void *to, size_t bytes, unsigned flags) {
  if (!cgfuzz_is_on) return REAL(getrandom)(to, bytes, flags);
  hook_bytes(SEEN_GETRANDOM, to, bytes, HERE);
  return (ssize_t)bytes;
}

int getentropy(void *to, size_t bytes) {
  if (!cgfuzz_is_on) return REAL(getentropy)(to, bytes);
  if (bytes > 256) {
    errno = EIO;
    return -1;
  }
  hook_bytes(SEEN_GETENTROPY, to, bytes, HERE);
  return 0;
}

/* Some call the kernel by number. */
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
  return result;
}

/* std::random_device, by the names that libstdc++ gives its members; the processor's own instruction stands behind it. */
unsigned _ZNSt13random_device9_M_getvalEv(void *device);
unsigned _ZNSt13random_device9_M_getvalEv(void *device) {
  if (!cgfuzz_is_on) return REAL(_ZNSt13random_device9_M_getvalEv)(device);
  return (unsigned)hook_word(SEEN_RANDOM_DEVICE, 32, HERE);
}

unsigned _ZNSt13random_device16_M_getval_pretr1Ev(void *device);
unsigned _ZNSt13random_device16_M_getval_pretr1Ev(void *device) {
  if (!cgfuzz_is_on) return REAL(_ZNSt13random_device16_M_getval_pretr1Ev)(device);
  return (unsigned)hook_word(SEEN_RANDOM_DEVICE, 32, HERE);
}
