#include <stdio.h>
static volatile int sink;
__attribute__((noinline)) static int f(void) {
  int i;
  for (i = 0; i < 30; i++) sink = i;
  return i;
}
int main(void) { printf("%d\n", f()); return 0; }
