#include <stdio.h>
int bits, bit, down, up;
int table[9];
static int pick(int i) {
  bit = 1 << i;
  if (bits & bit) return 3;
  return 1;
}
__attribute__((noinline)) int f(int n) {
#pragma clang loop unroll(disable)
  for (down = 6; down; down--) {
#pragma clang loop unroll(disable)
    for (up = 0; up <= 6; up++) {
      table[pick(down - 1)] = table[down];
      while (up + down) return 0;
    }
  }
  return n;
}
int main(void) {
  volatile int n = 6;
  for (int i = 0; i < 9; i++) table[i] = i * i + 1;
  f(n);
  printf("%d %d\n", table[1], bit);
  return 0;
}
