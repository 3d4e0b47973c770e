#include <stdio.h>
__attribute__((noinline)) static int f(int x) { return x % 8; }
int main(void) { volatile int n = -3; printf("%d\n", f(n)); return 0; }
