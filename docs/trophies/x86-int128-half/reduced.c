typedef __int128 from __attribute__((ext_vector_type(2)));
typedef _Float16 to __attribute__((ext_vector_type(2)));
to f(from x) { return __builtin_convertvector(x, to); }
