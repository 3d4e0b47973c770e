#include <stdio.h>
__attribute__((noinline)) static int f(short x, short y) { return x & y; }
int main(void) { volatile short n = -3; printf("%d\n", f(n, n)); return 0; }
