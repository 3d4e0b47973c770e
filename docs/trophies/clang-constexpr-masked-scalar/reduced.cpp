#include <immintrin.h>
extern "C" int printf(const char *, ...);
__attribute__((target("avx512f"))) int main() {
  constexpr __m128d w = {1, 2}, a = {3, 4}, b = {5, 6};
  const __m128d r = _mm_mask_add_sd(w, 1, a, b);
  printf("%g %g\n", r[0], r[1]);
}
