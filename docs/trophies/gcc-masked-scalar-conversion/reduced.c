#include <immintrin.h>
int printf(const char *, ...);
__attribute__((noinline, target("avx512f"))) __m128d convert(__m128d w, __m128d a, __m128 b) {
  return _mm_mask_cvtss_sd(w, 1, a, b);
}
int main(void) {
  __m128d r = convert((__m128d){1, 2}, (__m128d){3, 4}, (__m128){5, 6, 7, 8});
  printf("%g %g\n", r[0], r[1]);
}
