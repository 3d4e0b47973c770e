#include <stdio.h>
static int g, h;
static volatile int never;
__attribute__((noinline)) static void f(int c) {
  if (c) {
    g = 3;
    h = 1;
  } else {
    g = 3;
  }
}
int main(void) {
  f(never);
  printf("%d %d\n", g, h);
  return 0;
}
