#include <stdio.h>
__attribute__((noinline)) unsigned f(const unsigned char *a) {
  unsigned all = 0;
  for (int i = 0; i < 8; i++) all |= (unsigned short)(a[i] * 400);
  return all >> 15;
}
int main(void) {
  volatile unsigned char n = 3;
  unsigned char a[8];
  for (int i = 0; i < 8; i++) a[i] = (unsigned char)(n * (i + 5));
  printf("%u\n", f(a));
  a[0] = 100;
  printf("%u\n", f(a));
  return 0;
}
