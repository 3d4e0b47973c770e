int printf(const char *, ...);
__attribute__((noinline, no_caller_saved_registers)) void f(int n) {
  volatile char big[100000];
  big[n] = 1;
}
__attribute__((noinline)) long g(volatile long *p) {
  long a = p[0], b = p[1], c = p[2], d = p[3], e = p[4], h = p[5];
  long i = p[6], j = p[7], k = p[8], l = p[9], m = p[10];
  f(3);
  return a + b + c + d + e + h + i + j + k + l + m;
}
int main(void) {
  volatile long values[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  printf("%ld\n", g(values));
}
