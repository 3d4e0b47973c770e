#include <stdio.h>
__attribute__((noinline)) static int f(int x, int y) { return x * 3 + y; }
int main(void) {
  volatile int n = 10;
  int r = f(1, n);
  printf("%d %d\n", r, f(5, n));
  return 0;
}
