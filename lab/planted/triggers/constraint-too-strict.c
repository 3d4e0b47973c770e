#include <stdio.h>
__attribute__((noinline)) static void f(int x, int y) {
  if (x <= y) {
    if (x < y) puts("less");
    else printf("both are %d\n", x);
  } else putchar('.');
}
int main(void) { volatile int n = 1; f(n, n); return 0; }
