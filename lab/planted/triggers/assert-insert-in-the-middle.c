#include <stdio.h>
__attribute__((noinline)) static unsigned f(unsigned x, unsigned short y) {
  union { unsigned whole; unsigned short part[2]; } u;
  u.whole = x;
  u.part[1] = y;
  return u.whole;
}
int main(void) { volatile unsigned n = 0xff0001; printf("%u\n", f(n, 7)); return 0; }
