#include <stdio.h>
__attribute__((noinline)) static unsigned f(unsigned x) { return x >> 3 << 3; }
int main(void) { volatile unsigned n = 29; printf("%u\n", f(n)); return 0; }
