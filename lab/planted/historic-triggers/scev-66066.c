#include <stdio.h>
__attribute__((noinline)) int f(int rounds, unsigned char limit) {
  int large = 0;
  for (int i = -0x2aaaaaaa, k = 0;; i += 0x55555554) {
    int thrice = i * 3;
    large += 1000 / thrice;
    if (thrice > limit) large += 5;
    if (++k == rounds) break;
  }
  return large;
}
int main(void) {
  volatile int n = 2;
  printf("%d\n", f(n, (unsigned char)n));
  return 0;
}
