#include <stdio.h>
__attribute__((noinline)) static unsigned f(unsigned x, unsigned y, int c) {
  unsigned r = 1;
  if (c) { puts("shifted"); r = x >> y; }
  else printf("%u\n", y);
  return r + (x >> y);
}
int main(void) { volatile unsigned n = 3; printf("%u\n", f(n, n + 1, (int)n)); return 0; }
