typedef char V __attribute__((vector_size(4)));
V f(V a, V b) {
  return a << b;
}
