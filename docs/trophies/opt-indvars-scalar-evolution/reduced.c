int printf(const char *, ...);
 int f_0(int l_0) {
  int k_0 = 1;
  for (int k_1 = 0; k_1 < 4; k_1++) {
    switch (k_0 & 7) {
      case 0: {
        k_0 = k_1 ? 0 : 0;
      } break;
      case 1: {
        k_0 = 4;
      } break;
      case 2: {
        k_0 = k_1 ? 0 : 0;
      } break;
      case 3: {
        k_0 = 0;
      } break;
      case 4: {
        {
          typedef unsigned int V __attribute__((vector_size(4 * sizeof(unsigned int))));
          unsigned int e0 = k_1;
          V v0 = {e0, e0, e0, e0};
          V v1 = v0 + (V){0, 1, 2, 3};
          unsigned long long t = 0;
          for (int n = 0; n < 4; n++) t = t * 3 + v1[n];
          l_0 = t;
        }
        k_0 = 5;
      } break;
      case 5: {
        k_0 = 1;
      } break;
      case 6: {
        k_0 = k_1 ? 0 : 0;
      } break;
      case 7: {
        k_0 = 0;
      } break;
    }
  }
  return l_0;
}
__attribute__((noinline)) void test_0(void) {
}
int main() {
  test_0();
  printf("\n");
}
