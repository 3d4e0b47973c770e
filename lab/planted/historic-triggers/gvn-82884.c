#include <stdio.h>
__attribute__((noinline)) int f(int x, int limit) {
  int r = 0, square;
  if (x < limit) r = x * x;
  int overflows = __builtin_mul_overflow(x, x, &square);
  return (square < 0 ? r ^ 77 : r ^ 5) + (overflows ? 1000 : 0);
}
int main(void) {
  volatile int n = 3;
  printf("%d %d\n", f(n, 10), f(n + 49997, 10));
  return 0;
}
