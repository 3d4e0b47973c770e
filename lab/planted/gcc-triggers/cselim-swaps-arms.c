#include <stdio.h>
static int g;
__attribute__((noinline)) static void f(int c) {
  if (c) g = 1;
  else g = 2;
}
int main(void) { volatile int n = 5; f(n); printf("%d\n", g); return 0; }
