#include <stdio.h>
static short difference(short one, short other) { return one - other; }
__attribute__((noinline)) int f(long x, int y) { return difference(x >> 50, y >> 20) == 0; }
int main(void) {
  volatile int n = -5;
  printf("%d\n", f(n * (1L << 50), n * (1 << 20)));
  return 0;
}
