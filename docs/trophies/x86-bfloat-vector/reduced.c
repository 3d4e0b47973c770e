typedef int from __attribute__((ext_vector_type(5)));
typedef __bf16 to __attribute__((ext_vector_type(5)));
to f(from x) { return __builtin_convertvector(x, to); }
