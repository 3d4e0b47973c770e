/* Files and command lines of a request, and files on their way back; for servers that execute programs. */
#ifndef CGFUZZ_REQUEST_FILES_H
#define CGFUZZ_REQUEST_FILES_H

#include "../coverage/cgfuzz-coverage.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const uint8_t *at, *end;
static uint32_t number(void) {
  uint32_t value = 0;
  if (end - at >= 4) memcpy(&value, at, 4);
  at = end - at >= 4 ? at + 4 : end;
  return value;
}
static const uint8_t *bytes_of(uint32_t *size) {
  *size = number();
  if (*size > end - at) *size = (uint32_t)(end - at);
  const uint8_t *result = at;
  at += *size;
  return result;
}

static int write_file(const char *name, const uint8_t *bytes, size_t size) {
  for (char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(name, 0777);
    *slash = '/';
  }
  int file = open(name, O_CREAT | O_TRUNC | O_WRONLY, 0777);
  if (file < 0) return 0;
  while (size) {
    ssize_t put = write(file, bytes, size);
    if (put <= 0) break;
    bytes += put, size -= (size_t)put;
  }
  close(file);
  return size == 0;
}

/* Puts the files of the request into the current folder. */
static void write_files(void) {
  uint32_t size;
  for (uint32_t files = number(); files; files--) {
    char name[4096];
    const uint8_t *text = bytes_of(&size);
    snprintf(name, sizeof name, "%.*s", (int)size, (const char *)text);
    const uint8_t *content = bytes_of(&size);
    write_file(name, content, size);
  }
}

/* The words of the next command line, ended by a null; they stay in the request. */
static char **next_arguments(void) {
  static char *arguments[4096];
  unsigned argument_count = 0;
  uint32_t size;
  const uint8_t *packed = bytes_of(&size);
  for (const uint8_t *each = packed; each < packed + size && argument_count < 4095; each += strlen((const char *)each) + 1)
    arguments[argument_count++] = (char *)each;
  arguments[argument_count] = 0;
  return arguments;
}

/*
 * True if a program ended for lack of CPU time. The program may catch the signal that says so, and end as if something
 * had crashed. If it ignores the signal, the kernel kills it a second later. On a computer with shared processors, the
 * limit counts time that the account leaves out.
 */
static int ran_out_of_time(int status, const struct rusage *usage, const struct cgfuzz_limits *limits) {
  long used_ms = (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000 + (usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1000;
  long most_ms = (limits->cpu_ms + 999) / 1000 * 1000;
  int is_killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  return most_ms > 0 && used_ms > (is_killed ? most_ms / 2 : most_ms - 20);
}

static size_t read_part(int file, uint8_t *to, size_t size, off_t from) {
  size_t done = 0;
  while (done < size) {
    ssize_t got = pread(file, to + done, size - done, from + (off_t)done);
    if (got <= 0) break;
    done += (size_t)got;
  }
  return done;
}

/* A regular file of this very name, or -1: the open follows no link, and does not wait for a pipe. */
static int open_regular(const char *name) {
  struct stat status;
  int file = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0 || (fstat(file, &status) == 0 && S_ISREG(status.st_mode))) return file;
  close(file);
  return -1;
}

/* Takes the content of a descriptor, as take_text does, and closes it; -1 means no file. */
static void take_file(int file, uint64_t *offset, uint64_t *taken, size_t most) {
  struct stat status;
  if (file < 0) return;
  if (fstat(file, &status) == 0) {
    size_t size = (size_t)status.st_size < most ? (size_t)status.st_size : most;
    uint8_t *to = cgfuzz_arena_take(size, offset);
    if (to) *taken = read_part(file, to, size, 0);
  }
  close(file);
}

/*
 * Takes the text, or its first and last part if it is long, since a compiler names the cause of its death at the end.
 */
static void take_text(int file, uint64_t *offset, uint64_t *taken, size_t most) {
  struct stat status;
  if (file < 0 || fstat(file, &status) || (size_t)status.st_size <= most) {
    take_file(file, offset, taken, most);
    return;
  }
  char between[64];
  size_t part = most / 2, gap = (size_t)status.st_size - 2 * part;
  size_t said = (size_t)snprintf(between, sizeof between, "\n[%zu bytes are left out here]\n", gap);
  uint8_t *to = cgfuzz_arena_take(2 * part + said, offset);
  if (to) {
    *taken = read_part(file, to, part, 0);
    memcpy(to + *taken, between, said);
    *taken += said;
    *taken += read_part(file, to + *taken, part, (off_t)(part + gap));
  }
  close(file);
}

/* A file without a name for a program's output: no program can put another file in its place. */
static int nameless_file(const char *what) {
  return (int)syscall(SYS_memfd_create, what, 1u /* MFD_CLOEXEC */);
}

#endif
