#include <stdio.h>
__attribute__((noinline)) static int f(int x, int y, int c) {
  if (c) {
    puts("asked");
    if (x * y == 6) goto end;
    puts("another product");
  } else {
    puts("not asked");
  }
end:
  return x * y;
}
int main(void) { volatile int n = 2, m = 5; printf("%d\n", f(n, m, n - 2)); return 0; }
