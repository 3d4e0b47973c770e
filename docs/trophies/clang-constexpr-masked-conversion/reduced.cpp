#include <immintrin.h>
extern "C" int printf(const char *, ...);
__attribute__((target("avx512f,avx512vl"))) int main() {
  constexpr __m128 w = {1, 2, 3, 4};
  constexpr __m128d a = {5, 6};
  const __m128 r = _mm_mask_cvtpd_ps(w, 3, a);
  printf("%g %g %g %g\n", r[0], r[1], r[2], r[3]);
}
