int i_0;
long t;
void test_0() {
  typedef int V __attribute__((vector_size(2 * sizeof 0)));
  int e0 = i_0;
  V v0 = {e0, e0};
  V v1 = v0 + (V) {
    0, 1
  };
  V v2 = v1 + v0;
  for (int n = 0; n < 2; n++) t = t *v2[n];
}
int main() {
}
