#include <stdio.h>
__attribute__((noinline)) static int f(unsigned x) { return (x & 7) < 7; }
int main(void) { volatile unsigned n = 15; printf("%d\n", f(n)); return 0; }
