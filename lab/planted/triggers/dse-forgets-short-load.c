#include <stdio.h>
__attribute__((noinline)) static int f(short *p, short *q) {
  *p = 3;
  short seen = *q;
  *p = 4;
  return seen;
}
int main(void) { short x = 1; printf("%d\n", f(&x, &x)); return 0; }
