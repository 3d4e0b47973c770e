void f(int, unsigned, int);
void g(int n) {
#pragma omp for simd collapse(3)
  for (int i = 0; i < n; i++)
    for (unsigned j = 0; j < 9; j++)
      for (int k = i; k < 2 * i; k++)
        f(i, j, k);
}
