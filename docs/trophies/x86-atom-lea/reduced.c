int f(int *p, unsigned i) {
  return p[i];
}
