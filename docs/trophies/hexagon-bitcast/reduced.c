int m_1 = 0;
long t;
void test_0() {
  {typedef int V __attribute__((vector_size(4 * sizeof(0)))); int e0 = !m_1; V v0 = {e0}; V v1 = v0; for (int n = 0; n < 4; n++) t = t *v1[n]; }
}
int main() {
}
