long sum(int *x, int *y, int *z) {
  long all = 0;
  for (int i = 0; i < 64; i++) {
    all += __builtin_labs((long)*x - y[i]);
    z[i] = i;
  }
  return all;
}
