#include <stdio.h>
__attribute__((noinline)) static void f(short *restrict p, const short *restrict q) {
  p[0] = q[0] + 1;
  p[1] = q[1] + 1;
  p[2] = q[2] + 1;
  p[3] = q[3] + 1;
}
int main(void) {
  volatile short n = 5;
  short a[4], b[] = {n, n * 2, n * 3, n * 4};
  f(a, b);
  printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
  return 0;
}
