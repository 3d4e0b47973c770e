int printf(const char *, ...);
#pragma omp declare simd linear(q) notinbranch
__attribute__((noinline)) static unsigned f(unsigned short r, unsigned short q) { return q; }
static unsigned short in[100];
static unsigned out[100];
__attribute__((noinline)) static void t(void) {
#pragma omp simd
  for (int i = 0; i < 100; i++) out[i] = f(in[i], i);
}
int main(void) {
  t();
  printf("%u %u %u\n", out[95], out[96], out[99]);
}
