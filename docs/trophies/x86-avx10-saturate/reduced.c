long f(long double x) {
  return x;
}
