#include <stdio.h>
__attribute__((noinline)) static long f(int x) {
  if (x < -5 || x > 1000) return 0;
  return x;
}
int main(void) { volatile int n = -3; printf("%ld\n", f(n)); return 0; }
