#include <stdio.h>
static int counter;
__attribute__((noinline)) static int f(int n) {
  if (n == 0) return 0;
  counter += n;
  int rest = f(n - 1);
  return counter + rest;
}
int main(void) { volatile int n = 4; printf("%d\n", f(n)); return 0; }
