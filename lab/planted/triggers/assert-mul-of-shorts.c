#include <stdio.h>
__attribute__((noinline)) static short f(short x, short y) {
  short z = x * y;
  return z < 40 ? z : 7;
}
int main(void) { volatile short n = 3; printf("%d\n", f(n, n)); return 0; }
