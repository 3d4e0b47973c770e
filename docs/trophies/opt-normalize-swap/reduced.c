int printf(const char *, ...);
__attribute__((noinline)) void swap(long *a, long *b) {
  long t = *a;
  *a = *b;
  *b = t;
}
int main(void) {
  long a = 1, b = 2;
  swap(&a, &b);
  printf("%ld %ld\n", a, b);
}
