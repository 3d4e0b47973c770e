/*
 * The number of a program and all its descendants, and their memory together.
 *
 * Kernel limits that need no rights hold for each process by itself. The process that starts a program is its first
 * ancestor and keeps the orphans, so a walk over /proc from there misses no process. The walk uses the descriptors of
 * /proc as the runner sees it, whose numbers are not those of a process namespace.
 */
#ifndef CGFUZZ_CENSUS_H
#define CGFUZZ_CENSUS_H

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_COUNTED = 4096 };

struct census {
  int processes, tasks; /* a thread is a task */
  uint64_t resident_bytes;
  int pids[MOST_COUNTED];
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

static void count_process(int pid, struct census *census) {
  char path[96], text[128];
  snprintf(path, sizeof path, "/proc/%d/statm", pid);
  if (read_proc(path, text, sizeof text)) {
    char *resident = strchr(text, ' ');
    if (resident) census->resident_bytes += strtoull(resident, 0, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
  }
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
  census->resident_bytes = 0;
  count_children("/proc/thread-self/children", census);
  for (int i = 0; i < census->processes; i++) count_process(census->pids[i], census);
}

/*
 * Counts memory that several processes share once: exact, and expensive. If a process does not tell, all of its memory
 * counts.
 */
static uint64_t exact_bytes(const struct census *census) {
  uint64_t bytes = 0;
  for (int i = 0; i < census->processes; i++) {
    char path[64], text[2048];
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", census->pids[i]);
    char *own = read_proc(path, text, sizeof text) ? strstr(text, "\nPss:") : 0;
    if (own) bytes += strtoull(own + 5, 0, 10) * 1024;
    else {
      struct census one = {0};
      count_process(census->pids[i], &one);
      bytes += one.resident_bytes;
    }
  }
  return bytes;
}

enum { MOST_SHARED = 256 };

/*
 * Shared anonymous memory of all processes. Pages that a process gave back by madvise() stay, but no process's account
 * has them.
 */
struct shared {
  int count;
  struct { uint64_t inode, bytes; } mappings[MOST_SHARED];
};

/* The pages of a mapping's object, or the mapping's size if the kernel does not tell. */
static uint64_t pages_behind(int pid, const char *range, uint64_t size) {
  char path[128];
  struct stat found;
  snprintf(path, sizeof path, "/proc/%d/map_files/%s", pid, range);
  return stat(path, &found) == 0 ? (uint64_t)found.st_blocks * 512 : size;
}

static void count_shared(int pid, struct shared *shared) {
  char path[64], line[512];
  snprintf(path, sizeof path, "/proc/%d/maps", pid);
  FILE *maps = fopen(path, "re");
  while (maps && fgets(line, sizeof line, maps)) {
    unsigned long long from, to, offset, inode;
    char rights[8], range[48];
    if (!strstr(line, "/dev/zero (deleted)") || sscanf(line, "%llx-%llx %7s %llx %*s %llu", &from, &to, rights, &offset, &inode) != 5) continue;
    if (rights[3] != 's') continue;
    snprintf(range, sizeof range, "%llx-%llx", from, to);
    uint64_t bytes = pages_behind(pid, range, offset + (to - from));
    int at = 0;
    while (at < shared->count && shared->mappings[at].inode != inode) at++;
    if (at == MOST_SHARED) continue;
    if (at == shared->count) shared->mappings[shared->count++].inode = inode;
    if (shared->mappings[at].bytes < bytes) shared->mappings[at].bytes = bytes;
  }
  if (maps) fclose(maps);
}

static uint64_t shared_bytes(const struct census *census) {
  static struct shared shared;
  memset(&shared, 0, sizeof shared);
  for (int i = 0; i < census->processes; i++) count_shared(census->pids[i], &shared);
  uint64_t bytes = 0;
  for (int i = 0; i < shared.count; i++) bytes += shared.mappings[i].bytes;
  return bytes;
}

static int can_count(void) { return access("/proc/thread-self/children", R_OK) == 0; }

#endif
