#include <stdio.h>
__attribute__((noinline)) static int f(int x, int y) { return (x ^ y) * 15; }
int main(void) { volatile int n = 3; printf("%d\n", f(n, n + 1)); return 0; }
