#include <stdio.h>
__attribute__((noinline)) static unsigned char f(unsigned x) { return (unsigned char)(x >> 3); }
int main(void) { volatile unsigned n = 0x7ff; printf("%d\n", f(n)); return 0; }
