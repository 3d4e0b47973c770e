#include <stdio.h>
__attribute__((noinline)) static int f(int x, int y) { return x - (y > 3); }
int main(void) { volatile int n = 9; printf("%d\n", f(n, n)); return 0; }
