#include <stdio.h>
static short g;
__attribute__((noinline)) static int f(int x) {
  g = (short)x;
  return x + 1;
}
int main(void) {
  volatile int n = 3;
  f(n);
  printf("%d\n", g);
  return 0;
}
