#include <stdio.h>
__attribute__((noinline)) static int f(int *a, int x) {
  int i;
  for (i = 0; i < 10; i += 4) a[i] += x;
  return i;
}
int main(void) {
  volatile int n = 3;
  int a[12] = {0};
  int r = f(a, n);
  printf("%d %d %d\n", r, a[4], a[8]);
  return 0;
}
