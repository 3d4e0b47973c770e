#include <stdio.h>
static long g;
__attribute__((noinline)) static void f(const int *a) {
  for (int i = 0;; i++) {
    g += 3;
    if (a[i] == 1) { puts("one"); break; }
    if (a[i] == 2) { printf("two, %d\n", i); break; }
    if (a[i] == 3) { putchar('3'); break; }
  }
}
int main(void) {
  volatile int n = 0;
  int a[] = {0, 0, n + 1, 0, n + 2, 0, n + 3};
  for (int i = 0; i < 7; i += 2) { f(a + i); printf("%ld\n", g); }
  return 0;
}
