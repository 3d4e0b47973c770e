#include <stdio.h>
__attribute__((noinline)) static unsigned long f(unsigned long x, unsigned long y, unsigned long z) {
  unsigned long d = x - y;
  return d + z;
}
int main(void) {
  volatile unsigned long x = 20, y = 3, z = 100;
  printf("%lu\n", f(x, y, z));
  return 0;
}
