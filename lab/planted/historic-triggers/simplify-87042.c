#include <stdio.h>
__attribute__((noinline)) unsigned long f(unsigned long x) {
  if ((x & 65535) == 0) x |= 7;
  if ((x & 0xffff00) == 0) return (x | 7) + 5;
  return x;
}
int main(void) {
  volatile unsigned long n = 0x20;
  printf("%lu %lu %lu %lu\n", f(n + 1), f(n + 6), f(n << 20), f(n << 8 | 2));
  return 0;
}
