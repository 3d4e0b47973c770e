long g(long);
long f(long a, long b) {
  long r = g(a) + b;
  return r;
}
