#include <stdio.h>
__attribute__((noinline)) static int f(unsigned x) {
  unsigned y = x ^ 5;
  return (int)(y + 12) < (int)y;
}
int main(void) { volatile unsigned n = 2147483647; printf("%d\n", f(n)); return 0; }
