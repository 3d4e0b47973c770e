/*
 * System calls made directly. The library answers `read`, `open`, `getpid` and more, and its own calls must not come
 * back to it. It may also run before libc is ready, or inside a malloc with a hook.
 */
#ifndef CGFUZZ_SYS_H
#define CGFUZZ_SYS_H

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#ifndef __x86_64__
#error "libcgfuzz knows x86-64 only; generators of other architectures can use the stream protocol (see README.md)"
#endif

static inline long sys6(long n, long a, long b, long c, long d, long e, long f) {
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

static inline long sys3(long n, long a, long b, long c) { return sys6(n, a, b, c, 0, 0, 0); }

/* Zeroed pages, or null. */
static inline void *sys_pages(size_t bytes) {
  long at = sys6(SYS_mmap, 0, (long)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at < 0 && at > -4096 ? NULL : (void *)at;
}

static inline void sys_exit(int code) {
  for (;;) sys3(SYS_exit_group, code, 0, 0);
}

#endif
