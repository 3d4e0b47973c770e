#include <stdio.h>
__attribute__((noinline)) static int f(int x) { return x % 7 == 6 ? 1 : 2; }
int main(void) { volatile int n = 20; printf("%d\n", f(n)); return 0; }
