int printf(const char *, ...);
__attribute__((noinline)) long double f(unsigned _BitInt(129) x) { return x; }
int main(void) {
  printf("%.0Lf\n", f((unsigned _BitInt(129))1 << 128));
}
