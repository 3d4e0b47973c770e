extern "C" int printf(const char *, ...);
typedef int pair __attribute__((vector_size(8)));
int main() {
  constexpr pair a = {0, 3}, b = {5, 7};
  const pair both = a && b, any = a || b;
  printf("%d %d %d %d\n", both[0], both[1], any[0], any[1]);
}
