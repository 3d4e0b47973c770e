#include <stdio.h>
__attribute__((noinline)) static void f(char *p, int n) {
  for (int i = 0; i < n; i++) p[i] = 7;
}
int main(void) { char a[9] = {0}; volatile int n = 9; f(a, n); printf("%d\n", a[8]); return 0; }
