#include "hooks.h"

#include <string.h>
#include <sys/single_threaded.h>

#include "scopes.h"
#include "sys.h"

static int lock;
static __thread int is_locked;

/* The thread in which the engine was attached; only its stack is known. */
static long main_thread;

void hook_lock(void) {
  if (__libc_single_threaded) return;
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) sys3(SYS_sched_yield, 0, 0, 0);
  is_locked = 1;
}

void hook_unlock(void) {
  if (!is_locked) return;
  is_locked = 0;
  __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

static int is_main_thread(void) {
  if (main_thread == 0 || __libc_single_threaded) {
    if (main_thread == 0) main_thread = sys3(SYS_gettid, 0, 0, 0);
    return 1;
  }
  return sys3(SYS_gettid, 0, 0, 0) == sys3(SYS_getpid, 0, 0, 0);
}

uint64_t hook_word(enum cgfuzz_seen what, unsigned bits, uintptr_t sp) {
  hook_lock();
  player_saw(what);
  uint64_t word;
  if (is_main_thread()) {
    word = scopes_raw(bits, sp);
  } else {
    player_saw(SEEN_THREADS);
    word = player_word(bits);
  }
  hook_unlock();
  return word;
}

void hook_bytes(enum cgfuzz_seen what, void *to, size_t bytes, uintptr_t sp) {
  char *at = to;
  while (bytes > 0) {
    size_t part = bytes < 4 ? bytes : 4;
    uint32_t word = (uint32_t)hook_word(what, (unsigned)part * 8, sp);
    memcpy(at, &word, part);
    at += part;
    bytes -= part;
  }
}

uint64_t hook_heard(unsigned bits, uint64_t value) {
  if (!cgfuzz_is_listening) return value;
  hook_lock();
  player_heard(bits, value);
  hook_unlock();
  return value;
}

void hook_heard_bytes(const void *from, size_t bytes) {
  const char *at = from;
  while (cgfuzz_is_listening && bytes > 0) {
    size_t part = bytes < 4 ? bytes : 4;
    uint32_t word = 0;
    memcpy(&word, at, part);
    hook_heard((unsigned)part * 8, word);
    at += part;
    bytes -= part;
  }
}

int hook_fakes_clock(void) { return cgfuzz_is_on && (player_memory()->flags & FLAG_KEEP_CLOCK) == 0; }
