int printf(const char *, ...);
__attribute__((noinline)) void f(long *p, long q) {
  long a = p[2];
  p[1] = q ^ a;
  p[2] = a ^ p[3];
}
int main(void) {
  long p[4] = {1, 2, 3, 4};
  f(p, 5);
  printf("%ld %ld\n", p[1], p[2]);
}
