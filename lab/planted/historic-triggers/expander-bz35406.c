#include <stdio.h>
unsigned a[64];
__attribute__((noinline)) void f(unsigned *p, unsigned part, unsigned whole, unsigned rounds) {
  for (unsigned k = 0; k < rounds; k++)
    if (part > 0) {
      unsigned limit = whole / part;
      for (unsigned i = 0; i < limit; i++) p[i] += k + 1;
    }
}
int main(void) {
  volatile unsigned n = 0;
  f(a, n, 40, 3);
  printf("%u\n", a[3]);
  f(a, n + 2, 40, 3);
  printf("%u\n", a[3]);
  return 0;
}
