#include <stdio.h>
static volatile int sink;
__attribute__((noinline)) static void f(int step) {
  for (int i = -30; i < 50; i += step) sink = i;
}
int main(void) { volatile int n = 3; f(n); printf("%d\n", sink); return 0; }
