extern "C" int printf(const char *, ...);
typedef double D __attribute__((vector_size(16)));
__attribute__((target("avx512f"))) int main() {
  constexpr D w = {1, 2}, sum = {8, 4};
  const D r = __builtin_ia32_selectsd_128(1, sum, w);
  printf("%g %g\n", r[0], r[1]);
}
