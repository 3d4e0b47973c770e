long e0;
long t;
void test_0() {
  {typedef long long V __attribute__((vector_size(4 * sizeof(long long)))); V v0 = {e0, e0}; V v1 = v0; V v2 = v1 + v0; V v3 = v2 < v0; for (int n = 0; n < 4; n++) t = t *v3[n]; }
}
int main() {
}
