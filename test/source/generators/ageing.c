/* Makes programs one after another, each for 50 ms of CPU time; the eighth ends it, or has no end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cgfuzz.h"

static long cpu_ms(void) {
  struct timespec at;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
  return at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

int main(int argc, char **argv) {
  for (int made = 1; cgfuzz_next(); made++) {
    printf("%u\n", (unsigned)cgfuzz_pick(1000));
    fflush(stdout);
    long until_ms = cpu_ms() + 50;
    while (cpu_ms() < until_ms) continue;
    if (made < 8) continue;
    if (argc > 1 && strcmp(argv[1], "abort") == 0) abort();
    for (volatile int forever = 1; forever;) continue;
  }
  return 0;
}
