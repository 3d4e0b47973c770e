#include <stdio.h>
__attribute__((noinline)) int f(int sign, int x, int log) {
  int part = 1 << log, rest = x % part;
  return sign < 0 ? rest + part : rest;
}
int main(void) {
  volatile int n = 2;
  printf("%d %d\n", f(-n, 21, n), f(n, 21, n + 1));
  return 0;
}
