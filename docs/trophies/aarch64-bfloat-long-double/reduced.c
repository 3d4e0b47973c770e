long double f(__bf16 x) { return x; }
