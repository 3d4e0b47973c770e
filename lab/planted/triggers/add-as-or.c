#include <stdio.h>
__attribute__((noinline)) static unsigned f(unsigned x) { return (x ^ 5) + 12; }
int main(void) { volatile unsigned n = 13; printf("%u\n", f(n)); return 0; }
