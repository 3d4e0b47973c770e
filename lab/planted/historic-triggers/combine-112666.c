#include <stdio.h>
static int turned(int x, int turn) { return turn ? -x : x; }
static unsigned less(int x, int turn, unsigned from) { return from - (unsigned)turned(x, turn); }
int seen;
__attribute__((noinline)) int f(int x, int turn, unsigned from) {
  int z = (int)(less(x, turn, from) - from);
  if (turn) {
    seen += printf("turned\n");
    return seen;
  }
  return z < 0 ? 1 : 2;
}
int main(void) {
  volatile int n = -2147483647 - 1, no = 0;
  printf("%d\n", f(n, no, 7));
  return 0;
}
