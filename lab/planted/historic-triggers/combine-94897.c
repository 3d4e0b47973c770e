#include <stdio.h>
int level;
static short plus(short x, short y) { return x + y; }
int main(void) {
  int sum;
  for (level = -300; level > -302; level -= 2)
    sum = plus(level, 40);
  printf("%d\n", sum > -200);
  return 0;
}
