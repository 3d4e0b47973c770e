void f(int *o, int n) {
  #pragma GCC unroll 4
  for (long k = 1; k <= n; k++) o[k] = k;
}
