#include <stdio.h>
static int a[1024];
__attribute__((noinline)) static unsigned f(int *p, unsigned n, unsigned short step) {
  unsigned x = 0;
  for (unsigned i = 0; i < n; i++) {
    p[i] += (int)x;
    x = (x & 65535) + step;
  }
  return x;
}
int main(void) {
  volatile unsigned n = 64;
  unsigned last = f(a, n, 2048);
  long sum = 0;
  for (int i = 0; i < 64; i++) sum = sum * 3 + a[i];
  printf("%u %ld\n", last, sum);
  return 0;
}
