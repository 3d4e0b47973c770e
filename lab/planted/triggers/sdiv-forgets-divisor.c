#include <stdio.h>
__attribute__((noinline)) static int f(unsigned short x, int y) { return x / y; }
int main(void) { volatile int n = -3; volatile unsigned short m = 9; printf("%d\n", f(m, n)); return 0; }
