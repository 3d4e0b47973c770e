#include <stdio.h>
static int g;
static volatile int never;
__attribute__((noinline)) static void f(int c) {
  g = 5;
  if (c) {
    int nothing;
    g = nothing;
  }
}
int main(void) {
  f(never);
  printf("%d\n", g);
  return 0;
}
