#include <stdio.h>
__attribute__((noinline)) static int f(int x, int y) { return (x < 3) ^ (y > 5); }
int main(void) { volatile int n = 3; printf("%d\n", f(n, n)); return 0; }
