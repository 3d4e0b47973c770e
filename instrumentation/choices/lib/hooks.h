/*
 * Hooks: the common part of the functions that stand in for libc's.
 *
 * While an engine is attached, each hook answers. Otherwise it calls the real function, so that a generator with hooks
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

/* A random word of `bits` bits. Any thread may call this; the scopes are recorded if they are known. */
uint64_t hook_word(enum cgfuzz_seen what, unsigned bits, uintptr_t sp);
void hook_bytes(enum cgfuzz_seen what, void *to, size_t bytes, uintptr_t sp);

/* The real function's answer; recorded if the engine listens. */
uint64_t hook_heard(unsigned bits, uint64_t value);
void hook_heard_bytes(const void *from, size_t bytes);

#define HERE ((uintptr_t)__builtin_frame_address(0))

/* False if the engine wants time and process ids left alone. */
int hook_fakes_clock(void);
void hook_reset_clock(void);

/* A lock for code that draws through the interface instead: one thread at a time. */
void hook_lock(void);
void hook_unlock(void);

#endif
