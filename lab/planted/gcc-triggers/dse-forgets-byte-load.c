#include <stdio.h>
union u { long long whole; unsigned char part[8]; };
__attribute__((noinline)) static int f(union u *p, long long x, int i) {
  p->whole = x;
  int r = p->part[i];
  p->whole = 3;
  return r;
}
int main(void) {
  volatile int n = 77, i = 0;
  union u u = {0};
  printf("%d\n", f(&u, n, i));
  return 0;
}
