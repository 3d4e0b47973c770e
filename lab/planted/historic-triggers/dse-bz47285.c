#include <stdio.h>
int g, h;
__attribute__((noinline)) void f(int *restrict p, volatile int *restrict q, int c) {
  *p = 1;
  if (c) {
    *q = 5;
    *p = 2;
  }
}
int main(void) {
  volatile int n = 0;
  f(&g, &h, n);
  printf("%d\n", g);
  f(&g, &h, n + 1);
  printf("%d\n", g);
  return 0;
}
