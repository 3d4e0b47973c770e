#include <stdio.h>
__attribute__((noinline)) static int f(int x) { return 20 - (x & 7) > 10; }
int main(void) { volatile int n = 1; printf("%d\n", f(n)); return 0; }
