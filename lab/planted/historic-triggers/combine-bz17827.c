#include <stdio.h>
__attribute__((noinline)) int f(unsigned x) { return ((int)(x << 4) & -64) < 64; }
int main(void) {
  volatile unsigned n = 0x08000000;
  printf("%d %d %d\n", f(n), f(n >> 20), f(1));
  return 0;
}
