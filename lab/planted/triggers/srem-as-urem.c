#include <stdio.h>
__attribute__((noinline)) static int f(int x) { return x % 7; }
int main(void) { volatile int n = -30; printf("%d\n", f(n)); return 0; }
