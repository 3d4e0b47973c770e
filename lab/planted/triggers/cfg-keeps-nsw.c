#include <stdio.h>
static volatile int never, large = 2147483647;
__attribute__((noinline)) static int f(int c, int x) {
  int r = 3;
  if (c) r = x + 100;
  return (x >> 4) > 134217722 ? r : r + 1;
}
int main(void) {
  printf("%d\n", f(never, large));
  return 0;
}
