#include <stdio.h>
__attribute__((noinline)) int f(int by) {
  int left = 4, steps = 0;
  while (left > -1) {
    left = left - 1;
    steps += by;
  }
  return steps * 10 + -1 % left;
}
int main(void) {
  volatile int n = 3;
  printf("%d\n", f(n));
  return 0;
}
