extern "C" int printf(const char *, ...);
typedef double D __attribute__((vector_size(16)));
typedef float F __attribute__((vector_size(16)));
__attribute__((target("avx512f,avx512vl"))) int main() {
  constexpr F w = {1, 2, 3, 4};
  constexpr D a = {5, 6};
  const F r = __builtin_ia32_cvtpd2ps_mask(a, w, 3);
  printf("%g %g %g %g\n", r[0], r[1], r[2], r[3]);
}
