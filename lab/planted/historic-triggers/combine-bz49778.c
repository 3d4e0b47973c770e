#include <stdbool.h>
#include <stdio.h>
__attribute__((noinline)) unsigned f(bool b) {
  unsigned wide = b;
  unsigned mask = ~(0xffffffffu << wide);
  return (mask & wide) << wide;
}
int main(void) {
  volatile bool n = true;
  printf("%u %u\n", f(n), f(!n));
  return 0;
}
