#include <stdio.h>
struct s { short a, b; };
__attribute__((noinline)) static int f(const struct s *p) {
  const short *q = &p->b;
  return *q;
}
int main(void) {
  volatile short n = 5;
  struct s s = {n, n * 2};
  printf("%d\n", f(&s));
  return 0;
}
