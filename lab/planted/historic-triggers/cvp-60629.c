#include <stdbool.h>
#include <stdio.h>
__attribute__((noinline)) unsigned f(const bool *a, const bool *b, const bool *c, int n) {
  unsigned sum = 0, last = 0;
  for (int i = 0; i < n; i++) {
    unsigned v = (a[i] ? 3u : 0u) + (b[i] ? 4u : 0u) + (c[i] ? 2u : 0u);
    sum = sum * 31 + (v > 5 ? last : 1);
    last = v % 6;
  }
  return sum;
}
int main(void) {
  bool a[4] = {false, true, true, false}, b[4] = {true, true, false, true}, c[4] = {false, true, true, true};
  volatile int n = 4;
  printf("%u\n", f(a, b, c, n));
  return 0;
}
