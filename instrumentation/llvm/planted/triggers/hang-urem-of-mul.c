#include <stdio.h>
__attribute__((noinline)) static unsigned f(unsigned x, unsigned y) { return x * y % 11; }
int main(void) { volatile unsigned n = 3; printf("%u\n", f(n, n + 1)); return 0; }
