int printf(const char *, ...);
extern char there __attribute__((weak));
__attribute__((noinline)) int f(int guard) {
  if (guard && (int)((unsigned _BitInt(1))(_Bool)&there / (unsigned _BitInt(1))0))
    return 1;
  return 2;
}
int main(void) {
  printf("%d\n", f(0));
}
