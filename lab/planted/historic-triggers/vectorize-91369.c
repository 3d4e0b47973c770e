#include <stdbool.h>
#include <stdio.h>
static short a[64];
__attribute__((noinline)) static void f(short *p, bool step) {
  for (long i = 0; i < 48; i += step) p[i] = (short)step;
}
int main(void) {
  volatile bool step = true;
  f(a, step);
  long sum = 0;
  for (int i = 0; i < 64; i++) sum += a[i];
  printf("%ld\n", sum);
  return 0;
}
