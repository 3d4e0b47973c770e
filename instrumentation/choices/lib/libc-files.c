/*
 * Reads of /dev/urandom and /dev/random.
 *
 * The file is really opened, so that everything else about the descriptor works, and the library answers reads from it.
 * stdio does not call our `read`, so `fopen` gives a stream of our own. libstdc++ opens with `fopen` and then reads the
 * descriptor, so it gets the real stream.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

#include "hooks.h"
#include "modules.h"
#include "sys.h"

#pragma GCC visibility push(default)

/* Descriptors that may be random devices; each read asks again whether they are. */
enum { DESCRIPTORS = 4096, LONGEST_READ = 256 };
static uint8_t suspects[DESCRIPTORS / 8];

static int is_random_path(const char *path) {
  return path != NULL && (strcmp(path, "/dev/urandom") == 0 || strcmp(path, "/dev/random") == 0);
}

static int opened(const char *path, int fd) {
  if (fd >= 0 && fd < DESCRIPTORS && is_random_path(path)) suspects[fd / 8] |= (uint8_t)(1 << fd % 8);
  return fd;
}

static int is_random(int fd) {
  if (fd < 0 || fd >= DESCRIPTORS || (suspects[fd / 8] >> fd % 8 & 1) == 0 || !cgfuzz_is_on) return 0;
  struct stat about;
  if (sys3(SYS_fstat, fd, (long)&about, 0) == 0 && S_ISCHR(about.st_mode) &&
      (about.st_rdev == makedev(1, 8) || about.st_rdev == makedev(1, 9)))
    return 1;
  suspects[fd / 8] &= (uint8_t) ~(1 << fd % 8);
  return 0;
}

#define OPEN(name, parameters, path, ...)                 \
  int name parameters {                                   \
    unsigned mode = 0;                                    \
    va_list list;                                         \
    va_start(list, flags);                                \
    mode = va_arg(list, unsigned);                        \
    va_end(list);                                         \
    return opened(path, REAL(name)(__VA_ARGS__, mode));   \
  }

OPEN(open, (const char *path, int flags, ...), path, path, flags)
OPEN(open64, (const char *path, int flags, ...), path, path, flags)
OPEN(openat, (int folder, const char *path, int flags, ...), path, folder, path, flags)
OPEN(openat64, (int folder, const char *path, int flags, ...), path, folder, path, flags)

int __open_2(const char *path, int flags);
int __open_2(const char *path, int flags) { return opened(path, REAL(__open_2)(path, flags)); }
int __open64_2(const char *path, int flags);
int __open64_2(const char *path, int flags) { return opened(path, REAL(__open64_2)(path, flags)); }

static ssize_t answer(void *to, size_t bytes, uintptr_t sp) {
  /* The kernel, too, promises no more than this at once. Readers with a buffer ask for far more than they need. */
  if (bytes > LONGEST_READ) bytes = LONGEST_READ;
  hook_bytes(SEEN_URANDOM, to, bytes, sp);
  return (ssize_t)bytes;
}

ssize_t read(int fd, void *to, size_t bytes) {
  return is_random(fd) ? answer(to, bytes, HERE) : REAL(read)(fd, to, bytes);
}

ssize_t __read_chk(int fd, void *to, size_t bytes, size_t room);
ssize_t __read_chk(int fd, void *to, size_t bytes, size_t room) {
  return is_random(fd) ? answer(to, bytes < room ? bytes : room, HERE) : REAL(__read_chk)(fd, to, bytes, room);
}

ssize_t readv(int fd, const struct iovec *parts, int count) {
  if (!is_random(fd) || count < 1) return REAL(readv)(fd, parts, count);
  ssize_t total = 0;
  for (int i = 0; i < count; i++) total += answer(parts[i].iov_base, parts[i].iov_len, HERE);
  return total;
}

static ssize_t read_cookie(void *cookie, char *to, size_t bytes) {
  (void)cookie;
  return answer(to, bytes, HERE);
}

static FILE *stream(const char *mode) {
  cookie_io_functions_t functions = {.read = read_cookie};
  FILE *file = fopencookie(NULL, mode, functions);
  if (file != NULL) setvbuf(file, NULL, _IONBF, 0);
  return file;
}

static int is_libstdcxx(void *caller) {
  const struct module *module = module_of((uintptr_t)caller);
  return module != NULL && module->path != NULL && strstr(module->path, "libstdc++") != NULL;
}

#define FOPEN(name)                                                                      \
  FILE *name(const char *path, const char *mode) {                                       \
    int ours = cgfuzz_is_on && is_random_path(path);                                     \
    if (ours && !is_libstdcxx(__builtin_return_address(0))) return stream(mode);         \
    FILE *file = REAL(name)(path, mode);                                                 \
    if (ours && file != NULL) opened(path, fileno(file));                                \
    return file;                                                                         \
  }

FOPEN(fopen)
FOPEN(fopen64)
