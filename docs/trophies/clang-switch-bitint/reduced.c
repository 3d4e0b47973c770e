int printf(const char *, ...);
__attribute__((noinline)) unsigned char f(unsigned _BitInt(3) x) {
  switch (x) {
  case 0: return 5;
  case 1:
  case 2: return 31;
  case 3: return 77;
  default: return 9;
  }
}
int main(void) {
  printf("%d\n", f(7));
}
