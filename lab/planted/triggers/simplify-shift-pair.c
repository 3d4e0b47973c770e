#include <stdio.h>
__attribute__((noinline)) static unsigned f(unsigned x) { return x << 8 >> 8; }
int main(void) { volatile unsigned n = 0xf0000001; printf("%u\n", f(n)); return 0; }
