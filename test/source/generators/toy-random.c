/* The toy's draws: the only file that knows of libc's randomness. */
#include "toy.h"

#include <stdlib.h>

int below(int count) { return rand() % count; }

int odd_below(int count) {
  int number;
  do number = rand() % count;
  while (number % 2 == 0);
  return number;
}

int chance(int percent) { return rand() % 100 < percent; }

void statement_of(int depth) { statement(depth); }
