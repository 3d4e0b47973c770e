#include <stdio.h>
__attribute__((noinline)) static unsigned f(unsigned x, unsigned char y) {
  union { unsigned whole; unsigned char part[4]; } u;
  u.whole = x;
  u.part[1] = y;
  return u.whole;
}
int main(void) { volatile unsigned n = 0xff01; printf("%u\n", f(n, 7)); return 0; }
