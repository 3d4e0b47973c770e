#include <immintrin.h>
int printf(const char *, ...);
__attribute__((noinline, target("avx512f"))) __m128d fix(__m128d a, __m128d b, __m128i table) {
  return _mm_mask_fixupimm_sd(a, 0, b, table, 0);
}
int main(void) {
  __m128d r = fix((__m128d){1, 2}, (__m128d){3, 4}, (__m128i){0, 0});
  printf("%g %g\n", r[0], r[1]);
}
