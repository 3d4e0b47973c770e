#include <stdio.h>
__attribute__((noinline)) static int f(int x) {
  if (x < -20 || x > 1000) return 0;
  return x >> 2;
}
int main(void) { volatile int n = -9; printf("%d\n", f(n)); return 0; }
