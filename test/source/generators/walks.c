/*
 * Walks its own stack, whose depth, callers and loop counters change at random. Each time it asks whether a walk that
 * trusts the last walk finds the same as a walk over all frames. Compiled together with the library's unwinder.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unwind.h"

static uintptr_t base;
static unsigned walks, kept, different;
static struct frame fast[UNWIND_MAX_FRAMES], before[UNWIND_MAX_FRAMES];
static size_t before_count;

static int is_same(const struct frame *a, const struct frame *b) {
  return a->function == b->function && a->cfa == b->cfa && a->return_address == b->return_address &&
         a->registers == b->registers;
}

/* All in one call of one place, so that the walks start from the same frame. */
static __attribute__((noinline)) void check(void) {
  size_t count[2], same = 0;
  for (int time = 0; time < 2; time++) {
    if (time == 1) unwind_reset();
    size_t now = unwind(base);
    count[time] = unwind_count;
    if (time == 1) continue;
    same = now;
    memcpy(fast, unwind_frames, unwind_count * sizeof *fast);
  }
  /* The frame of `unwind` itself, innermost, saw another `time`. */
  int is_right = count[0] == count[1];
  for (size_t i = 0; is_right && i + 2 < count[0]; i++) is_right = is_same(&fast[i], &unwind_frames[i]);
  size_t really = 0;
  while (really < before_count && really < count[0] && is_same(&before[really], &fast[really])) really++;
  walks++;
  kept += same > 5;
  if (!is_right || same != really) different++;
  memcpy(before, unwind_frames, unwind_count * sizeof *before);
  before_count = unwind_count;
}

static int deeper(int depth);

/* The stack pointer is kept in rbp here, and the frame is of any size. */
static __attribute__((noinline)) int sized(int depth) {
  volatile char room[16 + rand() % 3 * 64];
  room[0] = (char)depth;
  return deeper(depth - 1) + room[0];
}

/* The stack is realigned here. */
static __attribute__((noinline)) int aligned(int depth) {
  _Alignas(64) volatile char room[64];
  room[0] = (char)depth;
  return deeper(depth - 1) + room[0];
}

static __attribute__((noinline)) int looped(int depth) {
  int sum = 0;
  for (int i = rand() % 3; i >= 0; i--) sum += deeper(depth - 1) + i;
  return sum;
}

static __attribute__((noinline)) int deeper(int depth) {
  if (depth <= 0) {
    check();
    return 1;
  }
  int how = rand() % 8;
  if (how < 3) return sized(depth) + 1;
  if (how < 5) return aligned(depth) + 1;
  if (how < 7) return looped(depth) + 1;
  return deeper(depth - 1) + deeper(depth - 2);
}

int main(void) {
  base = (uintptr_t)__builtin_frame_address(0);
  for (int i = 0; i < 300; i++) {
    srand((unsigned)i);
    deeper(rand() % 14);
  }
  printf("%u walks, %u kept frames, %u different\n", walks, kept, different);
  return different != 0 || kept < walks / 4;
}
