int printf(const char *, ...);
__attribute__((noinline)) int f(const unsigned char *p, int n) {
  static void *const t[] = {&&sub, &&mul, &&jmp, &&end};
  int i = 0, c = 0;
  goto *t[p[i]];
sub:
  n -= p[i + 1];
  i += 2;
  goto *t[p[i]];
mul:
  n *= p[i + 1];
  i += 2;
  goto *t[p[i]];
jmp:
  if (c++ < 3) i = p[i + 1];
  else i += 2;
  goto *t[p[i]];
end:
  return n;
}
int main(void) {
  static const unsigned char code[] = {1, 2, 0, 5, 2, 0, 3};
  printf("%d\n", f(code, 7));
}
