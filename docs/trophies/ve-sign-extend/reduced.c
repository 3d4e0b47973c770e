long t;
int e0;
void f_0(int l_0) {
  typedef int V __attribute__((vector_size(2 * sizeof 0)));
  V v0 = {e0};
  V v2 = 0 < v0;
  for (int n = 0; n < 2; n++) t = t *v2[n];
}
int main() {
}
