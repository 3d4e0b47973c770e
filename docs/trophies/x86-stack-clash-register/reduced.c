int printf(const char *, ...);
__attribute__((noinline)) long f(long a, long b, long c, long d, long e, volatile long *p) {
  long g = p[0], h = p[1], i = p[2], j = p[3];
  if (__builtin_expect(a == 0, 1)) return 0;
  volatile char big[100000];
  big[a] = 10;
  return big[a] + b + c + d + e + g + h + i + j;
}
int main(void) {
  volatile long array[] = {7, 8, 9, 10};
  printf("%ld\n", f(1, 2, 3, 4, 5, array));
}
