#include <stdio.h>
unsigned short out[8];
__attribute__((noinline)) void f(const unsigned short *a, const unsigned short *b) {
  for (int i = 0; i < 8; i++) out[i] = (unsigned short)(((unsigned)a[i] + b[i]) >> 1);
}
int main(void) {
  volatile unsigned short n = 40000;
  unsigned short a[8], b[8];
  for (int i = 0; i < 8; i++) a[i] = n + i * 777, b[i] = n - i * 333;
  f(a, b);
  for (int i = 0; i < 8; i++) printf("%d ", out[i]);
  puts("");
  return 0;
}
