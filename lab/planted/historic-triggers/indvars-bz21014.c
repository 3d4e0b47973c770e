#include <stdio.h>
int a[32];
__attribute__((noinline)) unsigned f(const int *middle, int from, int to) {
  unsigned sum = 0;
  for (int i = from; i > to; i--) sum = sum * 3 + middle[1 - i];
  return sum;
}
int main(void) {
  volatile int n = 9;
  for (int i = 0; i < 32; i++) a[i] = i * i;
  printf("%u\n", f(a + 16, n, -n));
  return 0;
}
