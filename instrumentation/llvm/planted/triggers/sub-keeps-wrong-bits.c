#include <stdio.h>
__attribute__((noinline)) static unsigned f(unsigned x) { return x - (x & 12); }
int main(void) { volatile unsigned n = 15; printf("%u\n", f(n)); return 0; }
