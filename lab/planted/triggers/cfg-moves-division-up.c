#include <stdio.h>
static int zero;
static volatile int never;
static int by = 7;
__attribute__((noinline)) static int f(int c, int *d) {
  int r = 1;
  if (c) r = by / *d;
  return r;
}
int main(void) {
  by = never + 9;
  zero = never;
  printf("%d\n", f(never, &zero));
  return 0;
}
