int printf(const char *, ...);
typedef __attribute__((preserve_none)) int fn(int, int, int, int, int, int, int, int, int, int, int, int);
__attribute__((preserve_none)) int f(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l) {
  return k;
}
fn *volatile p = f;
int main(void) {
  printf("%d\n", p(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
}
