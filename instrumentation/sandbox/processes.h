/*
 * Limits of the kernel on how many processes a program has.
 *
 * A part of cgfuzz-sandbox.c, which knows the user of the programs and their namespace.
 */
#ifndef CGFUZZ_PROCESSES_H
#define CGFUZZ_PROCESSES_H

#include <sys/utsname.h>

static void limit(int resource, rlim_t most) {
  struct rlimit both = {most, most};
  setrlimit(resource, &both);
}

/* Tasks of the whole computer, which are at least the user's; 0 if the kernel does not tell. */
static rlim_t all_tasks(void) {
  char text[128];
  char *total = read_proc("/proc/loadavg", text, sizeof text) ? strchr(text, '/') : 0;
  return total ? strtoul(total + 1, 0, 10) : 0;
}

/*
 * The kernel counts by user. If the user has other processes, the limit is the computer's tasks now and the program's
 * own. That is more than the program may have, but a fork bomb then grows no faster than the sandbox counts.
 */
static void limit_processes(void) {
  rlim_t others = user >= 0 || own_processes ? 0 : all_tasks();
  struct rlimit usual;
  if (others == 0 && user < 0 && !own_processes) return;
  if (getrlimit(RLIMIT_NPROC, &usual) == 0 && usual.rlim_max < others + MOST_PROCESSES) return;
  limit(RLIMIT_NPROC, others + MOST_PROCESSES);
}

/* True from Linux 6.14 on. Before, the file has the numbers of the whole computer, and nothing may be written to it. */
static int has_own_numbers(void) {
  struct utsname kernel;
  int major = 0, minor = 0;
  return own_processes && uname(&kernel) == 0 && sscanf(kernel.release, "%d.%d", &major, &minor) == 2 && major * 1000 + minor >= 6014;
}

/* A program gets few numbers of processes. If its user is the computer's root, no other limit of the kernel holds. */
static void limit_numbers(void) {
  if (user >= 0 || writable_proc < 0 || !has_own_numbers()) return;
  int file = openat(writable_proc, "sys/kernel/pid_max", O_WRONLY | O_CLOEXEC);
  if (file >= 0 && write(file, "400", 3) != 3) errno = 0;
  if (file >= 0) close(file);
}

#endif
