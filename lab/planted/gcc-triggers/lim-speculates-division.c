#include <stdio.h>
__attribute__((noinline)) static int f(const int *a, int n, int x, int y) {
  int r = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 3) r += x / y;
  return r;
}
int main(void) {
  volatile int n = 4, zero = 0;
  int a[] = {1, 2, 3, 3};
  printf("%d\n", f(a, n, n, zero));
  return 0;
}
