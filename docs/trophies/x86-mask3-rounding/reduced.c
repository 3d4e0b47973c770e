#include <immintrin.h>
__m128d f(__m128d a, __m128d b, __m128d c) {
  return _mm_mask3_fmsub_round_sd(a, b, c, 1, 1);
}
