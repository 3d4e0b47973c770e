/* Ways out of the sandbox, for the bench of attacks. A way says when it got out, and prints a dot for each megabyte that it holds. */
#ifndef CGFUZZ_WAYS_H
#define CGFUZZ_WAYS_H
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MB = 1 << 20 };

struct way {
  const char *name;
  void (*go)(char **arguments);
};
extern const struct way memory_ways[], process_ways[], reach_ways[];
/* Processes outside, which no program may reach: the server of the sandbox, and another process of its user. */
extern int outside[2];

/* Two processes write to one description, so that no dot is lost. */
static inline void hold_megabyte(void) { write(1, ".", 1); }
static inline void escape(const char *how) {
  dprintf(1, "ESCAPED %s\n", how);
}
static inline void wait_for_all(void) {
  while (wait(0) > 0 || errno == EINTR) {}
}
static inline void touch_all(char *bytes, size_t size) {
  for (size_t at = 0; at < size; at += MB) {
    memset(bytes + at, 1, MB);
    hold_megabyte();
  }
}
static inline char *map_shared(size_t size) {
  char *bytes = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return bytes == MAP_FAILED ? 0 : bytes;
}
#endif
