#include <stdio.h>
static char a[101];
__attribute__((noinline)) static void f(void) {
  for (int i = 0; i < 101; i++) a[i] = 0;
}
int main(void) {
  volatile int n = 3;
  a[n] = 7;
  f();
  printf("%d\n", a[n]);
  return 0;
}
