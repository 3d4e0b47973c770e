#include <stdio.h>
static short g, h;
__attribute__((noinline)) static int f(short *p) {
  g = 1;
  *p = 2;
  return g;
}
int main(void) {
  volatile int n = 1;
  int r = f(n ? &g : &h);
  printf("%d %d\n", r, h);
  return 0;
}
