#include <stdio.h>
unsigned seen;
static void nothing(unsigned x) {}
__attribute__((noinline)) unsigned f(unsigned x, int n) {
  unsigned t = 0;
  if ((x & 2) == 0) {
    t = x + 2;
    nothing(t);
  }
  unsigned i = x, j = x - 2 > 5 ? t : 0;
  for (int k = 0; k < 2; k++) {
    i++;
    j += n;
    seen ^= j;
  }
  return i;
}
int main(void) {
  volatile unsigned x = 7;
  printf("%u", f(x, 3));
  printf(" %u\n", seen);
  return 0;
}
