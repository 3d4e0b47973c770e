#include <stdio.h>
__attribute__((noinline)) static int f(short x, unsigned short y) { return x < y; }
int main(void) { volatile short n = -3; volatile unsigned short m = 7; printf("%d\n", f(n, m)); return 0; }
