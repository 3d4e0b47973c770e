#include <stdio.h>
unsigned char small = 1;
__attribute__((noinline)) void f(unsigned n, int *p) {
  unsigned short part = 40u / (unsigned short)n;
  if (p[0])
    p[1] += p[0];
  if (n < 20)
    small = part;
}
int main(void) {
  volatile unsigned n = 512;
  int p[2] = {3, 4};
  f(n, p);
  printf("%d %d\n", small, p[1]);
  return 0;
}
