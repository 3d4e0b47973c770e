#include <stdio.h>
__attribute__((noinline)) static int f(int x, int i) {
  unsigned char a[4];
  a[0] = x;
  a[1] = x + 1;
  a[2] = x + 2;
  a[3] = x + 3;
  return a[i & 3];
}
int main(void) { volatile int n = 77, i = 2; printf("%d\n", f(n, i)); return 0; }
