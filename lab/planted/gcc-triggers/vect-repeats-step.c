#include <stdio.h>
__attribute__((noinline)) static void f(unsigned char *a, unsigned char v) {
  for (int i = 0; i < 32; i++) {
    a[i] = v;
    v += 3;
  }
}
int main(void) {
  volatile unsigned char n = 5;
  unsigned char a[32];
  f(a, n);
  for (int i = 0; i < 32; i++) printf("%d\n", a[i]);
  return 0;
}
