#include <stdio.h>
typedef union { unsigned whole; unsigned short half; } both;
__attribute__((noinline)) static void f(both *u, unsigned x) {
  u->whole = x;
  u->half = 7;
}
int main(void) { both u; volatile unsigned n = 0x12345678; f(&u, n); printf("%x\n", u.whole); return 0; }
