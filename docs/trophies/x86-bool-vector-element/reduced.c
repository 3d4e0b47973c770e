typedef _Bool vector __attribute__((ext_vector_type(64)));
vector f(vector x, int i, _Bool b) {
  x[i] = b;
  return x;
}
