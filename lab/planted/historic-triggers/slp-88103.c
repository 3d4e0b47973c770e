#include <stdio.h>
__attribute__((noinline)) int f(const signed char *a, const unsigned char *b) {
  int n = 0;
  for (int i = 0; i < 8; i++) n += a[i] > b[i];
  return n;
}
int main(void) {
  volatile int n = 100;
  signed char a[8];
  unsigned char b[8];
  for (int i = 0; i < 8; i++) a[i] = (signed char)(n - i * 30), b[i] = (unsigned char)(n * 2 - i * 25);
  printf("%d\n", f(a, b));
  return 0;
}
