#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
int c[4096];
__attribute__((noinline)) void f(const char a[static 4096]) {
  for (int i = 0; i < 4096; i++) {
    int v = 0;
    if (a[i])
      memcpy(&v, a + i, sizeof v);
    c[i] = v;
  }
}
int main(void) {
  char *a = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(a + 4096, 4096, PROT_NONE);
  a[5] = 1;
  f(a);
  printf("%d\n", c[5]);
}
