#include <stdio.h>
typedef int four __attribute__((vector_size(16)));
__attribute__((noinline)) four f(four x) {
  four zero = {0, 0, 0, 0};
  four moved = __builtin_shufflevector(x, zero, 1, 1, 0, 3);
  four is_zero = x == zero;
  return is_zero & moved;
}
int main(void) {
  volatile int n = 1;
  four x = {0, n, 0, n + 1}, y = f(x);
  printf("%d %d %d %d\n", y[0], y[1], y[2], y[3]);
  return 0;
}
