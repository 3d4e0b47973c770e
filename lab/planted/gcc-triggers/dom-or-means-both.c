#include <stdio.h>
__attribute__((noinline)) static int f(int x, int y) {
  _Bool a = x > 3, b = y > 5;
  if (a | b) {
    puts("any");
    if (a) puts("the first");
    return 2;
  }
  return 3;
}
int main(void) { volatile int n = 1, m = 10; printf("%d\n", f(n, m)); return 0; }
