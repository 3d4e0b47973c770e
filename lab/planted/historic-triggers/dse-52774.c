#include <stdio.h>
#include <stdlib.h>
struct item { int value; struct item *next; };
__attribute__((noinline)) struct item *f(int n) {
  struct item *list = 0, *made;
  int i = 0;
  do {
    made = malloc(sizeof *made);
    made->value = i;
    made->next = list;
    list = i + 1 == n ? list : made;
  } while (++i < n);
  made->next = 0;
  return list;
}
int main(void) {
  volatile int n = 5;
  int sum = 0, steps = 0;
  for (struct item *p = f(n); p && steps < 20; p = p->next, steps++) sum = sum * 3 + p->value;
  printf("%d %d\n", sum, steps);
  return 0;
}
