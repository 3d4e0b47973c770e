__bf16 f(long double x) { return x; }
