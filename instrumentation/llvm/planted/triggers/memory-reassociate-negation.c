#include <stdio.h>
__attribute__((noinline)) static unsigned f(unsigned a, unsigned b, unsigned n) {
  unsigned x = a;
  for (unsigned i = 0; i < n; i++) x = x * 3 + b;
  unsigned y = n > 3 ? x : b;
  return (a + b) - y + (b - x) + a;
}
int main(void) { volatile unsigned n = 4; printf("%u\n", f(n, n + 1, n)); return 0; }
