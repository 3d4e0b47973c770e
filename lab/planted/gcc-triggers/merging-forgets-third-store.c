#include <stdio.h>
struct s { int d; char a, b; short c; };
__attribute__((noinline)) static void f(struct s *p) {
  p->d = 4;
  p->a = 1;
  p->b = 2;
  p->c = 3;
}
int main(void) {
  struct s s;
  f(&s);
  printf("%d %d %d %d\n", s.a, s.b, s.c, s.d);
  return 0;
}
