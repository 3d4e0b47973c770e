#include <stdio.h>
__attribute__((noinline)) static long long f(int x, int y) { return (long long)x * y; }
int main(void) { volatile int n = 100000; printf("%lld\n", f(n, n)); return 0; }
