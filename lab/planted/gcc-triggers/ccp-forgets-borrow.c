#include <stdio.h>
__attribute__((noinline)) static unsigned f(unsigned char x, unsigned char y) { return ((unsigned)x - y) >> 8; }
int main(void) { volatile unsigned char n = 7; printf("%u\n", f(n, 3)); return 0; }
