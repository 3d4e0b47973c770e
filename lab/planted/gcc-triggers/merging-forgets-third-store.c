#include <stdio.h>
struct s { char a, b; short c; int d; };
__attribute__((noinline)) static void f(struct s *p) {
  p->a = 1;
  p->b = 2;
  p->c = 3;
  p->d = 4;
}
int main(void) {
  struct s s;
  f(&s);
  printf("%d %d %d %d\n", s.a, s.b, s.c, s.d);
  return 0;
}
