#include <stdio.h>
__attribute__((noinline)) static int f(const int *a) {
  int sum = 0;
  for (int i = 0; i < 9; i++) sum += a[i] * i;
  return sum;
}
int main(void) { int a[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}; volatile int i = 0; printf("%d\n", f(a + i)); return 0; }
