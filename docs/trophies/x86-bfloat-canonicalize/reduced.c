typedef __bf16 vector __attribute__((ext_vector_type(32)));
vector f(vector x) { return __builtin_elementwise_canonicalize(x); }
