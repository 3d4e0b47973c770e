#include <stdio.h>
__attribute__((noinline)) int f(int x) {
  int r = 7;
  if (x >= 0 && x < 1000) {
    unsigned wide = (unsigned)(x * 8);
    r = (int)(wide < 80 ? wide : 80);
  }
  if (x < 0) r += 1000;
  return r;
}
int main(void) {
  volatile int n = 4;
  printf("%d %d %d\n", f(n), f(-n), f(n + 2000));
  return 0;
}
