/*
 * Time for the process that watches a program: clocks, and ways to get a processor in time.
 *
 * The kernel shares processors between this process and all that the program starts. So a watcher that comes late counts
 * late, and the program has passed its limit.
 */
#ifndef CGFUZZ_PUNCTUAL_H
#define CGFUZZ_PUNCTUAL_H

#include <sched.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { REST_US = 500, PUNCTUAL_US = 300, MOST_RESTS = 20 };

static long microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static long milliseconds(void) { return microseconds() / 1000; }

/*
 * Sleeps until the kernel wakes this process in time again. After a long count the kernel prefers other
 * processes for a while. A program that runs meanwhile takes more than is left.
 */
static void rest(void) {
  long late_us = PUNCTUAL_US;
  for (int rests = 0; rests < MOST_RESTS && late_us >= PUNCTUAL_US; rests++) {
    long before = microseconds();
    usleep(REST_US);
    late_us = microseconds() - before - REST_US;
  }
}

/*
 * Gets a processor soon, however many processes the program has. Linux 6.12 and newer grant short turns to every user;
 * the kernel may allow a priority too. The program inherits neither.
 */
static void hurry(void) {
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t turn_ns, deadline, period;
  } short_turns = {sizeof short_turns, SCHED_OTHER, 0, getpriority(PRIO_PROCESS, 0), 0, 100000, 0, 0};
  syscall(SYS_sched_setattr, 0, &short_turns, 0);
  setpriority(PRIO_PROCESS, 0, -10);
}

#endif
