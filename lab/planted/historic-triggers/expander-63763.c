#include <stdio.h>
int seen;
static void nothing(int x) {}
__attribute__((noinline)) int f(int x, int n) {
  int t = 0;
  if (x < n) {
    t = x + 2;
    nothing(t);
  }
  unsigned i = x;
  int j = n > 5 ? t : 0;
  for (int k = 0; k < 2; k++) {
    i++;
    j += n;
    seen ^= j;
  }
  return (int)i > x;
}
int main(void) {
  volatile int x = 2147483647;
  printf("%d", f(x, 3));
  printf(" %d\n", seen);
  return 0;
}
