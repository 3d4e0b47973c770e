#include <stdio.h>
__attribute__((noinline)) static int f(int x, unsigned y) {
  if (x > 3) {
    if (y > 5) return 1;
  }
  return 2;
}
int main(void) { volatile int n = 10, m = 1; printf("%d\n", f(n, m)); return 0; }
