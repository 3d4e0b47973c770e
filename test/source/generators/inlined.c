/* A function into which another one is inlined draws before, inside and after that one. */
#include <stdio.h>
#include <stdlib.h>

static inline __attribute__((always_inline)) int inner(void) { return rand() % 10; }

__attribute__((noinline)) static int host(int depth) {
  int before = rand() % 10, inside = inner(), after = rand() % 10;
  return before + inside + after + (depth > 0 ? host(depth - 1) : 0);
}

int main(void) {
  printf("%d\n", host(2));
  return 0;
}
