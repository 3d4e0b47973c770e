#include <stdio.h>
static short a[40];
__attribute__((noinline)) static void f(int n) {
  for (int i = 0; i < n; i++) a[i] = 0x1234;
}
int main(void) { volatile int n = 30; f(n); printf("%d\n", a[n - 1]); return 0; }
