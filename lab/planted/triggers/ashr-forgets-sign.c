#include <stdio.h>
__attribute__((noinline)) static int f(short x) { return x >> 3; }
int main(void) { volatile short n = -30; printf("%d\n", f(n)); return 0; }
