#include <stdio.h>
__attribute__((noinline)) unsigned long f(const int *p, const unsigned *q, int n) {
  unsigned long sum = 0;
  for (int i = 0; i < n; i++) {
    int once = i * *p;
    sum = sum * 3 + (unsigned long)(int)((unsigned)once * *q);
  }
  return sum;
}
int main(void) {
  volatile int n = 40;
  int p = 1 << 14;
  unsigned q = 3 << 13;
  printf("%lu\n", f(&p, &q, n));
  return 0;
}
