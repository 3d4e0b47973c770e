#include <stdio.h>
__attribute__((noinline)) static unsigned f(unsigned short x) { return x % 100u + x; }
int main(void) { volatile unsigned short n = 300; printf("%u\n", f(n)); return 0; }
