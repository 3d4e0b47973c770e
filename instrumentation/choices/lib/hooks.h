/*
 * Hooks: what the functions that stand in for libc's have in common.
 *
 * Each answers while an engine is attached and is the real one otherwise, so that a generator that was built with them
 * still runs by itself.
 */
#ifndef CGFUZZ_HOOKS_H
#define CGFUZZ_HOOKS_H

#include <dlfcn.h>
#include <stdint.h>

#include "player.h"

/* The next function of that name: libc's. */
#define REAL(name)                                                              \
  ({                                                                            \
    static __typeof__(&name) real_;                                             \
    if (real_ == 0) real_ = (__typeof__(&name))dlsym(RTLD_NEXT, #name);         \
    real_;                                                                      \
  })

/* A word of so many bits, from whatever thread, with scopes if they are known. */
uint64_t hook_word(enum cgfuzz_seen what, unsigned bits, uintptr_t sp);
void hook_bytes(enum cgfuzz_seen what, void *to, size_t bytes, uintptr_t sp);

/* What the real function answered, recorded if somebody listens. */
uint64_t hook_heard(unsigned bits, uint64_t value);
void hook_heard_bytes(const void *from, size_t bytes);

#define HERE ((uintptr_t)__builtin_frame_address(0))

/* Leaves time and process ids alone if that was asked for. */
int hook_fakes_clock(void);
void hook_reset_clock(void);

/* Lets one thread draw at a time: for code that draws through the interface and not through hooks. */
void hook_lock(void);
void hook_unlock(void);

#endif
