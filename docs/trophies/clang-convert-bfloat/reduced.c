typedef _Float16 half __attribute__((ext_vector_type(2)));
typedef __bf16 brain __attribute__((ext_vector_type(2)));
brain f(half x) { return __builtin_convertvector(x, brain); }
