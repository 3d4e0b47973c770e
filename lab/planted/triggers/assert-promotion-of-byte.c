#include <stdio.h>
static char g;
__attribute__((noinline)) static void f(const int *a) {
  for (int i = 0;; i++) {
    g += 3;
    if (a[i] == 1) { puts("one"); break; }
    if (a[i] == 2) { printf("two, %d\n", i); break; }
  }
}
int main(void) {
  volatile int n = 0;
  int a[] = {0, 0, n + 1, 0, n + 2};
  for (int i = 0; i < 5; i += 2) { f(a + i); printf("%d\n", g); }
  return 0;
}
