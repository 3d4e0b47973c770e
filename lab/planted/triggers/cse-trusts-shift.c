#include <stdio.h>
static int h;
static volatile int never;
__attribute__((noinline)) static int f(int c, int x) {
  int by = 40, r = 3;
  if (c) {
    h = 1;
    r = x << by;
  }
  return r;
}
int main(void) {
  int r = f(never, 5);
  printf("%d\n", h);
  return r == 4;
}
