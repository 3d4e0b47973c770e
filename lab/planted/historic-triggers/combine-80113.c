#include <stdio.h>
static unsigned odd(unsigned long x) { return (unsigned)(x & 1) - 2; }
__attribute__((noinline)) unsigned f(unsigned long x) { return odd(x) + 4; }
int main(void) {
  volatile unsigned long n = 6;
  printf("%u\n", f(n));
  return 0;
}
