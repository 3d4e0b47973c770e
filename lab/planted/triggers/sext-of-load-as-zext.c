#include <stdio.h>
__attribute__((noinline)) static long f(const signed char *p) { return *p; }
int main(void) { signed char c[2] = {-1, 2}; volatile int i = 0; printf("%ld\n", f(c + i)); return 0; }
