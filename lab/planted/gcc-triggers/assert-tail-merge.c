#include <stdio.h>
static int g;
__attribute__((noinline)) static void f(int x, int y) {
  if (x == 1) {
    puts("a");
    g = y;
  } else if (y > 7) {
    puts("a");
    g = y;
  } else if (x > y) {
    puts("a");
    g = y;
  } else
    puts("c");
}
int main(void) { volatile int n = 5, m = 6; f(n, m); printf("%d\n", g); return 0; }
