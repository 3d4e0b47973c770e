/* A program of its own that prepares a table before it is ready, and says how often it did. */
#include "cgfuzz.h"
#include <stdio.h>
#include <stdlib.h>

static int table[256];

__attribute__((noinline)) static int prepare(int code) { return code >= 'a' && code <= 'z' ? 1 : code == '\n' ? 0 : 2; }

int main(int count, char **arguments) {
  (void)count, (void)arguments;
  for (int code = 0; code < 256; code++) table[code] = prepare(code);
  cgfuzz_ready();
  int sum = 0, code;
  while ((code = getchar()) != EOF) {
    if (code == '!') {
      fprintf(stderr, "no word ends so\n");
      return 4;
    }
    sum += table[code];
  }
  if (sum > 100) abort();
  return 0;
}
