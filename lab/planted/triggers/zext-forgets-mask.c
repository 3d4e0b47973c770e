#include <stdio.h>
__attribute__((noinline)) static unsigned f(unsigned x, unsigned y) { return (unsigned short)(x + y); }
int main(void) { volatile unsigned n = 65535; printf("%u\n", f(n, n)); return 0; }
