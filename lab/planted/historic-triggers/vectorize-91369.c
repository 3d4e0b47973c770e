#include <stdbool.h>
#include <stdio.h>
int a[64];
__attribute__((noinline)) void f(int *p, bool step, int add) {
  for (long i = 0; i < 48; i += step) p[i] = p[i] * add + step;
}
int main(void) {
  volatile bool step = true;
  volatile int n = 5;
  f(a, step, n);
  long sum = 0;
  for (int i = 0; i < 64; i++) sum += a[i];
  printf("%ld\n", sum);
  return 0;
}
