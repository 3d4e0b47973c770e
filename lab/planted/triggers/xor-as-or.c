#include <stdio.h>
__attribute__((noinline)) static unsigned f(unsigned x, unsigned y) { return (x & 12) ^ (y & 6); }
int main(void) { volatile unsigned n = 15; printf("%u\n", f(n, n)); return 0; }
