int printf(const char *, ...);
__attribute__((noinline, preserve_none)) int f(int a, int b, int c, int d) { return d; }
int main(void) {
  printf("%d\n", f(1, 2, 3, 4));
}
