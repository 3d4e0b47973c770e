int printf(const char *, ...);
typedef double D __attribute__((vector_size(16)));
typedef float F __attribute__((vector_size(16)));
__attribute__((noinline, target("avx512f"))) D convert(D w, D a, F b) {
  return __builtin_ia32_cvtss2sd_mask_round(a, b, w, 1, 4);
}
int main(void) {
  D r = convert((D){1, 2}, (D){3, 4}, (F){5, 6, 7, 8});
  printf("%g %g\n", r[0], r[1]);
}
