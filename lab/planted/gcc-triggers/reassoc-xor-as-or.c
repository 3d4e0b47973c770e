#include <stdio.h>
__attribute__((noinline)) static unsigned f(unsigned x, unsigned y) {
  unsigned u = x ^ 5;
  unsigned v = u ^ y;
  return v ^ 6;
}
int main(void) { volatile unsigned n = 16; printf("%u\n", f(n, n * 2)); return 0; }
