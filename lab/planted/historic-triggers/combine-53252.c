#include <stdio.h>
__attribute__((noinline)) int f(int x, int low, int high) {
  int inside = x < 0 ? low : high;
  return (unsigned)x > 128 ? x : inside;
}
int main(void) {
  volatile int n = 5;
  printf("%d %d %d %d\n", f(n, 1000, 2000), f(-n, 1000, 2000), f(n * 100, 1000, 2000), f(n - 5, 1000, 2000));
  return 0;
}
