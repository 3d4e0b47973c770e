#include <stdio.h>
__attribute__((noinline)) static int f(const int *a, int n, int x, int y) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > y) sum ^= x / y;
    else sum ^= a[i];
  return sum;
}
int main(void) { volatile int zero = 0; int a[9] = {-1, -2, -3}; printf("%d\n", f(a, 9, 5, zero)); return 0; }
