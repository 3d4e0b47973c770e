int printf(const char *, ...);
typedef int v4 __attribute__((vector_size(16)));
__attribute__((noinline)) v4 f(v4 p, int x) {
  v4 b = {3, 4, 5, x};
  p[2] = x;
  return __builtin_shufflevector(p - b, p / b, 0, 5, 2, 3);
}
int main(void) {
  v4 r = f((v4){100, 107, 114, 121}, 7);
  printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]);
}
