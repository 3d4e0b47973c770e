#include <stdio.h>
__attribute__((noinline)) static unsigned f(signed char x, int y) { return ((unsigned)(int)x ^ (unsigned)y) & 0x1ff; }
int main(void) { volatile int n = -9; printf("%u\n", f((signed char)n, n * 3)); return 0; }
