#include <stdio.h>
__attribute__((noinline)) static unsigned f(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e) { return (a ^ b ^ c) ^ (d ^ e); }
int main(void) { volatile unsigned n = 4; printf("%u\n", f(n, n + 1, n, n + 3, n + 9)); return 0; }
