typedef _Bool v __attribute__((ext_vector_type(4)));
v f(v a) { return a; }
