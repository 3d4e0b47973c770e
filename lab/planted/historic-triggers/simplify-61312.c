#include <stdio.h>
__attribute__((noinline)) static int f(void) {
  int a = 2;
  for (; a >= 0; a--)
    ;
  return -1 % a;
}
int main(void) {
  printf("%d\n", f());
  return 0;
}
