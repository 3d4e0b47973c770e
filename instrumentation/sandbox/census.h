/*
 * The number of a program and all its descendants, and their memory together.
 *
 * Kernel limits that need no rights hold for each process by itself. The process that starts a program is its first
 * ancestor and keeps the orphans, so a walk over /proc from there misses no process. The walk uses the descriptors of
 * /proc as the runner sees it, whose numbers are not those of a process namespace.
 *
 * Invariant: no program hides what it uses, and a look takes a bounded time. If a process hides its memory, or
 * has more than can be read, the largest amount that it may have counts.
 */
#ifndef CGFUZZ_CENSUS_H
#define CGFUZZ_CENSUS_H

#include "seen.h"
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_COUNTED = 4096, MOST_MAPPINGS = 20000 };
/* The kernel keeps a little more than its usual 208 KB for what a socket was sent. */
static const uint64_t socket_bytes = 256 << 10;

struct census {
  int processes, tasks; /* a thread is a task */
  uint64_t resident_bytes, table_bytes;
  int pids[MOST_COUNTED];    /* as /proc has them */
  int numbers[MOST_COUNTED]; /* as signals have them */
};

/* Memory and files beside the pages of processes. */
struct kept {
  uint64_t shared_bytes;  /* shared mappings without a file, by what lies behind them */
  uint64_t socket_bytes;  /* what waits in sockets */
  uint64_t removed_bytes; /* files without a name that are still open, or mapped */
  int mappings;           /* looked at so far */
};

static size_t read_proc(const char *path, char *to, size_t room) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  size_t have = 0;
  for (ssize_t got; file >= 0 && have + 1 < room && (got = read(file, to + have, room - 1 - have)) > 0;) have += (size_t)got;
  if (file >= 0) close(file);
  to[have] = 0;
  return have;
}

static void count_children(const char *path, struct census *census) {
  static char list[1 << 16];
  read_proc(path, list, sizeof list);
  for (char *at = list, *next; census->processes < MOST_COUNTED; at = next) {
    long pid = strtol(at, &next, 10);
    if (next == at) return;
    census->pids[census->processes++] = (int)pid;
  }
}

/* A line of a process's status; every process may read it, whatever the program does. */
static uint64_t status_of(const char *status, const char *line) {
  const char *found = strstr(status, line);
  return found ? strtoull(found + strlen(line), 0, 10) : 0;
}

/* The number of a process in its own namespace is the last of its numbers. A kernel without namespaces tells none. */
static int number_of(int pid, const char *status) {
  const char *line = strstr(status, "\nNSpid:");
  char *at = line ? (char *)line + strlen("\nNSpid:") : 0, *next;
  long number = pid;
  for (; at && *at != '\n'; at = next) number = strtol(at, &next, 10);
  return (int)number;
}

static void count_process(int pid, int *number, struct census *census) {
  char path[96], text[4096];
  snprintf(path, sizeof path, "/proc/%d/status", pid);
  read_proc(path, text, sizeof text);
  *number = number_of(pid, text);
  census->resident_bytes += status_of(text, "\nVmRSS:") * 1024;
  census->table_bytes += status_of(text, "\nVmPTE:") * 1024;
  snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR *tasks = opendir(path);
  for (struct dirent *each; tasks && (each = readdir(tasks));) {
    int task = atoi(each->d_name);
    if (!task) continue;
    census->tasks++;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, task);
    count_children(path, census);
  }
  if (tasks) closedir(tasks);
}

/* Counts the descendants of the calling process, which has no threads. */
static void take_census(struct census *census) {
  census->processes = census->tasks = 0;
  census->resident_bytes = census->table_bytes = 0;
  count_children("/proc/thread-self/children", census);
  for (int i = 0; i < census->processes; i++) count_process(census->pids[i], &census->numbers[i], census);
}

/*
 * Counts memory that several processes share, as after fork(), once: exact, and expensive. It leaves out shared mappings,
 * since count_kept() has all of them. If a process does not tell, all of its memory counts.
 */
