#include <stdio.h>
static long g = 3;
__attribute__((noinline)) static void set(int c) { if (c) g = 9; }
__attribute__((noinline)) static long get(void) { return g; }
int main(void) { volatile int n = 0; set(n); printf("%ld\n", get()); return 0; }
