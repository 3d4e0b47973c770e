#include <stdio.h>
__attribute__((noinline)) static int f(unsigned short x, short y) { return x | y; }
int main(void) { volatile short n = 7; printf("%d\n", f(n, n)); return 0; }
