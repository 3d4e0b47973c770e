int printf(const char *, ...);
__attribute__((noinline, preserve_most)) void f(int n) {
  volatile char big[100000];
  big[n] = 1;
}
__attribute__((noinline)) long sum(volatile long *p) {
  long a = p[0], b = p[1], c = p[2];
  f(3);
  return a + b + c;
}
int main(void) {
  volatile long array[] = {1, 2, 3};
  printf("%ld\n", sum(array));
}
