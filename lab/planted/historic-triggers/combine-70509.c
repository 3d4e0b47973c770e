#include <stdio.h>
__attribute__((noinline)) int f(int x, int *half) {
  int y = x >> 1;
  *half = y;
  return (unsigned)y < 0x60000000u;
}
int main(void) {
  volatile int n = -2147483647 - 1;
  int half, small = f(n, &half);
  printf("%d %d\n", small, half);
  return 0;
}
