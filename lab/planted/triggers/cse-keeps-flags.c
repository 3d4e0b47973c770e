#include <stdio.h>
__attribute__((noinline)) static int f(int x) {
  int next = x == 2147483647 ? 0 : x + 1;
  unsigned wrapped = (unsigned)x + 1u;
  int less = (int)wrapped < x;
  return less ? -1 : next;
}
int main(void) { volatile int most = 2147483647; printf("%d\n", f(most)); return 0; }
