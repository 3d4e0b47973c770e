typedef __attribute__((preserve_none)) void fn(int, int, int, int, int, int, int, int, int, int, int, int);
fn *p;
__attribute__((preserve_none)) void f(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l) {
  p(a, b, c, d, e, f, g, h, i, j, k, l);
}
