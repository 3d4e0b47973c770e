/*
 * Time and process ids, which serve as seeds. Time stands almost still: each look advances it by a microsecond. So a
 * loop that waits for the clock ends, and equal runs see equal times.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "hooks.h"
#include "sys.h"

#pragma GCC visibility push(default)

static const uint64_t START_S = 1000000000;
/* Above every real process id, so that a signal to it hits no process. */
static const int PROCESS = 4194305;

static uint64_t looks;

void hook_reset_clock(void) { looks = 0; }

static uint64_t look(enum cgfuzz_seen what) {
  player_saw(what);
  return __atomic_fetch_add(&looks, 1, __ATOMIC_RELAXED);
}

static struct timespec now(enum cgfuzz_seen what) {
  uint64_t us = look(what);
  return (struct timespec){(time_t)(START_S + us / 1000000), (long)(us % 1000000 * 1000)};
}

time_t time(time_t *to) {
  if (!hook_fakes_clock()) return REAL(time)(to);
  time_t seconds = now(SEEN_TIME).tv_sec;
  if (to != NULL) *to = seconds;
  return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *to) {
  if (!hook_fakes_clock()) return REAL(clock_gettime)(clock, to);
  *to = now(SEEN_CLOCK);
  return 0;
}

int timespec_get(struct timespec *to, int base) {
  if (!hook_fakes_clock()) return REAL(timespec_get)(to, base);
  *to = now(SEEN_CLOCK);
  return base;
}

int gettimeofday(struct timeval *restrict to, void *restrict zone) {
  if (!hook_fakes_clock()) return REAL(gettimeofday)(to, zone);
  struct timespec at = now(SEEN_CLOCK);
  *to = (struct timeval){at.tv_sec, at.tv_nsec / 1000};
  return 0;
}

clock_t clock(void) { return hook_fakes_clock() ? (clock_t)look(SEEN_CLOCK) : REAL(clock)(); }

pid_t getpid(void) {
  if (!hook_fakes_clock()) return (pid_t)sys3(SYS_getpid, 0, 0, 0);
  player_saw(SEEN_PID);
  return PROCESS;
}

pid_t getppid(void) {
  if (!hook_fakes_clock()) return (pid_t)sys3(SYS_getppid, 0, 0, 0);
  player_saw(SEEN_PID);
  return PROCESS + 1;
}

int kill(pid_t process, int signal) {
  if (process == PROCESS) process = (pid_t)sys3(SYS_getpid, 0, 0, 0);
  return REAL(kill)(process, signal);
}

/* The kernel gives every process sixteen random bytes. */
unsigned long getauxval(unsigned long type) {
  static const uint8_t bytes[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  if (type != AT_RANDOM || !cgfuzz_is_on) return REAL(getauxval)(type);
  player_saw(SEEN_AUXV);
  return (unsigned long)bytes;
}
