#include <stdio.h>
__attribute__((noinline)) static int f(unsigned x) { return x << 4 == 0; }
int main(void) { volatile unsigned n = 0xf0000000; printf("%d\n", f(n)); return 0; }
