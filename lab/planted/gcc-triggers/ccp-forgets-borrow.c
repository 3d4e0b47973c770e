#include <stdio.h>
__attribute__((noinline)) static int f(unsigned char x, unsigned char y) {
  unsigned short d = x - y;
  return d >> 8;
}
int main(void) { volatile unsigned char n = 7, m = 3; printf("%d\n", f(n, m)); return 0; }
