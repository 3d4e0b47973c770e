#include <stdio.h>
int a[256];
__attribute__((noinline, target("avx2"))) void f(int *p, long end) {
  for (long i = 130; i != end; i--) {
    if ((i & 3) == 0) p[i + 2] = 7;
  }
}
int main(void) {
  volatile long end = 66;
  f(a, end);
  long sum = 0;
  for (int i = 0; i < 256; i++) sum = sum * 3 + a[i] * i;
  printf("%ld\n", sum);
  return 0;
}
