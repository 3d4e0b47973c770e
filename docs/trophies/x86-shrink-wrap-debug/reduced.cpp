#include <algorithm>
long long a[25];
long long *p;
__attribute__((noinline)) void f(void) {
  if (*p / (*p == 0 ? 1 : *p))
    std::rotate(a, a + 2, a + 25);
}
