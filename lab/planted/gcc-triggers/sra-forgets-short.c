#include <stdio.h>
struct s { short a; int b; };
__attribute__((noinline)) static int f(const struct s *p) {
  struct s l = *p;
  if (l.b > 3) l.a += 2;
  return l.a + l.b;
}
int main(void) {
  volatile int n = 7;
  struct s s = {(short)n, n};
  printf("%d\n", f(&s));
  return 0;
}
