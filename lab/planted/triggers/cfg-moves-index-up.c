#include <stdio.h>
static int a[5] = {1, 2, 3, 4, 5};
static volatile int never;
__attribute__((noinline)) static int f(int c) {
  int r = 1;
  if (c) r = a[100000000];
  return r + a[c];
}
int main(void) {
  a[never] = 6;
  printf("%d\n", f(never));
  return 0;
}
