int printf(const char *, ...);
static int h(int x, int y, int t, int u, unsigned n) {
  int a = 0;
  if (x >= 0) {
    for (unsigned i = 0; i < n; i++);
    if (y >= 0) a = x < y ? t : u;
  }
  return a;
}
static int f(int x, int y, int t, int u, int *p, unsigned n) {
  *p = h(x, y, t, u, n);
  _Bool ge = (unsigned)x >= (unsigned)y;
  for (unsigned i = 0; i < n + ge; i++);
  return ge ? u : t;
}
int a, b = 1, m = -1, n;
__attribute__((noinline)) int w(int x, int y, int *p, unsigned n) {
  if (f(x, y, 5, 7, p, n) == 5) {
    if (x < y) return printf("less\n");
    return printf("not less\n");
  }
  return 0;
}
int main(void) {
  w(b, m, &a, n);
  f(b, m, 6, 8, &a, n);
}
