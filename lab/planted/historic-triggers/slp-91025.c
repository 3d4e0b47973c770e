#include <stdio.h>
__attribute__((noinline)) void f(const short *a, const short *b, short *restrict o) {
  for (int i = 0; i < 8; i++) {
    int x = a[i], y = b[i] * 2;
    o[i] = (short)(x > y ? x : y);
  }
}
int main(void) {
  volatile int n = 300;
  short a[8], b[8], o[8];
  for (int i = 0; i < 8; i++) a[i] = (short)(n * (i - 4)), b[i] = (short)(i * 7000 - n * 9);
  f(a, b, o);
  for (int i = 0; i < 8; i++) printf("%d ", o[i]);
  puts("");
  return 0;
}
