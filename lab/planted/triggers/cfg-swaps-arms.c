#include <stdio.h>
__attribute__((noinline)) static short f(int c, short x, short y) {
  if (c <= 3) {
    x = 9;
    y = 5;
  }
  return x + y;
}
int main(void) { volatile int n = 1; printf("%d\n", f(n, n, n)); return 0; }
