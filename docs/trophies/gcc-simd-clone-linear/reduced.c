#pragma omp declare simd linear(q) uniform(p)
float f(double p, short q);
float out[100];
void t(double z) {
#pragma omp simd
  for (int i = 0; i < 100; i++) out[i] = f(z, i);
}
