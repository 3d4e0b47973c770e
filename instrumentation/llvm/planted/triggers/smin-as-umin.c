#include <stdio.h>
__attribute__((noinline)) static int f(int x, int y) { return x < y ? x : y; }
int main(void) { volatile int n = -3; printf("%d\n", f(n, n + 9)); return 0; }
