#include <stdio.h>
__attribute__((noinline)) static void f(unsigned short *a, unsigned short v) {
  for (int i = 0; i < 16; i++) {
    a[i] = v;
    v += 3;
  }
}
int main(void) {
  volatile unsigned short n = 5;
  unsigned short a[16];
  f(a, n);
  for (int i = 0; i < 16; i++) printf("%d\n", a[i]);
  return 0;
}
