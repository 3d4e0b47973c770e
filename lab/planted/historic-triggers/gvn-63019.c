#include <stdio.h>
#include <string.h>
unsigned long out;
volatile int seen;
__attribute__((noinline)) unsigned char f(int c, unsigned long offset) {
  unsigned char a[8];
  unsigned long first = 0x1122334455667788, second;
  memcpy(a, &first, 8);
  const unsigned char *p = a + 2;
  if (c) {
    seen = 1;
    p = a + offset;
  }
  a[0] = 0;
  memcpy(&second, a, 8);
  out = second;
  return *p;
}
int main(void) {
  volatile unsigned long n = 5;
  int known = f(0, n), unknown = f(1, n);
  printf("%x %x %lx\n", known, unknown, out);
  return 0;
}