static uint64_t exact_bytes(const struct census *census) {
  uint64_t bytes = 0;
  for (int i = 0; i < census->processes; i++) {
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", census->pids[i]);
    if (read_proc(path, text, sizeof text) && strstr(text, "\nPss:")) {
      bytes += (status_of(text, "\nPss:") - status_of(text, "\nPss_Shmem:")) * 1024;
      continue;
    }
    snprintf(path, sizeof path, "/proc/%d/status", census->pids[i]);
    read_proc(path, text, sizeof text);
    bytes += (status_of(text, "\nVmRSS:") - status_of(text, "\nRssShmem:")) * 1024;
  }
  return bytes;
}

/* The pages of a mapping's object, or the mapping's size if the kernel does not tell. */
static uint64_t pages_behind(int pid, const char *range, uint64_t size) {
  char path[128];
  struct stat found;
  snprintf(path, sizeof path, "/proc/%d/map_files/%s", pid, range);
  return stat(path, &found) == 0 ? (uint64_t)found.st_blocks * 512 : size;
}

/* Pages that were given back by madvise() are in no process's account, and stay. */
static void count_mapping(int pid, const char *line, struct kept *kept) {
  unsigned long long from, to, offset, inode;
  unsigned major, minor;
  char rights[8], range[48];
  if (!strstr(line, " (deleted)") || sscanf(line, "%llx-%llx %7s %llx %x:%x %llu", &from, &to, rights, &offset, &major, &minor, &inode) != 7) return;
  if (rights[3] != 's') return;
  snprintf(range, sizeof range, "%llx-%llx", from, to);
  uint64_t more = see((uint64_t)major << 52 ^ (uint64_t)minor << 40 ^ inode, pages_behind(pid, range, offset + (to - from)));
  *(strstr(line, "/dev/zero (deleted)") ? &kept->shared_bytes : &kept->removed_bytes) += more;
}

/* A process that hides its mappings counts by all that it may have mapped. */
static uint64_t hidden_bytes(int pid) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/%d/status", pid);
  read_proc(path, text, sizeof text);
  return status_of(text, "\nVmSize:") * 1024;
}

static void count_mappings(int pid, struct kept *kept) {
  char path[64], line[512];
  snprintf(path, sizeof path, "/proc/%d/maps", pid);
  FILE *maps = fopen(path, "re");
  int before = kept->mappings;
  while (maps && kept->mappings <= MOST_MAPPINGS && fgets(line, sizeof line, maps)) {
    kept->mappings++;
    count_mapping(pid, line, kept);
  }
  if (kept->mappings == before) kept->shared_bytes += hidden_bytes(pid);
  if (maps) fclose(maps);
}

/* Sockets, and files that have no name any more, by the descriptors of a process. */
static void count_descriptors(int pid, struct kept *kept) {
  char path[300];
  snprintf(path, sizeof path, "/proc/%d/fd", pid);
  DIR *list = opendir(path);
  for (struct dirent *each; list && (each = readdir(list));) {
    struct stat about;
    if (each->d_name[0] == '.' || fstatat(dirfd(list), each->d_name, &about, 0) != 0) continue;
    uint64_t key = (uint64_t)about.st_dev << 40 ^ about.st_ino;
    if (S_ISSOCK(about.st_mode)) kept->socket_bytes += see(key, socket_bytes);
    if (S_ISREG(about.st_mode) && about.st_nlink == 0) kept->removed_bytes += see(key, (uint64_t)about.st_blocks * 512);
  }
  if (list) closedir(list);
}

static void count_kept(const struct census *census, struct kept *kept) {
  memset(kept, 0, sizeof *kept);
  see_nothing();
  for (int i = 0; i < census->processes; i++) {
    count_mappings(census->pids[i], kept);
    count_descriptors(census->pids[i], kept);
  }
}

static int can_count(void) { return access("/proc/thread-self/children", R_OK) == 0; }

#endif
