/*
 * Runs the threads of a litmus test against each other, many times, and counts the outcomes.
 *
 *    ./program [SECONDS [SEED]]
 *
 * The program prints one line for each outcome, `COUNT OUTCOME`. The last line is `done ROUNDS rounds`, or `cut off` if
 * time ran out within a round because a thread does not end. This file does not know which outcomes are right. The
 * test's own part is in places.h.
 *
 * Processors without a thread of the test hammer memory. They read the locations and write lines of the same cache
 * sets, so that the test waits for its lines. Standard error says how often they did so.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "places.h"

enum { SHOWN = sizeof shown / sizeof *shown, THREADS = sizeof threads / sizeof *threads, OUTCOMES = 256, LOOK = 16, SPIN = 2000 };
enum { LOCATIONS = sizeof locations / sizeof *locations };

static struct {
  int values[SHOWN];
  unsigned long count;
} seen[OUTCOMES];
static unsigned kinds;
static double seconds = 1;
static unsigned seed = 1;
static atomic_int over;

/* Both barriers count up for ever; a thread that waits too long yields to others. */
static _Alignas(64) atomic_ulong arrived;
static _Alignas(64) atomic_ulong finished;

static void meet(atomic_ulong *counter, unsigned long target) {
  atomic_fetch_add(counter, 1);
  for (unsigned turns = 0; atomic_load_explicit(counter, memory_order_acquire) < target; turns++)
    if (turns >= SPIN) sched_yield();
}

static void tell(const char *last) {
  unsigned long rounds = 0;
  for (unsigned kind = 0; kind < kinds; kind++) {
    rounds += seen[kind].count;
    printf("%lu ", seen[kind].count);
    for (unsigned at = 0; at < SHOWN; at++) printf("%s%s=%d;", at ? " " : "", shown[at].name, seen[kind].values[at]);
    puts("");
  }
  printf("%s %lu rounds\n", last, rounds);
  fflush(stdout);
}

static void cut_off(int signal) {
  (void)signal;
  tell("cut off");
  _exit(0);
}

static int value_of(const struct place *place) {
  switch (place->bytes) {
  case 1: return *(volatile signed char *)place->at;
  case 2: return *(volatile short *)place->at;
  case 8: return (int)*(volatile long long *)place->at;
  default: return *(volatile int *)place->at;
  }
}

static void put_back(const struct place *place) {
  switch (place->bytes) {
  case 1: *(volatile signed char *)place->at = (signed char)place->initial; break;
  case 2: *(volatile short *)place->at = (short)place->initial; break;
  case 8: *(volatile long long *)place->at = place->initial; break;
  default: *(volatile int *)place->at = place->initial;
  }
}

static void note(void) {
  int values[SHOWN];
  for (unsigned at = 0; at < SHOWN; at++) values[at] = value_of(&shown[at]);
  unsigned kind = 0;
  while (kind < kinds && memcmp(seen[kind].values, values, sizeof values) != 0) kind++;
  if (kind == kinds) {
    if (kinds == OUTCOMES) return;
    memcpy(seen[kinds++].values, values, sizeof values);
  }
  seen[kind].count++;
}

/* Lines that hammers write: pages of a cache's ways, one line apart for each location. */
enum { HAMMERS = 4, WAYS = 16, PAGE = 4096 };
static _Alignas(PAGE) char pages[HAMMERS][WAYS][PAGE];
static _Atomic unsigned long blows;

static void *hammer(void *number) {
  unsigned self = (unsigned)(size_t)number;
  unsigned long count = 0;
  for (unsigned turn = self; !atomic_load_explicit(&over, memory_order_relaxed); turn++, count++) {
    const volatile char *at = locations[turn % LOCATIONS].at;
    size_t line = (size_t)at % PAGE;
    (void)*at;
    for (unsigned way = 0; way < WAYS; way++) ((volatile char *)pages[self][way])[line] = (char)turn;
  }
  atomic_fetch_add(&blows, count);
  return NULL;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void *run(void *number) {
  unsigned self = (unsigned)(size_t)number, state = seed * 2654435761u + self * 40503u + 1;
  double end = now() + seconds;
  for (unsigned long round = 1;; round++) {
    if (self == 0) {
      for (unsigned at = 0; at < LOCATIONS; at++) put_back(&locations[at]);
      if (round % LOOK == 0 && now() >= end) atomic_store(&over, 1);
    }
    state = state * 1664525u + 1013904223u;
    meet(&arrived, round * THREADS);
    if (atomic_load(&over)) return NULL;
    for (unsigned wait = (state >> 16) & 63; wait > 0; wait--) __asm__ volatile("nop");
    threads[self]();
    meet(&finished, round * THREADS);
    if (self == 0) note();
  }
}

int main(int count, char **words) {
  if (count > 1) seconds = atof(words[1]);
  if (count > 2) seed = (unsigned)atoi(words[2]);
  cpu_set_t processors;
  sched_getaffinity(0, sizeof processors, &processors);
  if (CPU_COUNT(&processors) < 2) {
    puts("one processor");
    return 3;
  }
  signal(SIGALRM, cut_off);
  alarm((unsigned)seconds + 10);
  int spare = CPU_COUNT(&processors) - THREADS;
  unsigned hammers = spare < 0 ? 0 : spare < HAMMERS ? (unsigned)spare : HAMMERS;
  pthread_t others[THREADS + HAMMERS];
  for (unsigned thread = 0, at = seed; thread < THREADS + hammers; thread++) {
    do at = (at + 1) % CPU_SETSIZE;
    while (!CPU_ISSET(at, &processors));
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(at, &one);
    pthread_attr_t how;
    pthread_attr_init(&how);
    pthread_attr_setaffinity_np(&how, sizeof one, &one);
    int isHammer = thread >= THREADS;
    size_t number = isHammer ? thread - THREADS : thread;
    if (pthread_create(&others[thread], &how, isHammer ? hammer : run, (void *)number) != 0) return 4;
  }
  for (unsigned thread = 0; thread < THREADS + hammers; thread++) pthread_join(others[thread], NULL);
  if (hammers > 0) fprintf(stderr, "hammered %lu times\n", atomic_load(&blows));
  tell("done");
  return 0;
}
