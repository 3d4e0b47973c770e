typedef __bf16 from __attribute__((ext_vector_type(1)));
typedef long double to __attribute__((ext_vector_type(1)));
to f(from x) { return __builtin_convertvector(x, to); }
