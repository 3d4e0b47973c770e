#include <stdio.h>
__attribute__((noinline)) static int f(short **p, short *q) {
  short before = *q;
  **p = 5;
  return before + *q;
}
int main(void) { short x = 1, *p = &x; printf("%d\n", f(&p, &x)); return 0; }
